import type { Monto } from '@yupana/fiscal'
import type { TiendaCupon, TiendaCuponForm, TiendaPrecio, TiendaPrecioForm } from '@yupana/contract'
import { MAX_CUPONES_TIENDA } from '@yupana/contract'
import { sql } from 'kysely'

import type { Db } from '../../db/connect.ts'
import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Sesion } from '../../plugins/sesion/session.ts'

const COLUMNS = [
  'id',
  'codigo',
  'porcentaje',
  'monto',
  'vigente_desde',
  'vigente_hasta',
  'usos',
  'usos_empresa',
  'productos',
  'activo',
  'version',
] as const

export type CuponGuardado = Omit<TiendaCupon, 'usados'>

const cupones = (db: Db) => db.selectFrom('tienda_cupon').select(COLUMNS)

/** Active coupons first, the latest of each group first. */
export const readCupones = (db: Db): Promise<CuponGuardado[]> =>
  cupones(db).orderBy('activo', 'desc').orderBy('creado_en', 'desc').orderBy('id').limit(MAX_CUPONES_TIENDA).execute()

export const findCupon = (db: Db, id: string): Promise<CuponGuardado | undefined> => cupones(db).where('id', '=', id).executeTakeFirst()

export const findCuponDeCodigo = (db: Db, codigo: string): Promise<CuponGuardado | undefined> =>
  cupones(db).where('codigo', '=', codigo).executeTakeFirst()

/** Keeps others from creating or changing coupons until the transaction ends. */
export const lockCupones = (db: Db): Promise<unknown> => sql`select pg_advisory_xact_lock(hashtextextended('tienda_cupon', 0))`.execute(db)

/** Number of active coupons. */
export async function countActivos(db: Db): Promise<number> {
  const { n } = await db
    .selectFrom('tienda_cupon')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('activo', '=', true)
    .executeTakeFirstOrThrow()
  return Number(n)
}

const rowOf = ({ version: _version, ...row }: TiendaCuponForm) => row

/** Adds a coupon; false when it was added before. */
export async function insertCupon(db: Db, form: TiendaCuponForm, en: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('tienda_cupon')
    .values({ ...rowOf(form), creado_en: en, editado_en: en })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Stores a coupon; false when another change came first. */
export async function updateCupon(db: Db, form: TiendaCuponForm, en: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('tienda_cupon')
    .set(({ eb }) => ({ ...rowOf(form), version: eb('version', '+', 1), editado_en: en }))
    .where('id', '=', form.id)
    .where('version', '=', form.version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export interface UsosCupon {
  /** Uses by all companies. */
  todos: number
  /** Uses by the company of this transaction. */
  suyos: number
}

/** Uses of each coupon in orders of all companies, through a function of the database. */
export async function readUsos(db: Db, ids: readonly string[], hoy: string): Promise<Map<string, UsosCupon>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<UsosCupon & { cupon_id: string }>`select * from cupon_usos(${ids}::uuid[], ${hoy}::date)`.execute(db)
  return new Map(rows.map(({ cupon_id, todos, suyos }) => [cupon_id, { todos, suyos }]))
}

interface Comprador {
  empresaId: EmpresaId
  usuarioId: string
}

/** The coupon in a user's cart. With `lock`, another order with the same coupon waits until the transaction ends. */
export async function readCuponDeCarrito(tx: Tx, { empresaId, usuarioId }: Comprador, lock = false): Promise<CuponGuardado | undefined> {
  const chosen = await tx
    .selectFrom('carrito_cupon')
    .select('cupon_id')
    .where('empresa_id', '=', empresaId)
    .where('usuario_id', '=', usuarioId)
    .executeTakeFirst()
  if (!chosen) return undefined
  const query = cupones(tx).where('id', '=', chosen.cupon_id)
  return (lock ? query.forUpdate() : query).executeTakeFirst()
}

export const putCuponEnCarrito = (tx: Tx, { empresaId, usuarioId }: Comprador, cuponId: string): Promise<unknown> =>
  tx
    .insertInto('carrito_cupon')
    .values({ empresa_id: empresaId, usuario_id: usuarioId, cupon_id: cuponId })
    .onConflict((conflict) => conflict.columns(['empresa_id', 'usuario_id']).doUpdateSet({ cupon_id: cuponId }))
    .execute()

export const removeCuponDeCarrito = (tx: Tx, { empresaId, usuarioId }: Comprador): Promise<unknown> =>
  tx.deleteFrom('carrito_cupon').where('empresa_id', '=', empresaId).where('usuario_id', '=', usuarioId).execute()

/** Prices agreed with a company and in force on a day, by product. */
export async function readAcordados(tx: Tx, empresaId: EmpresaId, hoy: string): Promise<Map<string, Monto>> {
  const rows = await tx
    .selectFrom('tienda_precio')
    .select(['producto_id', 'precio'])
    .where('empresa_id', '=', empresaId)
    .where('activo', '=', true)
    .where('vigente_desde', '<=', hoy)
    .where((eb) => eb.or([eb('vigente_hasta', 'is', null), eb('vigente_hasta', '>=', hoy)]))
    .execute()
  return new Map(rows.map(({ producto_id, precio }) => [producto_id, precio]))
}

export type PrecioGuardado = Omit<TiendaPrecioForm, 'ruc'>

export const findPrecio = (tx: Tx, empresaId: EmpresaId, productoId: string): Promise<PrecioGuardado | undefined> =>
  tx
    .selectFrom('tienda_precio')
    .select(['producto_id', 'precio', 'vigente_desde', 'vigente_hasta', 'activo', 'version'])
    .where('empresa_id', '=', empresaId)
    .where('producto_id', '=', productoId)
    .executeTakeFirst()

/** Stores an agreed price; false when one exists already, or another change came first. */
export async function savePrecio(tx: Tx, empresaId: EmpresaId, { version, ...precio }: PrecioGuardado, en: Date): Promise<boolean> {
  if (version === 0) {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('tienda_precio')
      .values({ ...precio, empresa_id: empresaId, creado_en: en, editado_en: en })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows === 1n
  }
  const { numUpdatedRows } = await tx
    .updateTable('tienda_precio')
    .set(({ eb }) => ({ ...precio, version: eb('version', '+', 1), editado_en: en }))
    .where('empresa_id', '=', empresaId)
    .where('producto_id', '=', precio.producto_id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Prices of all companies, through a function of the database that serves only a SUPER_ADMIN's session. */
export async function pagePrecios(
  db: Db,
  { tokenHash }: Pick<Sesion, 'tokenHash'>,
  { page, size, ahora }: { page: number; size: number; ahora: Date },
): Promise<{ rows: TiendaPrecio[]; total: number }> {
  const { rows } = await sql<TiendaPrecio & { total: number }>`
    select * from administracion_precios(${tokenHash}, ${ahora}, ${page * size}, ${size})`.execute(db)
  return { rows: rows.map(({ total: _total, ...row }) => row), total: rows[0]?.total ?? 0 }
}
