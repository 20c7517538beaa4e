import type { Establecimiento, PuntoEmision } from '@yupana/contract'
import { useQuery } from '@tanstack/react-query'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'

import { ActivoChip } from '../../components/activo-chip.tsx'
import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import { PartFailure } from '../../components/part-failure.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { isAdmin } from '../../lib/sesion/rights.ts'
import { puntosQuery, usuariosQuery, type EstablecimientoConPuntos } from './empresa.queries.ts'
import classes from './empresa.module.css'
import { EstablecimientoDialog, PuntoDialog } from './punto-dialogs.tsx'
import { mayEdit } from './quien-puede.ts'

type Doing = { what: 'establecimiento'; present?: Establecimiento } | { what: 'punto'; establecimiento: string; present?: PuntoEmision }

/** Establishments with their emission points and sellers. */
export function PuntosSection() {
  const [doing, setDoing] = useState<Doing>()
  const { data, isError, refetch } = useQuery(puntosQuery())
  const { data: usuarios = [] } = useQuery(usuariosQuery(isAdmin()))
  const onDo = mayEdit('empresa:editar') ? setDoing : undefined
  const close = () => setDoing(undefined)
  const nameOf = (id: string) => usuarios.find((one) => one.id === id)?.username
  return (
    <>
      <p className={classes.quiet}>
        Quien no está asignado a ningún punto puede emitir en todos; quien está asignado a alguno, solo en los suyos.
      </p>
      {onDo && (
        <div>
          <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => onDo({ what: 'establecimiento' })}>
            Nuevo establecimiento
          </Button>
        </div>
      )}
      {isError && (
        <div className={classes.card}>
          <PartFailure reason="No se pudieron cargar los establecimientos." onRetry={refetch} />
        </div>
      )}
      {!data && !isError && <Skeleton label="Cargando los establecimientos" lines={['100%', '100%', '60%']} />}
      {data?.map((one) => (
        <EstablecimientoCard key={one.codigo} establecimiento={one} nameOf={nameOf} onDo={onDo} />
      ))}
      {data?.length === 0 && <p>Aún no tiene establecimientos. Registre el primero como consta en su RUC.</p>}
      {doing?.what === 'establecimiento' && <EstablecimientoDialog present={doing.present} onClose={close} />}
      {doing?.what === 'punto' && (
        <PuntoDialog establecimiento={doing.establecimiento} present={doing.present} usuarios={usuarios} onClose={close} />
      )}
    </>
  )
}

interface CardProps {
  establecimiento: EstablecimientoConPuntos
  nameOf: (id: string) => string | undefined
  onDo: ((doing: Doing) => void) | undefined
}

function EstablecimientoCard({ establecimiento, nameOf, onDo }: CardProps) {
  const { codigo, nombre, direccion, activo, pausado_motivo: pausa, puntos } = establecimiento
  const title = nombre === null ? codigo : `${codigo} · ${nombre}`
  return (
    <section className={classes.card} aria-label={`Establecimiento ${title}`}>
      <header className={classes.cardHead}>
        <h2>{title}</h2>
        <ActivoChip activo={activo} />
        {onDo && (
          <Button
            variant="default"
            aria-label={`Editar el establecimiento ${codigo}`}
            onClick={() => onDo({ what: 'establecimiento', present: establecimiento })}
          >
            Editar
          </Button>
        )}
      </header>
      <p className={classes.quiet}>{direccion}</p>
      {pausa !== null && <Alert title="El SRI no recibe comprobantes de este establecimiento." details={[pausa]} />}
      <ul className={classes.rows}>
        {puntos.map((punto) => (
          <PuntoRow
            key={punto.codigo}
            punto={punto}
            nameOf={nameOf}
            {...(onDo ? { onEdit: () => onDo({ what: 'punto', establecimiento: codigo, present: punto }) } : {})}
          />
        ))}
        {puntos.length === 0 && <li>Sin puntos de emisión: todavía no se puede emitir aquí.</li>}
      </ul>
      {onDo && (
        <div>
          <Button
            variant="subtle"
            leftSection={<IconPlus size={16} aria-hidden="true" />}
            aria-label={`Nuevo punto de emisión en ${codigo}`}
            onClick={() => onDo({ what: 'punto', establecimiento: codigo })}
          >
            Nuevo punto de emisión
          </Button>
        </div>
      )}
    </section>
  )
}

interface RowProps {
  punto: PuntoEmision
  nameOf: (id: string) => string | undefined
  onEdit?: () => void
}

function PuntoRow({ punto, nameOf, onEdit }: RowProps) {
  const numero = `${punto.establecimiento}-${punto.codigo}`
  const names = punto.usuarios.map((id) => nameOf(id) ?? 'otro usuario')
  return (
    <li>
      <span className={classes.rowText}>
        <strong>
          {numero}
          {punto.descripcion !== null && ` · ${punto.descripcion}`}
        </strong>
        <span>{names.length === 0 ? 'Sin usuarios asignados' : `Usuarios: ${names.join(', ')}`}</span>
      </span>
      <ActivoChip activo={punto.activo} />
      {onEdit && (
        <Button variant="subtle" aria-label={`Editar el punto ${numero}`} onClick={onEdit}>
          Editar
        </Button>
      )}
    </li>
  )
}
