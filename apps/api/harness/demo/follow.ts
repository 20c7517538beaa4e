import { setTimeout as sleep } from 'node:timers/promises'
import { COMPROBANTE_CALLS, type ComprobanteDetalle } from '@yupana/contract'

import type { ApiClient } from './api-client.ts'

const POLL_MS = 200
/** States that do not change by themselves. */
const AT_REST = new Set(['AUTORIZADO', 'RECHAZADO', 'RETENIDO', 'CUARENTENA', 'CERRADO', 'ANULADO'])

/** Polls the document until it rests or the time is over; reports each new step. */
export async function follow(api: ApiClient, id: string, timeMs: number, onStep: (line: string) => void): Promise<ComprobanteDetalle> {
  const until = Date.now() + timeMs
  let told = 0
  for (;;) {
    const detalle = await api.call<ComprobanteDetalle>(COMPROBANTE_CALLS.read, { params: { id } })
    const began = Date.parse(detalle.eventos[0]?.en ?? detalle.creado_en)
    for (const { en, a, causa } of detalle.eventos.slice(told))
      onStep(`${`+${Date.parse(en) - began} ms`.padStart(11)}  ${a.padEnd(11)} ${causa}`)
    told = detalle.eventos.length
    if (AT_REST.has(detalle.estado) || Date.now() > until) return detalle
    await sleep(POLL_MS)
  }
}

/** Reasons why the document is not authorised. */
export function* reasonsOf({ estado, mensajes }: ComprobanteDetalle): Generator<string> {
  if (!AT_REST.has(estado)) yield `Sigue en camino (${estado}): el envío continúa solo; mírela en la aplicación.`
  for (const { identificador, mensaje, informacionAdicional, causa, remedio } of mensajes)
    yield [`SRI ${identificador}: ${mensaje}`, informacionAdicional, causa, remedio].filter(Boolean).join(' — ')
}
