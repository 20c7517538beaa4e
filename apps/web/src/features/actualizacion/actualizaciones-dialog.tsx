import type { Actualizacion } from '@yupana/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import { Chip } from '../../components/chip.tsx'
import { Dialog } from '../../components/dialog/dialog.tsx'
import dialog from '../../components/dialog/dialog.module.css'
import { Skeleton } from '../../components/skeleton.tsx'
import { momentoText } from '../../lib/formato/format.ts'
import { untilRefused } from '../../lib/http/http-error.ts'
import { actualizacionesQuery, undo } from './actualizacion.queries.ts'
import classes from './actualizaciones.module.css'

const CAMPO: Readonly<Record<Actualizacion['campos'][number], string>> = {
  name: 'nombre',
  iva: 'IVA',
  price: 'precio',
  price_list: 'otras listas',
  cost: 'costo',
  minimum_stock: 'stock mínimo',
  status: 'estado',
}

const ORIGEN: Readonly<Record<Actualizacion['origen'], string>> = {
  HOJA: 'En la hoja',
  ARCHIVO: 'Desde un archivo',
  DESHACER: 'Deshizo otra',
}

/** Updates of the company, newest first; each can be undone as a whole. */
export function ActualizacionesDialog({ onClose }: { onClose: () => void }) {
  const [page, setPage] = useState(0)
  const answer = useQuery(actualizacionesQuery(page))
  const { data } = answer
  return (
    <Dialog opened title="Últimas actualizaciones" onClose={onClose} size={640}>
      {answer.isPending && <Skeleton label="Cargando actualizaciones" lines={['80%', '60%', '70%']} />}
      {answer.isError && <Alert title="No se pudo cargar la lista." />}
      {data?.totalElements === 0 && <p className={dialog.message}>Aún no ha cambiado varios productos a la vez.</p>}
      <ul className={classes.lista}>
        {data?.content.map((hecha) => (
          <Hecha key={hecha.id} hecha={hecha} />
        ))}
      </ul>
      {data && data.totalPages > 1 && (
        <div className={dialog.actions}>
          <Button variant="default" disabled={page === 0} onClick={() => setPage(page - 1)}>
            Más recientes
          </Button>
          <Button variant="default" disabled={page + 1 >= data.totalPages} onClick={() => setPage(page + 1)}>
            Anteriores
          </Button>
        </div>
      )}
    </Dialog>
  )
}

function Hecha({ hecha }: { hecha: Actualizacion }) {
  const [isBusy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    await untilRefused(undo(hecha.id))
    setBusy(false)
  }
  return (
    <li className={classes.hecha}>
      <div>
        <strong>
          {hecha.productos.toLocaleString('en-US')} {hecha.productos === 1 ? 'producto' : 'productos'}:{' '}
          {hecha.campos.map((campo) => CAMPO[campo]).join(', ')}
        </strong>
        <p>
          {momentoText(hecha.hecha_en)} · {hecha.usuario ?? 'Soporte'} · {ORIGEN[hecha.origen]}
        </p>
      </div>
      {hecha.deshecha_en ? (
        <Chip tone="void">Deshecha</Chip>
      ) : (
        <Button variant="default" busy={isBusy} busyLabel="Deshaciendo…" onClick={() => void run()}>
          Deshacer
        </Button>
      )}
    </li>
  )
}
