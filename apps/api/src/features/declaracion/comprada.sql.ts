import type { CodigoFormulario, Fecha, PeriodoFiscal } from '@yupana/fiscal'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'

export interface Comprada {
  formulario: CodigoFormulario
  desde: string
  meses: number
  orden_id: string
  orden: number
  numero_sri: string | null
  fecha_sri: string | null
  version: number
}

/** Which declaration of a company: a form and its period. */
export interface Declaracion {
  formulario: CodigoFormulario
  periodo: PeriodoFiscal
}

const compradas = (tx: Tx, empresaId: EmpresaId) =>
  tx
    .selectFrom('declaracion_comprada as d')
    .innerJoin('orden as o', (join) => join.onRef('o.empresa_id', '=', 'd.empresa_id').onRef('o.id', '=', 'd.orden_id'))
    .select(['d.formulario', 'd.desde', 'd.meses', 'd.orden_id', 'o.numero as orden', 'd.numero_sri', 'd.fecha_sri', 'd.version'])
    .where('d.empresa_id', '=', empresaId)

export const findComprada = (tx: Tx, empresaId: EmpresaId, { formulario, periodo }: Declaracion): Promise<Comprada | undefined> =>
  compradas(tx, empresaId)
    .where('d.formulario', '=', formulario)
    .where('d.desde', '=', periodo.desde)
    .where('d.meses', '=', periodo.meses)
    .executeTakeFirst()

/** A form and its period as one key. */
export const declaradaKeyOf = ({ formulario, desde, meses }: Pick<Comprada, 'formulario' | 'desde' | 'meses'>): string =>
  `${formulario} ${desde} ${meses}`

interface Dias {
  desde: Fecha
  hasta: Fecha
}

/** Bought declarations of periods that began between two days. */
export const readCompradas = (tx: Tx, empresaId: EmpresaId, { desde, hasta }: Dias): Promise<Comprada[]> =>
  compradas(tx, empresaId).where('d.desde', '>=', desde).where('d.desde', '<=', hasta).execute()

export const readDeOrden = (tx: Tx, empresaId: EmpresaId, ordenId: string): Promise<Comprada[]> =>
  compradas(tx, empresaId).where('d.orden_id', '=', ordenId).orderBy('d.desde').orderBy('d.formulario').execute()

/** Stores a bought declaration; false where the company bought it before. */
export async function insertComprada(
  tx: Tx,
  empresaId: EmpresaId,
  ordenId: string,
  { formulario, periodo: { desde, meses } }: Declaracion,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('declaracion_comprada')
    .values({ empresa_id: empresaId, formulario, desde, meses, orden_id: ordenId })
    .onConflict((conflict) => conflict.columns(['empresa_id', 'formulario', 'desde', 'meses']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

interface Acuse {
  numero: string
  fecha: Fecha
  version: number
  en: Date
}

/** Stores number and day of the SRI's receipt; false where another change came first. */
export async function updateAcuseComprada(
  tx: Tx,
  empresaId: EmpresaId,
  { formulario, periodo }: Declaracion,
  { numero, fecha, version, en }: Acuse,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('declaracion_comprada')
    .set({ numero_sri: numero, fecha_sri: fecha, declarada_en: en, version: version + 1 })
    .where('empresa_id', '=', empresaId)
    .where('formulario', '=', formulario)
    .where('desde', '=', periodo.desde)
    .where('meses', '=', periodo.meses)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Removes the declarations of an order whose money goes back; one that the SRI already has stays. */
export const removeDeOrden = (tx: Tx, empresaId: EmpresaId, ordenId: string): Promise<unknown> =>
  tx
    .deleteFrom('declaracion_comprada')
    .where('empresa_id', '=', empresaId)
    .where('orden_id', '=', ordenId)
    .where('declarada_en', 'is', null)
    .execute()
