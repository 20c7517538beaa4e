import { deleteCotizacion, mailCotizacion, MAX_CORREOS_COTIZACION, readCotizacion, type CotizacionFila } from '@yupana/contract'
import { canDeleteCotizacion } from '@yupana/fiscal'

import type { BulkWork } from '../../components/data-table/bulk-dialog.tsx'
import { failureOf, type BulkResult } from '../../components/data-table/use-bulk.ts'
import { isRefusal } from '../../lib/http/http-error.ts'
import { fetchData, send } from '../../lib/http/http.ts'
import { createSendingKey } from '../../lib/http/sending-key.ts'
import { forgetCotizaciones, restore } from './cotizacion.queries.ts'

const cotizaciones = (count: number) => (count === 1 ? '1 cotización' : `${count} cotizaciones`)

const DE_COTIZACIONES = { nameOf: ({ numero }: CotizacionFila) => numero, after: forgetCotizaciones }

/** Deletes selected quotes; accepted and invoiced ones stay. */
export const ELIMINAR: BulkWork<CotizacionFila> = {
  ...DE_COTIZACIONES,
  undo: restore,
  title: 'Eliminar',
  label: 'Cotizaciones eliminadas',
  verbo: 'eliminar',
  notice: (count) =>
    count === 1
      ? 'Se eliminará 1 cotización. Su número no se vuelve a usar.'
      : `Se eliminarán ${cotizaciones(count)}. Sus números no se vuelven a usar.`,
  begin: (count) => `Eliminar ${cotizaciones(count)}`,
  allows: ({ estado }) => canDeleteCotizacion(estado),
  refusal: () => 'Está aceptada o facturada: no se elimina.',
  run: async ({ id }) => {
    try {
      await send(deleteCotizacion, { params: { id }, background: true })
      return { ok: true, text: 'Eliminada' }
    } catch (error) {
      return failureOf(error)
    }
  },
}

interface Envio {
  body: { version: number; correos: string[] }
  headers: Record<string, string>
}

/** The mail to the client's addresses; undefined if there are none. */
async function envioOf(id: string): Promise<Envio | undefined> {
  const { version, form } = await fetchData(readCotizacion, { params: { id }, background: true })
  const correos = form.comprador.correos.slice(0, MAX_CORREOS_COTIZACION)
  const body = { version, correos }
  return correos.length === 0 ? undefined : { body, headers: createSendingKey()(body) }
}

/** Mails each quote to its own client; a mail without an answer is repeated with the same key. */
export function sendLote(): BulkWork<CotizacionFila> {
  const sinRespuesta = new Map<string, Envio>()
  const mail = async ({ id }: CotizacionFila): Promise<BulkResult> => {
    try {
      const envio = sinRespuesta.get(id) ?? (await envioOf(id))
      if (!envio) return { ok: false, text: 'No se conoce su correo: envíela desde la cotización.' }
      sinRespuesta.set(id, envio)
      await send(mailCotizacion, { params: { id }, ...envio, background: true })
      return { ok: true, text: `Enviada a ${envio.body.correos.join(', ')}` }
    } catch (error) {
      if (isRefusal(error)) sinRespuesta.delete(id)
      return failureOf(error)
    }
  }
  return {
    ...DE_COTIZACIONES,
    title: 'Enviar por correo',
    label: 'Cotizaciones enviadas',
    verbo: 'enviar',
    notice: (count) =>
      `${count === 1 ? 'Se enviará 1 cotización a los correos de su cliente' : `Se enviarán ${cotizaciones(count)}, cada una a su cliente`}, ` +
      'con el PDF y el enlace para responder. Los borradores quedan enviados. Esto no se puede deshacer.',
    begin: (count) => `Enviar ${cotizaciones(count)}`,
    allows: ({ estado }) => estado === 'BORRADOR' || estado === 'ENVIADA',
    refusal: () => 'Se envían las que son borrador o esperan respuesta.',
    run: mail,
  }
}
