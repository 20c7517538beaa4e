import { TIPO_GASTO_LABEL, type GastoRecibido } from '@yupana/contract'
import { CATEGORIA_GASTO_LABEL, COD_DOC, CONSUMIDOR_FINAL, displayMonto, negate } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { Button } from '../../components/button.tsx'
import { LoadFailure } from '../../components/load-failure.tsx'
import cifras from '../../domain/cifras/cifras.module.css'
import { fechaText } from '../../lib/formato/format.ts'
import { untilRefused } from '../../lib/http/http-error.ts'
import { createSendingKey } from '../../lib/http/sending-key.ts'
import { useBusy } from '../../lib/pagina/use-busy.ts'
import { useLeave } from '../../lib/pagina/use-leave.ts'
import classes from './gasto.module.css'
import { discardRecibido, recibidosQuery, saveGasto } from './gasto.queries.ts'

/** Number of rows at first, and for each further step. */
const POR_VEZ = 10
const MOST = 50

interface PorClasificarProps {
  anio: number
  /** Opens the form of the document, where it may be split. */
  onClassify: (recibido: GastoRecibido) => void
}

/** Received documents without a category: they do not count until classified. */
export function PorClasificar({ anio, onClassify }: PorClasificarProps) {
  const [size, setSize] = useState(POR_VEZ)
  const [descartado, setDescartado] = useState(false)
  const { data, error, refetch } = useQuery(recibidosQuery({ anio, size, ...(descartado && { descartado }) }))
  const leave = useLeave('/')
  if (error) return <LoadFailure reason="No se pudieron leer los recibidos." onRetry={() => void refetch()} onBack={leave} />
  if (!data || (data.totalElements === 0 && !descartado)) return null
  const { content, totalElements } = data
  return (
    <section className={`${cifras.card} ${classes.lista}`} aria-labelledby="gasto-por-clasificar">
      <div className={classes.cabecera}>
        <h2 id="gasto-por-clasificar">{descartado ? 'Descartados' : `Por clasificar (${totalElements})`}</h2>
        <Button variant="subtle" onClick={() => setDescartado(!descartado)}>
          {descartado ? 'Volver a lo pendiente' : 'Ver descartados'}
        </Button>
      </div>
      <p className={cifras.quiet}>
        {descartado
          ? 'Dijo que no son gastos personales.'
          : 'Recibidos por usted o su familia. No cuentan hasta que diga de qué rubro son.'}
      </p>
      <ul className={classes.pendientes}>
        {content.map((recibido) => (
          <Pendiente key={recibido.clave_acceso} recibido={recibido} isDescartado={descartado} onClassify={() => onClassify(recibido)} />
        ))}
      </ul>
      {content.length < totalElements && size < MOST && (
        <Button variant="default" onClick={() => setSize(Math.min(size + POR_VEZ, MOST))}>
          Ver más
        </Button>
      )}
      {totalElements > size && size >= MOST && <p className={cifras.quiet}>Los demás aparecen a medida que clasifica estos.</p>}
    </section>
  )
}

interface PendienteProps {
  recibido: GastoRecibido
  isDescartado: boolean
  onClassify: () => void
}

function Pendiente({ recibido, isDescartado, onClassify }: PendienteProps) {
  const { proveedor, numero, fecha, tipo, total, propuesta, avisos, a_nombre, clave_acceso } = recibido
  const [keyFor] = useState(createSendingKey)
  const [isBusy, accept] = useBusy(async (form: Parameters<typeof saveGasto>[0]) => {
    await untilRefused(saveGasto(form, undefined, keyFor(form)))
  })
  const which = `${TIPO_GASTO_LABEL[tipo]} ${numero} de ${proveedor}`
  const isLost = a_nombre === CONSUMIDOR_FINAL.identificacion
  const register = () => {
    if (!propuesta) return
    const { propuesta: _propuesta, avisos: _avisos, total: monto, ...documento } = recibido
    void accept({ ...documento, compartido: false, partes: [{ categoria: propuesta.categoria, monto }] })
  }
  return (
    <li className={classes.pendiente}>
      <span className={classes.nombre}>
        <strong>{proveedor}</strong>
        <small>
          {TIPO_GASTO_LABEL[tipo]} {numero} del {fechaText(fecha)}
          {isLost ? '' : `, a nombre de ${a_nombre}`}
        </small>
      </span>
      <span className={classes.monto}>{displayMonto(tipo === COD_DOC.NOTA_CREDITO ? negate(total) : total)}</span>
      <div className={classes.detalle}>
        {propuesta && !isDescartado && !isLost && <p>Propuesto. {propuesta.motivo}</p>}
        {avisos.map((aviso) => (
          <p key={aviso}>{aviso}</p>
        ))}
      </div>
      <div className={classes.acciones}>
        {isDescartado ? (
          <Button
            variant="default"
            aria-label={`Devolver: ${which}`}
            onClick={() => void untilRefused(discardRecibido(clave_acceso, false))}
          >
            Devolver
          </Button>
        ) : (
          <>
            {propuesta && (
              <Button variant="default" busy={isBusy} busyLabel="Registrando…" aria-label={`Registrar: ${which}`} onClick={register}>
                {isLost ? 'Anotar como perdido' : `Registrar en ${CATEGORIA_GASTO_LABEL[propuesta.categoria]}`}
              </Button>
            )}
            <Button variant={propuesta ? 'subtle' : 'default'} aria-label={`Clasificar: ${which}`} onClick={onClassify}>
              Clasificar
            </Button>
            <Button
              variant="subtle"
              aria-label={`Descartar: ${which}`}
              onClick={() => void untilRefused(discardRecibido(clave_acceso, true))}
            >
              No es gasto personal
            </Button>
          </>
        )}
      </div>
    </li>
  )
}
