import type { HechoAuditado } from '@yupana/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { Button } from '../../components/button.tsx'
import { PartFailure } from '../../components/part-failure.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { momentoText } from '../../lib/formato/format.ts'
import classes from './auditoria.module.css'
import { auditoriaQuery } from './auditoria.queries.ts'
import { Cambios } from './cambios.tsx'
import { accionText, quienText } from './hecho-words.ts'

const SIZE = 20

/** History of one record (`objeto`), or of all records of some kinds (`que`); newest first. */
export function Historial({ de }: { de: { objeto: string } | { que: string } }) {
  const [page, setPage] = useState(0)
  const { data, isError, refetch } = useQuery(auditoriaQuery({ ...de, page, size: SIZE }))
  if (isError)
    return (
      <div className={classes.card}>
        <PartFailure reason="No se pudo cargar el historial." onRetry={refetch} />
      </div>
    )
  if (!data) return <Skeleton label="Cargando el historial" lines={['80%', '100%', '60%']} />
  return (
    <section className={classes.card} aria-label="Cambios">
      {data.content.length === 0 ? (
        <p className={classes.muted}>Nadie ha cambiado nada todavía.</p>
      ) : (
        <ol className={classes.hechos}>
          {data.content.map((hecho) => (
            <Hecho key={hecho.id} hecho={hecho} />
          ))}
        </ol>
      )}
      {data.totalPages > 1 && (
        <div className={classes.paginas}>
          <Button variant="default" disabled={page === 0} onClick={() => setPage(page - 1)}>
            Más recientes
          </Button>
          <Button variant="default" disabled={page >= data.totalPages - 1} onClick={() => setPage(page + 1)}>
            Más antiguos
          </Button>
        </div>
      )}
    </section>
  )
}

const Hecho = ({ hecho }: { hecho: HechoAuditado }) => (
  <li>
    <time dateTime={hecho.en}>{momentoText(hecho.en)}</time>
    <div>
      <strong>{accionText(hecho.accion)}</strong> · {quienText(hecho)}
      <Cambios hecho={hecho} />
    </div>
  </li>
)
