import type { PropuestaRecibido, RecibidoFila } from '@yupana/contract'
import { useRef, useState } from 'react'

import { Button } from '../../components/button.tsx'
import { Chip } from '../../components/chip.tsx'
import { loadedPart } from '../../components/loaded-part.tsx'
import { untilRefused } from '../../lib/http/http-error.ts'
import { useSerieRetencion } from '../../domain/recibido/serie-retencion.ts'
import { useBusy } from '../../lib/pagina/use-busy.ts'
import { hasRight } from '../../lib/sesion/rights.ts'
import { gastoText, useGasto } from './gasto.tsx'
import { emits, ESTADO, numeroText, registerText, serieText } from './recibido-words.ts'
import classes from './recibido.module.css'
import { useRegistrar } from './use-registrar.ts'

const PropuestaDialog = loadedPart(async () => (await import('./propuesta-dialog.tsx')).PropuestaDialog)

/** Waiting proposals in the order of the page: accepting one leads to the next. */
const waiting = () => [...document.querySelectorAll<HTMLElement>('[data-propuesta]')]

/** Proposals besides the support code: «Crea el proveedor. Entra a Sur. Sin retención: …». */
const demasText = (propuesta: PropuestaRecibido): string => {
  const { proveedor_nuevo: isNuevo, productos, bodega, retencion } = propuesta
  const { propuesta: ley } = retencion
  const sinRetener = ley && ley.permiso.impuestos.length > 0 ? (retencion.razon ?? ley.renta.motivo) : undefined
  return [
    ...(isNuevo ? ['Crea el proveedor.'] : []),
    ...(productos.enlazadas > 0 ? [`${productos.enlazadas} de ${productos.lineas} líneas son productos suyos.`] : []),
    ...(bodega ? [bodega.name === null ? bodega.motivo : `Entra a ${bodega.name}.`] : []),
    ...(retencion.retenido === 0 && sinRetener !== undefined ? [sinRetener] : []),
    ...(retencion.retenido > 0 && !emits(propuesta) ? ['La retención se emite aparte.'] : []),
  ].join(' ')
}

/** The proposal with its reasons, accepted by one keystroke. */
export function PropuestaCelda({ fila }: { fila: RecibidoFila }) {
  const { estado, propuesta, anulado, avisos } = fila
  const retencion = useSerieRetencion(estado === 'NUEVO' && emits(propuesta))
  const registrar = useRegistrar(retencion)
  const [isOpen, setOpen] = useState(false)
  const takeGasto = useGasto(fila)
  const button = useRef<HTMLButtonElement>(null)
  /** Moves the focus to the next waiting proposal. */
  const thenNext = async (done: Promise<void>) => {
    const all = waiting()
    const next = all[all.findIndex((one) => one === button.current) + 1]
    await untilRefused(done)
    next?.focus()
  }
  const [isBusy, accept] = useBusy(() => thenNext(registrar(fila)))
  const categoria = propuesta?.gasto?.categoria ?? null
  const [isTaking, take] = useBusy(async () => categoria !== null && thenNext(takeGasto(categoria)))
  const notices = [...(anulado ? ['El proveedor lo anuló en el SRI.'] : []), ...avisos]
  if (estado !== 'NUEVO' || anulado || !hasRight('compra:registrar'))
    return (
      <div className={classes.propuesta}>
        <Chip tone={ESTADO[estado].tone}>{ESTADO[estado].label}</Chip>
        <Avisos avisos={notices} />
      </div>
    )
  const what = registerText(fila)
  const name = `${numeroText(fila)} de ${fila.emisor_nombre}`
  return (
    <div className={classes.propuesta}>
      <Button
        variant="default"
        busy={isBusy}
        busyLabel="Registrando…"
        ref={button}
        disabled={isTaking}
        data-propuesta
        aria-label={`${what}: ${name}`}
        aria-keyshortcuts={categoria === null ? undefined : 'g'}
        onKeyDown={({ key, ctrlKey, metaKey, altKey }) => {
          if (key.toLowerCase() === 'g' && !ctrlKey && !metaKey && !altKey && !isBusy) void take()
        }}
        onClick={() => void accept()}
      >
        {what}
      </Button>
      <small>{propuesta?.motivo ?? 'Se enlaza con la factura que nombra.'}</small>
      {propuesta && (
        <>
          <small>{[demasText(propuesta), ...(emits(propuesta) ? [serieText(retencion)] : [])].filter(Boolean).join(' ')}</small>
          <Button variant="subtle" aria-label={`Ver y corregir lo propuesto: ${name}`} onClick={() => setOpen(true)}>
            Ver y corregir
          </Button>
        </>
      )}
      {categoria !== null && propuesta?.gasto && (
        <>
          <Button
            variant="default"
            disabled={isBusy}
            busy={isTaking}
            busyLabel="Registrando…"
            aria-label={`${gastoText(categoria)}: ${name}`}
            onClick={() => void take()}
          >
            {gastoText(categoria)}
          </Button>
          <small>{propuesta.gasto.motivo} Con la tecla G desde la propuesta.</small>
        </>
      )}
      <Avisos avisos={notices} />
      {isOpen && propuesta && <PropuestaDialog fila={fila} propuesta={propuesta} onClose={() => setOpen(false)} />}
    </div>
  )
}

const Avisos = ({ avisos }: { avisos: readonly string[] }) =>
  avisos.map((aviso) => (
    <small key={aviso} className={classes.aviso}>
      {aviso}
    </small>
  ))
