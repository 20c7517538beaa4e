import { COMPROBANTE_CALLS, zipComprobante, type ComprobanteDetalle, type ComprobanteFila } from '@yupana/contract'

import type { BulkWork } from '../../components/data-table/bulk-dialog.tsx'
import { failureOf, type BulkResult } from '../../components/data-table/use-bulk.ts'
import { today } from '../../lib/formato/format.ts'
import { fetchData, fetchPieces, send } from '../../lib/http/http.ts'
import { queryClient } from '../../lib/http/query-client.ts'
import { saveFile } from '../../lib/http/save-file.ts'
import { canMail, hasFiles } from './comprobante-rules.ts'
import { forgetComprobantes } from './comprobante.queries.ts'

export const MAX_CORREOS = 10

/** Earlier receivers of a document, without the company's own copies. */
export const correosOf = ({ correos }: Pick<ComprobanteDetalle, 'correos'>): string[] =>
  [...new Set(correos.flatMap(({ destinatarios }) => destinatarios.filter(({ copia }) => !copia).map(({ direccion }) => direccion)))].slice(
    0,
    MAX_CORREOS,
  )

/** For a document whose files are not here. */
export const EMITIDO_FUERA = 'Se emitió fuera: sus archivos no están aquí.'

async function mailAgain({ id }: ComprobanteFila): Promise<BulkResult> {
  try {
    const correos = correosOf(await fetchData(COMPROBANTE_CALLS.read, { params: { id }, background: true }))
    if (correos.length === 0) return { ok: false, text: 'No se conoce su correo: envíelo desde el comprobante.' }
    const { data } = await send(COMPROBANTE_CALLS.mail, { params: { id }, body: { correos }, background: true })
    return { ok: true, text: data.medio === 'SMTP' ? `En camino a ${correos.join(', ')}` : 'En la bandeja de correos' }
  } catch (error) {
    return failureOf(error)
  }
}

/** Sends RIDE and XML of many documents again, each to its earlier receivers. */
export const REENVIAR: BulkWork<ComprobanteFila> = {
  title: 'Reenviar correos',
  label: 'Comprobantes enviados',
  verbo: 'enviar',
  notice: (count) =>
    `${count === 1 ? 'Se enviarán' : `De ${count} comprobantes se enviarán`} el RIDE y el XML a los correos a los que ya se enviaron. ` +
    'Esto no se puede deshacer.',
  begin: (count) => (count === 1 ? 'Enviar 1 correo' : `Enviar ${count} correos`),
  nameOf: ({ numero }) => numero,
  allows: canMail,
  refusal: (fila) => (hasFiles(fila) ? 'El correo espera la autorización del SRI.' : EMITIDO_FUERA),
  run: mailAgain,
  after: async () => {
    void queryClient.invalidateQueries({ queryKey: ['correo'] })
    await forgetComprobantes()
  },
}

/** First bytes of each file in a ZIP: «PK», 3, 4. */
const BEGINNING = [0x50, 0x4b, 3, 4]

/** Counts files of a ZIP while it arrives, including one whose first bytes are split between two pieces. */
export function fileCounter(): (bytes: Uint8Array) => number {
  let matched = 0
  let count = 0
  return (bytes) => {
    for (const byte of bytes) {
      matched = byte === BEGINNING[matched] ? matched + 1 : byte === BEGINNING[0] ? 1 : 0
      if (matched === BEGINNING.length) [matched, count] = [0, count + 1]
    }
    return count
  }
}

const FILES_OF_EACH = 2

/** Saves RIDE and XML of these documents; `onDone` receives the number of documents so far. @throws HttpError */
export async function downloadZip(ids: readonly string[], onDone: (documents: number) => void): Promise<void> {
  const filesIn = fileCounter()
  const zip = await fetchPieces(zipComprobante, { body: { ids: [...ids] } }, (bytes) => onDone(Math.floor(filesIn(bytes) / FILES_OF_EACH)))
  saveFile(zip, `comprobantes-${today()}.zip`)
}
