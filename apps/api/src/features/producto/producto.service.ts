import { randomUUID } from 'node:crypto'
import { LIST_PRODUCT_STATUS, type Producto, type ProductoDetalle, type ProductoForm } from '@yupana/contract'
import { fechaIn, tarifaIvaAt } from '@yupana/fiscal'
import { unprintableIn } from '@yupana/sri'

import type { Tx } from '../../db/transaction.ts'
import { errors, type Problem } from '../../errors.ts'
import { changesOf, recordAuditoria } from '../auditoria/auditoria.service.ts'
import { ordenOf, removeWords, saveWords, wordsOfRow } from '../busqueda/busqueda.service.ts'
import { claim } from '../idempotencia/idempotencia.service.ts'
import * as sql from './producto.sql.ts'

/** Who acts, in which company, when, and whether they may see costs. */
export interface Autor {
  empresaId: string
  usuarioId: string
  en: Date
  veCosto: boolean
}

/** A product as this user may see it. */
export const shownTo = ({ veCosto }: Pick<Autor, 'veCosto'>, row: sql.ProductoLeido): Producto => (veCosto ? row : { ...row, cost: null })

const detailOf = (autor: Autor, row: sql.ProductoLeido): ProductoDetalle => ({ ...shownTo(autor, row), list_product_status: [...LIST_PRODUCT_STATUS] })

async function readRow(tx: Tx, empresaId: string, id: string): Promise<sql.ProductoLeido> {
  const [row] = await sql.readProductos(tx, empresaId, [id])
  if (!row) throw errors.notFound()
  return row
}

/** @throws 404 */
export const read = async (tx: Tx, autor: Autor, id: string): Promise<ProductoDetalle> => detailOf(autor, await readRow(tx, autor.empresaId, id))

/** @throws 422 for a rate that does not hold today and for texts that no RIDE can print */
function checkForm(form: ProductoForm, en: Date, before?: sql.ProductoLeido): void {
  const problems: Problem[] = []
  // What leaves the sale may keep the rate it had.
  const keepsRate = form.status === 'INACTIVO' && before?.iva === form.iva
  const tarifa = tarifaIvaAt(form.iva, fechaIn(en))
  if (!keepsRate && !tarifa) problems.push({ campo: 'iva', message: 'La tarifa de IVA elegida no está vigente hoy.' })
  // O-121: a product is sold on every day, these rates hold on a few or on none.
  if (!keepsRate && tarifa?.special === 'TURISMO') problems.push({ campo: 'iva', message: `La tarifa ${tarifa.label} se elige en la factura los días en que rige: ponga al producto la de los demás días.` })
  if (!keepsRate && tarifa?.special === 'SIN_USO') problems.push({ campo: 'iva', message: `La tarifa ${tarifa.label} no está en uso: elija otra.` })
  for (const campo of ['code', 'auxiliary_code', 'name'] as const)
    for (const character of unprintableIn(form[campo] ?? '')) problems.push({ campo, message: `El carácter ${character} no se puede imprimir.` })
  if (problems.length > 0) throw errors.invalid(problems)
}

function rowOf(form: ProductoForm, cost: number): sql.ProductoRow {
  return {
    code: form.code,
    auxiliary_code: form.auxiliary_code ?? null,
    barcode: form.barcode ?? null,
    name: form.name,
    type_product: form.type_product,
    iva: form.iva,
    price: form.price,
    price_list: form.price_list,
    cost,
    minimum_stock: form.minimum_stock,
    manage_inventory: form.manage_inventory,
    status: form.status,
    is_external: form.is_external,
    ice_codigo: form.ice_codigo ?? null,
    irbpnr: form.irbpnr,
    precio_libre: form.precio_libre,
    orden: ordenOf(form.name),
  }
}

const saveWordsOf = (tx: Tx, empresaId: string, id: string, row: sql.ProductoRow): Promise<void> =>
  saveWords(tx, { empresaId, tipo: 'producto', id }, wordsOfRow(row.code, row.barcode, row.auxiliary_code, row.name))

/** Creates a product once for each key. */
export async function create(tx: Tx, autor: Autor, clave: string, form: ProductoForm): Promise<ProductoDetalle> {
  const { empresaId, usuarioId, en, veCosto } = autor
  checkForm(form, en)
  const id = randomUUID()
  const before = await claim(tx, { empresaId, usuarioId, clave, accion: 'producto.crear', contenido: form, recursoId: id, en })
  if (before !== undefined) return read(tx, autor, before)
  const row = rowOf(form, veCosto ? (form.cost ?? 0) : 0)
  if (!(await sql.insertProducto(tx, empresaId, id, row, en))) throw errors.codeAlreadyUsed(form.code)
  await saveWordsOf(tx, empresaId, id, row)
  await recordAuditoria(tx, { empresaId, usuarioId, en, accion: 'producto.crear', objeto: id, detalle: { code: form.code, name: form.name } })
  return read(tx, autor, id)
}

/** @throws 404, or 409 when somebody else saved since `version` was read */
export async function edit(tx: Tx, autor: Autor, { id, version, ...form }: ProductoForm & { id: string; version: number }): Promise<ProductoDetalle> {
  const { empresaId, en, veCosto } = autor
  const before = await readRow(tx, empresaId, id)
  checkForm(form, en, before)
  const row = rowOf(form, veCosto ? (form.cost ?? before.cost) : before.cost)
  if (!(await sql.updateProducto(tx, empresaId, id, version, row, en))) throw errors.conflict()
  await saveWordsOf(tx, empresaId, id, row)
  const after = await readRow(tx, empresaId, id)
  await recordAuditoria(tx, { ...autor, accion: 'producto.editar', objeto: id, detalle: changesOf(before, after) })
  return detailOf(autor, after)
}

/** All of them or none. @throws 404 when one is not of this company, 422 when one stands in a document */
export async function remove(tx: Tx, autor: Autor, ids: readonly string[]): Promise<void> {
  const { empresaId } = autor
  const rows = await sql.readProductos(tx, empresaId, ids)
  if (rows.length !== ids.length) throw errors.notFound()
  const used = await sql.findInDocumentos(tx, empresaId, ids)
  if (used !== undefined) throw errors.inUse(`el producto ${rows.find(({ id }) => id === used)?.code ?? ''}`)
  await sql.deleteProductos(tx, empresaId, ids)
  await removeWords(tx, { empresaId, tipo: 'producto', ids })
  for (const { id, code, name } of rows) await recordAuditoria(tx, { ...autor, accion: 'producto.eliminar', objeto: id, detalle: { code, name } })
}
