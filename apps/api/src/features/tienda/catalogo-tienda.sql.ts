import type { OrdenLinea, TiendaProducto, TiendaProductoForm } from '@yupana/contract'
import { MAX_PRODUCTOS_TIENDA } from '@yupana/contract'
import { sql } from 'kysely'

import type { Db } from '../../db/connect.ts'
import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'

const COLUMNS = [
  'id',
  'tipo',
  'nombre',
  'descripcion',
  'precio',
  'iva',
  'firma_tipo',
  'firma_anios',
  'plan_documentos',
  'vigente_desde',
  'vigente_hasta',
  'activo',
  'version',
] as const

const productos = (db: Db) => db.selectFrom('tienda_producto').select(COLUMNS).orderBy('tipo').orderBy('precio').orderBy('id')

export const readProductos = (db: Db): Promise<TiendaProducto[]> => productos(db).limit(MAX_PRODUCTOS_TIENDA).execute()

/** Products on sale on a day, at the price of that day. */
export const readVigentes = (db: Db, hoy: string): Promise<TiendaProducto[]> =>
  productos(db)
    .where('activo', '=', true)
    .where('vigente_desde', '<=', hoy)
    .where((eb) => eb.or([eb('vigente_hasta', 'is', null), eb('vigente_hasta', '>=', hoy)]))
    .limit(MAX_PRODUCTOS_TIENDA)
    .execute()

export const findProducto = (db: Db, id: string): Promise<TiendaProducto | undefined> =>
  productos(db).where('id', '=', id).executeTakeFirst()

export async function countProductos(db: Db): Promise<number> {
  const { n } = await db
    .selectFrom('tienda_producto')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

const rowOf = ({ version: _version, ...row }: TiendaProductoForm) => row

/** Adds a product to the store; false when it was added before. */
export async function insertProducto(db: Db, form: TiendaProductoForm, en: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('tienda_producto')
    .values({ ...rowOf(form), creado_en: en, editado_en: en })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Stores a product of the store; false when another change came first. */
export async function updateProducto(db: Db, form: TiendaProductoForm, en: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('tienda_producto')
    .set(({ eb }) => ({ ...rowOf(form), version: eb('version', '+', 1), editado_en: en }))
    .where('id', '=', form.id)
    .where('version', '=', form.version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export interface Ajuste {
  transferencia: string | null
  /** Selling company and its till; all set or none. */
  vende_id: EmpresaId | null
  establecimiento: string | null
  punto: string | null
}

/** Ways of payment and the seller; version 0 while the installation has not set them. */
export async function readAjuste(db: Db): Promise<Ajuste & { version: number }> {
  const row = await db
    .selectFrom('tienda_ajuste')
    .select(['transferencia', 'vende_id', 'establecimiento', 'punto', 'version'])
    .executeTakeFirst()
  return row ?? { transferencia: null, vende_id: null, establecimiento: null, punto: null, version: 0 }
}

export async function saveAjuste(db: Db, ajuste: Ajuste, version: number): Promise<boolean> {
  if (version === 0) {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('tienda_ajuste')
      .values(ajuste)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows === 1n
  }
  const { numUpdatedRows } = await db
    .updateTable('tienda_ajuste')
    .set(({ eb }) => ({ ...ajuste, version: eb('version', '+', 1) }))
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

interface Comprador {
  empresaId: EmpresaId
  usuarioId: string
}

/** The cart of a user. With `lock`, an order of the same instant waits and finds the cart empty. */
export function readCarrito(tx: Tx, { empresaId, usuarioId }: Comprador, lock = false) {
  const query = tx
    .selectFrom('carrito_linea')
    .select(['producto_id', 'formulario', 'periodo', 'cantidad'])
    .where('empresa_id', '=', empresaId)
    .where('usuario_id', '=', usuarioId)
    .orderBy('agregado_en')
    .orderBy('producto_id')
    .orderBy('periodo')
  return (lock ? query.forUpdate() : query).execute()
}

interface EnCarrito {
  producto_id: string
  declaracion: OrdenLinea['declaracion']
  cantidad: number
}

/** Number of other lines in the cart. */
export async function countOtras(tx: Tx, { empresaId, usuarioId }: Comprador, { producto_id, declaracion }: Omit<EnCarrito, 'cantidad'>) {
  const { formulario, periodo } = declaracion ?? SIN_DECLARACION
  const { n } = await tx
    .selectFrom('carrito_linea')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('empresa_id', '=', empresaId)
    .where('usuario_id', '=', usuarioId)
    .where(({ eb, not, and }) =>
      not(and([eb('producto_id', '=', producto_id), eb('formulario', '=', formulario), eb('periodo', '=', periodo)])),
    )
    .executeTakeFirstOrThrow()
  return Number(n)
}

const SIN_DECLARACION = { formulario: '', periodo: '' } as const

export const putEnCarrito = (
  tx: Tx,
  { empresaId, usuarioId }: Comprador,
  { producto_id, declaracion, cantidad }: EnCarrito,
  en: Date,
): Promise<unknown> =>
  tx
    .insertInto('carrito_linea')
    .values({ empresa_id: empresaId, usuario_id: usuarioId, producto_id, ...(declaracion ?? SIN_DECLARACION), cantidad, agregado_en: en })
    .onConflict((conflict) =>
      conflict.columns(['empresa_id', 'usuario_id', 'producto_id', 'formulario', 'periodo']).doUpdateSet({ cantidad }),
    )
    .execute()

/** Removes the same declaration under another product of the store. */
export const removeOtras = (
  tx: Tx,
  { empresaId, usuarioId }: Comprador,
  { producto_id, declaracion }: { producto_id: string; declaracion: NonNullable<OrdenLinea['declaracion']> },
): Promise<unknown> =>
  tx
    .deleteFrom('carrito_linea')
    .where('empresa_id', '=', empresaId)
    .where('usuario_id', '=', usuarioId)
    .where('producto_id', '<>', producto_id)
    .where('formulario', '=', declaracion.formulario)
    .where('periodo', '=', declaracion.periodo)
    .execute()

/** Removes lines of products that are no longer sold or changed their kind: nobody sees them. */
export async function removeRetiradas(tx: Tx, { empresaId, usuarioId }: Comprador, vigentes: readonly TiendaProducto[]): Promise<void> {
  const idsOf = (isDeclaracion: boolean) => vigentes.filter(({ tipo }) => (tipo === 'DECLARACION') === isDeclaracion).map(({ id }) => id)
  await sql`
    delete from carrito_linea where empresa_id = ${empresaId} and usuario_id = ${usuarioId}
       and producto_id <> all (case formulario when '' then ${idsOf(false)}::uuid[] else ${idsOf(true)}::uuid[] end)`.execute(tx)
}

export const clearCarrito = (tx: Tx, { empresaId, usuarioId }: Comprador): Promise<unknown> =>
  tx.deleteFrom('carrito_linea').where('empresa_id', '=', empresaId).where('usuario_id', '=', usuarioId).execute()

export function removeDeCarrito(
  tx: Tx,
  { empresaId, usuarioId }: Comprador,
  { producto_id, declaracion }: Omit<EnCarrito, 'cantidad'>,
): Promise<unknown> {
  const { formulario, periodo } = declaracion ?? SIN_DECLARACION
  return tx
    .deleteFrom('carrito_linea')
    .where('empresa_id', '=', empresaId)
    .where('usuario_id', '=', usuarioId)
    .where('producto_id', '=', producto_id)
    .where('formulario', '=', formulario)
    .where('periodo', '=', periodo)
    .execute()
}
