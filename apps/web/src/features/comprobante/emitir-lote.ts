import type { BorradorFila, Contexto } from '@yupana/contract'

import type { BulkWork } from '../../components/data-table/bulk-dialog.tsx'
import { failureOf, type BulkResult } from '../../components/data-table/use-bulk.ts'
import { contextoQuery } from '../../domain/emision/contexto.queries.ts'
import { queryClient } from '../../lib/http/query-client.ts'
import { randomId } from '../../lib/http/random-id.ts'
import { forgetComprobantes } from './comprobante.queries.ts'

/** Issues a draft as it was saved. */
export type Emisor = (id: string, contexto: Contexto) => Promise<BulkResult>
/** The issuer of drafts of a type; undefined for a type without an editor. */
export type EmisorDe = (codigo: string) => Promise<Emisor | undefined>

const borradores = (count: number) => (count === 1 ? '1 borrador' : `${count} borradores`)

/** Issues drafts of all types; the context is read once for each type. */
export function emitirLote(emisorDe: EmisorDe): BulkWork<BorradorFila> {
  const instance = randomId()
  return {
    title: 'Emitir borradores',
    label: 'Documentos emitidos',
    verbo: 'emitir',
    notice: (count) =>
      `Se emitirán ${borradores(count)}, uno tras otro y con la fecha de hoy. Los que tengan algo por corregir, o un producto ` +
      'eliminado o inactivo, se quedan como están y se dice por qué. Lo emitido no se puede deshacer.',
    begin: (count) => `Emitir ${borradores(count)}`,
    nameOf: ({ cliente, total }) => `${cliente || 'Sin cliente'}${total ? ` · ${total}` : ''}`,
    run: async ({ id, tipo }) => {
      try {
        const emisor = await emisorDe(tipo)
        if (!emisor) return { ok: false, text: 'Este tipo de documento no se emite desde aquí.' }
        const contexto = await queryClient.fetchQuery({ ...contextoQuery(tipo, instance), staleTime: Infinity, gcTime: 60_000 })
        return await emisor(id, contexto)
      } catch (error) {
        return failureOf(error)
      }
    },
    after: forgetComprobantes,
  }
}
