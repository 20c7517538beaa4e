import type { Carga } from '@yupana/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { untilRefused } from '../../lib/http/http-error.ts'
import { apply, cargaQuery, erroresQuery, forgetCargado, type Llamadas } from './carga.queries.ts'
import { filasText, number, PALABRAS, seHaraText, seHizoText, verboText } from './carga-words.ts'
import classes from './carga.module.css'

interface EstadoProps {
  carga: Carga
  llamadas: Llamadas
  onAgain: () => void
}

/** State of an uploaded sheet, with its actions. */
export function CargaEstado({ llamadas, id, onAgain }: { llamadas: Llamadas; id: string; onAgain: () => void }) {
  const { data: carga, isError } = useQuery(cargaQuery(llamadas, id))
  const isApplied = carga?.estado === 'APLICADA'
  useEffect(() => {
    if (isApplied) void forgetCargado()
  }, [isApplied])
  if (isError)
    return (
      <Alert title="No se encontró el archivo: puede que haya pasado una semana.">
        <Otro onAgain={onAgain} />
      </Alert>
    )
  if (!carga) return <Skeleton label="Cargando" lines={['60%', '40%']} />
  switch (carga.estado) {
    case 'RECIBIDA':
      return <Avance carga={carga} what="Revisando" />
    case 'APLICANDO':
      return <Avance carga={carga} what="Aplicando" />
    case 'RECHAZADA':
      return (
        <Alert title={`No se pudo leer ${carga.archivo}.`} details={carga.motivo === null ? [] : [carga.motivo]}>
          <Otro onAgain={onAgain} />
        </Alert>
      )
    case 'APLICADA':
      return (
        <Alert tone="success" title={seHizoText(carga.tipo, carga.cambian)}>
          <div className={classes.botones}>
            <LinkButton to={PALABRAS[carga.tipo].ver.to}>{PALABRAS[carga.tipo].ver.label}</LinkButton>
            <Otro onAgain={onAgain} />
          </div>
        </Alert>
      )
    default:
      return <Revisada carga={carga} llamadas={llamadas} onAgain={onAgain} />
  }
}

const Otro = ({ onAgain }: { onAgain: () => void }) => (
  <Button variant="default" onClick={onAgain}>
    Subir otro archivo
  </Button>
)

function Avance({ carga, what }: { carga: Carga; what: string }) {
  const isKnown = carga.filas > 0
  return (
    <section className={classes.avance} aria-label={`${what} ${carga.archivo}`}>
      <p role="status">
        {what} {carga.archivo}
        {isKnown ? `: ${number(carga.hechas)} de ${filasText(carga.filas)}` : '…'}
      </p>
      <progress className={classes.barra} aria-label={what} {...(isKnown && { value: carga.hechas, max: carga.filas })} />
      <p className={classes.nota}>Puede dejar esta página: el trabajo sigue.</p>
    </section>
  )
}

function Revisada({ carga, llamadas, onAgain }: EstadoProps) {
  const [isBusy, setBusy] = useState(false)
  if (carga.errores > 0)
    return (
      <>
        <Alert
          title={`${carga.archivo}: ${filasText(carga.errores)} con errores, de ${number(carga.filas)}. No se cambió nada.`}
          details={['Corrija su hoja y súbala otra vez: se aplica entera o nada.']}
        >
          <Otro onAgain={onAgain} />
        </Alert>
        <Errores llamadas={llamadas} id={carga.id} />
      </>
    )
  if (carga.cambian === 0)
    return (
      <Alert title={carga.motivo ?? `${carga.archivo} dice lo que ya está guardado: no hay nada que cambiar.`}>
        <Otro onAgain={onAgain} />
      </Alert>
    )
  const run = async () => {
    setBusy(true)
    await untilRefused(apply(llamadas, carga.id))
    setBusy(false)
  }
  return (
    <Alert
      tone="success"
      title={`${carga.archivo}: ${filasText(carga.filas)} sin errores.`}
      details={[`${seHaraText(carga.tipo, carga.cambian)} Aún no se cambió nada.`]}
    >
      <div className={classes.botones}>
        <Button busy={isBusy} busyLabel="Aplicando…" onClick={() => void run()}>
          {verboText(carga.tipo, carga.cambian)}
        </Button>
        <Otro onAgain={onAgain} />
      </div>
    </Alert>
  )
}

/** Errors by row and cell. */
function Errores({ llamadas, id }: { llamadas: Llamadas; id: string }) {
  const [page, setPage] = useState(0)
  const { data } = useQuery(erroresQuery(llamadas, id, page))
  if (!data) return <Skeleton label="Cargando errores" lines={['90%', '80%', '85%']} />
  return (
    <>
      <div className={classes.errores} tabIndex={0} role="region" aria-label="Errores del archivo">
        <table>
          <thead>
            <tr>
              <th scope="col">Fila</th>
              <th scope="col">Celda</th>
              <th scope="col">Columna</th>
              <th scope="col">Problema</th>
            </tr>
          </thead>
          <tbody>
            {data.content.map(({ fila, celda, columna, message }) => (
              <tr key={`${fila} ${celda} ${message}`}>
                <td>{fila}</td>
                <td>{celda ?? '—'}</td>
                <td>{columna ?? '—'}</td>
                <td className={classes.problema}>{message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {data.totalPages > 1 && (
        <div className={classes.botones}>
          <Button variant="default" disabled={page === 0} onClick={() => setPage(page - 1)}>
            Anteriores
          </Button>
          <span>
            Página {page + 1} de {number(data.totalPages)}
          </span>
          <Button variant="default" disabled={page + 1 >= data.totalPages} onClick={() => setPage(page + 1)}>
            Siguientes
          </Button>
        </div>
      )}
    </>
  )
}
