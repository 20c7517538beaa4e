import type { FacturaForm } from '@yupana/contract'
import { sql } from 'kysely'

import type { Tx } from '../../db/transaction.ts'

export interface PrecioDeLista {
  id: string
  code: string
  iva: number
  price: number
  price_list: number[]
  precio_libre: boolean
}

/** What the products that lines name, by id or by code, cost. */
export const readPrecios = async (tx: Tx, empresaId: string, ids: readonly string[], codigos: readonly string[]): Promise<PrecioDeLista[]> =>
  (await sql<PrecioDeLista>`
    select p.id, p.code, p.iva, p.price, p.price_list, p.precio_libre from producto p
     where p.empresa_id = ${empresaId} and (p.id = any(${ids}::uuid[]) or p.code = any(${codigos}::text[]))`.execute(tx)).rows

/** The lines as they were issued before, when the document is being corrected. */
export const readLineasEmitidas = async (tx: Tx, empresaId: string, id: string): Promise<FacturaForm['lineas']> => {
  const { rows } = await sql<{ entrada: FacturaForm }>`
    select v.entrada from documento d join documento_version v on v.empresa_id = d.empresa_id and v.documento_id = d.id and v.n = d.version
     where d.empresa_id = ${empresaId} and d.id = ${id}`.execute(tx)
  return rows[0]?.entrada.lineas ?? []
}
