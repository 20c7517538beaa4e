import type { Monto } from '@yupana/fiscal'
import type { FacturaForm } from '@yupana/contract'
import { sql } from 'kysely'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'

export interface PrecioDeLista {
  id: string
  code: string
  name: string
  iva: number
  price: Monto
  price_list: number[]
  precio_libre: boolean
  ice_codigo: string | null
  irbpnr: boolean
}

/** The products of the lines, by id or by code, with their sale data. */
export const readPrecios = async (
  tx: Tx,
  empresaId: EmpresaId,
  ids: readonly string[],
  codigos: readonly string[],
): Promise<PrecioDeLista[]> =>
  (
    await sql<PrecioDeLista>`
    select p.id, p.code, p.name, p.iva, p.price, p.price_list, p.precio_libre, p.ice_codigo, p.irbpnr from producto p
     where p.empresa_id = ${empresaId} and (p.id = any(${ids}::uuid[]) or p.code = any(${codigos}::text[]))`.execute(tx)
  ).rows

/** The form as it was issued before, when the factura is being corrected. */
export const readFacturaEmitida = async (tx: Tx, empresaId: EmpresaId, id: string): Promise<FacturaForm | undefined> => {
  const { rows } = await sql<{ entrada: FacturaForm }>`
    select v.entrada from documento d join documento_version v on v.empresa_id = d.empresa_id and v.documento_id = d.id and v.n = d.version
     where d.empresa_id = ${empresaId} and d.id = ${id} and d.tipo = '01'`.execute(tx)
  return rows[0]?.entrada
}
