import type { CompraRetenida, PropuestaCompra } from '@yupana/contract'
import { COD_DOC, displayMonto, REGIMEN_LABEL, sujetoText, sum } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link } from 'react-router'

import { Button } from '../../components/button.tsx'
import { BulkActions, BulkProgress } from '../../components/data-table/bulk-progress.tsx'
import { spaced, useBulk, type BulkResult } from '../../components/data-table/use-bulk.ts'
import { Dialog } from '../../components/dialog/dialog.tsx'
import { LoadFailure } from '../../components/load-failure.tsx'
import { NativeSelect } from '../../components/native-select.tsx'
import { untilRefused } from '../../lib/http/http-error.ts'
import { randomId } from '../../lib/http/random-id.ts'
import { contextoQuery } from '../emision/contexto.queries.ts'
import { seriesOf } from '../emision/series.ts'
import { OPERACION_OPTIONS } from './operaciones.ts'
import { emitirPropuesta, forgetRetenidas, proponer, propuestasQuery } from './retener.queries.ts'
import classes from './retener-lote.module.css'

const textoOf = (count: number) => (count === 1 ? '1 retención' : `${count} retenciones`)

interface RetenerLoteProps {
  /** Ids of registered purchases. */
  compras: readonly string[]
  onClose: () => void
}

/** Issues one of many withholdings, each with its own key, also when the first sending failed. */
function useEmisor(filas: readonly PropuestaCompra[], serie: string | undefined) {
  const envios = useRef(new Map<string, { id: string; idempotencyKey: string }>())
  return async (id: string): Promise<BulkResult> => {
    const fila = filas.find(({ compra_id: compra }) => compra === id)
    const envio = envios.current.get(id) ?? { id: randomId(), idempotencyKey: randomId() }
    envios.current.set(id, envio)
    return fila && serie !== undefined ? spaced(() => emitirPropuesta(fila, serie, envio)) : { ok: false, text: '' }
  }
}

/** Withholds from many purchases: shows each proposal with its reason, then issues them one after the other. */
export function RetenerLote({ compras, onClose }: RetenerLoteProps) {
  const [instance] = useState(randomId)
  const propuestas = useQuery(propuestasQuery(compras, instance))
  const contexto = useQuery({ ...contextoQuery(COD_DOC.RETENCION, instance), staleTime: Infinity })
  /** Proposals that were asked for anew with another operation. */
  const [cambios, setCambios] = useState<ReadonlyMap<string, PropuestaCompra>>(new Map())
  const filas = (propuestas.data ?? []).map((fila) => cambios.get(fila.compra_id) ?? fila)
  const emitibles = filas.filter(({ formulario }) => formulario !== null)
  const series = contexto.data ? seriesOf(contexto.data) : []
  const [serie = series[0]?.value, setSerie] = useState<string>()
  const { results, isRunning, start, stop } = useBulk(useEmisor(filas, serie))
  const isBegun = isRunning || results.size > 0
  const run = async (of: readonly PropuestaCompra[]) => {
    await start(of.map(({ compra_id: id }) => id))
    await forgetRetenidas()
  }
  const decide = async (id: string, operacion: CompraRetenida['operacion']) => {
    const [fila] = await proponer([{ id, operacion }])
    if (fila) setCambios((before) => new Map(before).set(id, fila))
  }
  const close = () => {
    stop()
    onClose()
  }
  const failure = propuestas.error ?? contexto.error
  const retry = () => Promise.all([propuestas.refetch(), contexto.refetch()])
  const isReady = propuestas.data !== undefined && contexto.data !== undefined
  return (
    <Dialog
      opened
      title={compras.length === 1 ? 'Emitir la retención' : 'Emitir retenciones'}
      onClose={close}
      size="var(--form-dialog-width)"
    >
      {failure ? (
        <LoadFailure reason={failure.message} onRetry={() => void retry()} onBack={close} />
      ) : isBegun ? (
        <BulkProgress
          label="Retenciones emitidas"
          verbo="emitir"
          rows={emitibles.map(({ compra_id: id, numero, proveedor }) => ({ id, name: `${numero} · ${proveedor}` }))}
          resultOf={(id) => results.get(id)}
        />
      ) : isReady ? (
        <>
          <ul className={classes.filas} tabIndex={0} aria-label="Qué se retiene de cada compra">
            {filas.map((fila) => (
              <Fila key={fila.compra_id} fila={fila} onDecide={(operacion) => untilRefused(decide(fila.compra_id, operacion))} />
            ))}
          </ul>
          <Punto series={series} serie={serie} onChoose={setSerie} />
        </>
      ) : (
        <p role="status">Preguntando qué corresponde retener…</p>
      )}
      {!failure && (
        <Acciones
          emitibles={serie === undefined ? [] : emitibles}
          failed={emitibles.filter(({ compra_id: id }) => results.get(id)?.ok === false)}
          isBegun={isBegun}
          isRunning={isRunning}
          onRun={(of) => void run(of)}
          onStop={stop}
          onClose={close}
        />
      )}
    </Dialog>
  )
}

interface PuntoProps {
  series: readonly { value: string; label: string }[]
  serie: string | undefined
  onChoose: (serie: string) => void
}

function Punto({ series, serie, onChoose }: PuntoProps) {
  if (series.length === 0) return <p role="alert">No tiene un punto de emisión activo: pida que le asignen uno.</p>
  if (series.length === 1) return <p>Se emite en la serie {serie}.</p>
  return (
    <NativeSelect label="Punto de emisión" data={series} value={serie ?? ''} onChange={({ currentTarget: { value } }) => onChoose(value)} />
  )
}

interface AccionesProps {
  emitibles: readonly PropuestaCompra[]
  failed: readonly PropuestaCompra[]
  isBegun: boolean
  isRunning: boolean
  onRun: (of: readonly PropuestaCompra[]) => void
  onStop: () => void
  onClose: () => void
}

function Acciones({ emitibles, failed, isBegun, isRunning, onRun, onStop, onClose }: AccionesProps) {
  return (
    <BulkActions
      isRunning={isRunning}
      hasFailed={isBegun && failed.length > 0}
      retryLabel="Reintentar las que fallaron"
      onStop={onStop}
      onRetry={() => onRun(failed)}
      onClose={onClose}
    >
      {!isBegun && emitibles.length > 0 && (
        <span className={classes.total}>Total retenido: {displayMonto(sum(emitibles.map(({ retenido }) => retenido)))}</span>
      )}
      {!isBegun && (
        <Button disabled={emitibles.length === 0} onClick={() => onRun(emitibles)}>
          Emitir {textoOf(emitibles.length)}
        </Button>
      )}
    </BulkActions>
  )
}

/** «Sociedad, RIMPE emprendedor, contribuyente especial». */
const marcasText = ({ sociedad, regimen, ...marcas }: PropuestaCompra['marcas']): string =>
  [
    sujetoText(sociedad),
    regimen === 'GENERAL' ? 'régimen general' : REGIMEN_LABEL[regimen],
    marcas.especial && 'contribuyente especial',
    marcas.publico && 'institución del Estado',
    marcas.exportador && 'exportador habitual',
    marcas.habitual && 'proveedor habitual',
  ]
    .filter(Boolean)
    .join(', ')

interface FilaProps {
  fila: PropuestaCompra
  onDecide: (operacion: CompraRetenida['operacion']) => Promise<unknown>
}

function Fila({ fila, onDecide }: FilaProps) {
  const { compra_id: id, numero, proveedor, marcas, total, operacion, motivo_operacion: motivo, propuesta, retenido, razon } = fila
  const partes = propuesta
    ? [
        { nombre: 'Renta', ...propuesta.renta },
        { nombre: 'IVA', ...propuesta.iva },
      ]
    : []
  return (
    <li className={classes.fila}>
      <p className={classes.compra}>
        <strong>
          {numero} · {proveedor}
        </strong>
        <span>{displayMonto(total)}</span>
      </p>
      <small>Proveedor: {marcasText(marcas)}</small>
      {propuesta && (
        <NativeSelect
          aria-label={`Qué se compró: ${numero} de ${proveedor}`}
          data={OPERACION_OPTIONS}
          value={operacion}
          onChange={({ currentTarget: { value } }) => void onDecide(value as CompraRetenida['operacion'])}
        />
      )}
      {propuesta && <small>{motivo}</small>}
      {razon !== null ? (
        <p className={classes.razon}>{razon}</p>
      ) : (
        <>
          {partes.map(({ nombre, codigo, porcentajes, valor, motivo: porque }) => (
            <small key={nombre}>
              <strong>
                {nombre}: {codigo === null ? 'no se retiene' : `${codigo} · ${porcentajes ?? ''} · ${displayMonto(valor ?? 0)}`}
              </strong>{' '}
              {porque}
            </small>
          ))}
          <p className={classes.retenido}>Se retiene {displayMonto(retenido)}</p>
        </>
      )}
      {propuesta && (
        <Link
          className={classes.editor}
          to={`/retencion/compra/registro?de=compra.${id}`}
          aria-label={`Cambiarla en el editor: ${numero} de ${proveedor}`}
        >
          Cambiarla en el editor
        </Link>
      )}
    </li>
  )
}
