import { MAX_CUPONES_TIENDA, type TiendaCupon } from '@yupana/contract'
import { displayMonto, displayPorcentaje } from '@yupana/fiscal'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'

import { ActivoChip } from '../../components/activo-chip.tsx'
import { Button } from '../../components/button.tsx'
import { LoadFailure } from '../../components/load-failure.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { fechaText } from '../../lib/formato/format.ts'
import { CuponDialog } from './cupon-dialog.tsx'
import { ajusteQuery, cuponesQuery } from './mesa.queries.ts'
import classes from './tienda.module.css'

const rebajaText = ({ porcentaje, monto }: TiendaCupon): string =>
  porcentaje === null ? `${displayMonto(monto ?? 0)} menos` : `${displayPorcentaje(porcentaje)} menos`

const usosText = ({ usados, usos, usos_empresa: suyos }: TiendaCupon): string =>
  [
    usos === null ? `usado ${usados === 1 ? 'una vez' : `${usados} veces`}` : `usado ${usados} de ${usos}`,
    ...(suyos === null ? [] : [`${suyos} por empresa`]),
  ].join(', ')

const diasText = ({ vigente_desde: desde, vigente_hasta: hasta }: TiendaCupon): string =>
  hasta === null ? `desde el ${fechaText(desde)}` : `del ${fechaText(desde)} al ${fechaText(hasta)}`

/** The coupons of the store. */
export function Cupones() {
  const navigate = useNavigate()
  const { data, isError, refetch } = useQuery(cuponesQuery())
  const { data: ajuste } = useQuery(ajusteQuery())
  const [editing, setEditing] = useState<TiendaCupon | 'nuevo'>()
  return (
    <section className={classes.caja} aria-labelledby="cupones">
      <h2 id="cupones">Cupones</h2>
      <div>
        <Button leftSection={<IconPlus size={16} aria-hidden="true" />} disabled={!ajuste} onClick={() => setEditing('nuevo')}>
          Nuevo cupón
        </Button>
      </div>
      {isError && !data && (
        <LoadFailure reason="No se pudieron leer los cupones." onRetry={() => void refetch()} onBack={() => void navigate('/')} />
      )}
      {!data && !isError && <Skeleton label="Cargando los cupones" lines={['100%', '80%']} />}
      {data?.length === 0 && <p>Ningún cupón todavía. Rebaja lo que se compra al precio del catálogo; un precio acordado no lo toma.</p>}
      {data && data.length >= MAX_CUPONES_TIENDA && <p>Se muestran {MAX_CUPONES_TIENDA}: primero los que se pueden usar.</p>}
      <ul className={classes.lineas}>
        {data?.map((cupon) => (
          <li key={cupon.id}>
            <span>
              <strong>{cupon.codigo}</strong> · {rebajaText(cupon)} · {diasText(cupon)} · {usosText(cupon)}
            </span>
            <ActivoChip activo={cupon.activo} />
            <Button variant="default" disabled={!ajuste} onClick={() => setEditing(cupon)} aria-label={`Editar ${cupon.codigo}`}>
              Editar
            </Button>
          </li>
        ))}
      </ul>
      {editing && ajuste && (
        <CuponDialog cupon={editing === 'nuevo' ? undefined : editing} productos={ajuste.productos} onClose={() => setEditing(undefined)} />
      )}
    </section>
  )
}
