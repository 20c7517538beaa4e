import { LIST_PRODUCT_STATUS, type ParteDeCombo, type Producto, type ProductoDetalle, type ProductoForm } from '@yupana/contract'
import { displayNumero, fechaIn, tarifaIvaAt, type Monto } from '@yupana/fiscal'
import { unprintableIn } from '@yupana/sri'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Ambiente } from '../../db/schema.ts'
import type { Tx } from '../../db/transaction.ts'
import { errors, type Problem } from '../../errors.ts'
import { ordenOf } from '../busqueda/busqueda.door.ts'
import * as catalogo from '../catalogo/catalogo.door.ts'
import { lecturasOf, tomadasOf, type LecturaTomada } from './codigo-barras.service.ts'
import { checkDevueltos, comboOf, comboProblems, partesJson, partesText, takePartes } from './combo.service.ts'
import { takeEntero } from './combo.sql.ts'
import { copyImagen } from './producto-imagen.sql.ts'
import { signPrecios } from './producto-precio.sql.ts'
import * as sql from './producto.sql.ts'

/** The user, and whether the user may see costs. */
export interface Autor extends catalogo.Autor {
  ambiente: Ambiente
  veCosto: boolean
}

/** The texts by which a product is found. */
export const textsOf = ({
  code,
  barcode,
  barcodes,
  auxiliary_code,
  name,
}: Pick<sql.ProductoRow, 'code' | 'barcode' | 'barcodes' | 'auxiliary_code' | 'name'>) =>
  [code, barcode, ...barcodes, auxiliary_code, name] as const

const PRODUCTOS: catalogo.Catalogo<sql.ProductoRow, sql.ProductoLeido> = {
  ...sql.PRODUCTO,
  words: textsOf,
  audited: ['code', 'name'],
  /** Category, brand, unit and parts are kept by name: they may be deleted when the audit is read. */
  async told(tx, empresaId, changes) {
    const named: Record<string, unknown> = { ...changes }
    for (const campo of sql.NOMBRA) {
      const change = changes[campo]
      if (!Array.isArray(change)) continue
      named[campo] = await Promise.all(change.map((id) => (typeof id === 'string' ? sql.takeNombrado(tx, empresaId, campo, id) : null)))
    }
    const { partes } = changes
    if (Array.isArray(partes)) named['partes'] = await Promise.all(partes.map((one) => partesText(tx, empresaId, one as ParteDeCombo[])))
    return named
  },
  taken: ({ code }) => errors.codeAlreadyUsed(code),
  async whyKept(tx, empresaId, rows, en) {
    const kept = await sql.findKept(
      tx,
      empresaId,
      rows.map(({ id }) => id),
      fechaIn(en),
    )
    return kept && errors.inUse(`el producto ${kept.code}`, kept.donde)
  },
}

/** A product as this user may see it. */
export const shownTo = ({ veCosto }: Pick<Autor, 'veCosto'>, row: sql.ProductoLeido): Producto => (veCosto ? row : { ...row, cost: null })

const detailOf = async (tx: Tx, autor: Autor, row: sql.ProductoLeido): Promise<ProductoDetalle> => ({
  ...shownTo(autor, row),
  list_product_status: [...LIST_PRODUCT_STATUS],
  combo: await comboOf(tx, autor, row),
})

/** @throws 404 */
export const read = async (tx: Tx, autor: Autor, id: string): Promise<ProductoDetalle> =>
  detailOf(tx, autor, await catalogo.read(tx, PRODUCTOS, autor.empresaId, id))

/** The fields of a form that are checked against the day and the printed page. */
type Revisado = Pick<ProductoForm, 'code' | 'auxiliary_code' | 'name' | 'iva' | 'status'>

/** Problems of a rate that does not hold today, and of texts that no RIDE can print. */
export function problemsOf(form: Revisado, en: Date, before?: Pick<sql.ProductoLeido, 'iva'>): Problem[] {
  const problems: Problem[] = []
  // A product that leaves the sale may keep its rate.
  const keepsRate = form.status === 'INACTIVO' && before?.iva === form.iva
  const tarifa = tarifaIvaAt(form.iva, fechaIn(en))
  if (!keepsRate && !tarifa) problems.push({ campo: 'iva', message: 'La tarifa de IVA elegida no está vigente hoy.' })
  // O-121: a product is sold on every day, these rates hold on a few or on none.
  if (!keepsRate && tarifa?.special === 'TURISMO')
    problems.push({
      campo: 'iva',
      message: `La tarifa ${tarifa.label} se elige en la factura los días en que rige: ponga al producto la de los demás días.`,
    })
  if (!keepsRate && tarifa?.special === 'SIN_USO')
    problems.push({ campo: 'iva', message: `La tarifa ${tarifa.label} no está en uso: elija otra.` })
  for (const campo of ['code', 'auxiliary_code', 'name'] as const)
    for (const character of unprintableIn(form[campo] ?? ''))
      problems.push({ campo, message: `El carácter ${character} no se puede imprimir.` })
  return problems
}

const NOMBRA_TEXT = { category_id: 'La categoría elegida', brand_id: 'La marca elegida', unit_id: 'La unidad elegida' } as const

/** Checks that the named records exist, and locks them. @throws 422 */
async function checkNombrados(tx: Tx, empresaId: EmpresaId, form: ProductoForm): Promise<void> {
  const problems: Problem[] = []
  for (const campo of sql.NOMBRA) {
    const id = form[campo]
    if (typeof id === 'string' && (await sql.takeNombrado(tx, empresaId, campo, id)) === undefined)
      problems.push({ campo, message: `${NOMBRA_TEXT[campo]} ya no existe. Elija otra.` })
  }
  if (problems.length > 0) throw errors.invalid(problems)
}

const isStocked = ({ type_product: tipo, manage_inventory: managed, is_external: external }: Inventariable) =>
  tipo === 'PRODUCTO' && managed && !external
type Inventariable = Pick<ProductoForm, 'type_product' | 'manage_inventory' | 'is_external'>

/** A product with stock stays in the inventory: else its value would leave the reports without leaving the warehouse. @throws 422 */
async function checkExistencias(tx: Tx, empresaId: EmpresaId, before: sql.ProductoLeido, form: ProductoForm): Promise<void> {
  if (!isStocked(before) || isStocked(form)) return
  await takeEntero(tx, empresaId, before.id)
  const [hay] = await sql.readExistencias(tx, empresaId, before.id)
  if (!hay) return
  const campo = form.type_product === 'SERVICIO' ? 'type_product' : form.manage_inventory ? 'is_external' : 'manage_inventory'
  const message = `Tiene existencias en la bodega ${hay.bodega} (${displayNumero(hay.cantidad)}): déjelas en cero con un movimiento antes de que el producto deje de llevar inventario.`
  throw errors.field('IN_USE', campo, message)
}

/** Checks that no other product has the codes just written. @throws 422 */
async function checkLecturas(tx: Tx, empresaId: EmpresaId, producto: sql.ProductoLeido, before?: sql.ProductoLeido): Promise<void> {
  const tomadas = await tomadasOf(tx, empresaId, lecturasOf(producto.id, producto, before))
  const campoOf = ({ texto, esPrincipal }: LecturaTomada) =>
    esPrincipal ? 'code' : texto === producto.barcode ? 'barcode' : `barcodes.${producto.barcodes.indexOf(texto)}`
  const problems = new Map(tomadas.map((tomada) => [campoOf(tomada), tomada.message]))
  if (problems.size > 0) throw errors.invalid([...problems].map(([campo, message]) => ({ campo, message })))
}

/** @throws 422 */
function checkForm(form: ProductoForm, en: Date, before?: sql.ProductoLeido): void {
  const problems = [...problemsOf(form, en, before), ...comboProblems(form)]
  form.barcodes.forEach((barcode, at) => {
    if (barcode === form.barcode || form.barcodes.indexOf(barcode) < at)
      problems.push({ campo: `barcodes.${at}`, message: `El código de barras ${barcode} está repetido.` })
  })
  if (problems.length > 0) throw errors.invalid(problems)
}

export function rowOf(form: ProductoForm, cost: Monto): sql.ProductoRow {
  return {
    code: form.code,
    auxiliary_code: form.auxiliary_code ?? null,
    barcode: form.barcode ?? null,
    barcodes: form.barcodes,
    name: form.name,
    type_product: form.type_product,
    category_id: form.category_id ?? null,
    brand_id: form.brand_id ?? null,
    unit_id: form.unit_id ?? null,
    iva: form.iva,
    price: form.price,
    price_list: form.price_list,
    cost,
    minimum_stock: form.minimum_stock,
    // A service has no stock.
    manage_inventory: form.manage_inventory && form.type_product === 'PRODUCTO',
    status: form.status,
    is_external: form.is_external,
    ice_codigo: form.ice_codigo ?? null,
    irbpnr: form.irbpnr,
    precio_libre: form.precio_libre,
    partes: partesJson(form.partes),
    orden: ordenOf(form.name),
  }
}

/** Creates a product once for each key. */
export async function create(tx: Tx, autor: Autor, idempotencyKey: string, form: ProductoForm): Promise<ProductoDetalle> {
  checkForm(form, autor.en)
  await checkNombrados(tx, autor.empresaId, form)
  await signPrecios(tx, autor.usuarioId)
  const row = rowOf(form, autor.veCosto ? (form.cost ?? 0) : 0)
  const take = (id: string) => takePartes(tx, autor.empresaId, id, form.partes)
  const producto = await catalogo.create(tx, PRODUCTOS, autor, { idempotencyKey, form, row, take })
  await checkLecturas(tx, autor.empresaId, producto)
  return detailOf(tx, autor, producto)
}

export async function edit(
  tx: Tx,
  autor: Autor,
  { id, version, ...form }: ProductoForm & { id: string; version: number },
): Promise<ProductoDetalle> {
  await signPrecios(tx, autor.usuarioId)
  let had: sql.ProductoLeido | undefined
  const after = await catalogo.edit(
    tx,
    PRODUCTOS,
    autor,
    { id, version },
    {
      check: (before) => checkForm(form, autor.en, before),
      async take(before) {
        await checkNombrados(tx, autor.empresaId, form)
        await checkExistencias(tx, autor.empresaId, before, form)
        await takePartes(tx, autor.empresaId, id, form.partes, { before: before.partes })
        had = before
      },
      rowOf: ({ cost }) => rowOf(form, autor.veCosto ? (form.cost ?? cost) : cost),
    },
  )
  await checkLecturas(tx, autor.empresaId, after, had)
  return detailOf(tx, autor, after)
}

const MAX_CODE = 25
const COPIA = ' (copia)'

/** A copy with a code of its own; the scanned codes stay with the first product. @throws 404, 422 for a rate that no longer holds */
export async function duplicate(tx: Tx, autor: Autor, idempotencyKey: string, id: string): Promise<ProductoDetalle> {
  const { empresaId } = autor
  const source = await catalogo.read(tx, PRODUCTOS, empresaId, id)
  const problems = problemsOf({ ...source, auxiliary_code: source.auxiliary_code ?? undefined }, autor.en)
  if (problems.length > 0) throw errors.invalid(problems)
  await sql.lockCodigos(tx, empresaId)
  await signPrecios(tx, autor.usuarioId)
  const name = `${[...source.name].slice(0, 300 - COPIA.length).join('')}${COPIA}`
  const { id: _, imagen: _imagen, version: _version, creado_en: _creado, editado_en: _editado, ...fields } = source
  const code = await sql.freeCode(tx, empresaId, source.code, MAX_CODE)
  const partes = partesJson(source.partes)
  const row = { ...fields, code, name, auxiliary_code: null, barcode: null, barcodes: [], partes, orden: ordenOf(name) }
  // A part of the first product may be out of sale, and stays.
  const take = (copyId: string) => takePartes(tx, empresaId, copyId, source.partes, { known: source.partes })
  const copy = await catalogo.create(tx, PRODUCTOS, autor, { idempotencyKey, form: { duplica: id }, row, take })
  await checkLecturas(tx, empresaId, copy)
  if (source.imagen !== null && copy.imagen === null) await copyImagen(tx, empresaId, id, copy.id)
  return read(tx, autor, copy.id)
}

/** Deletes all of them or none, and only products in no document. */
export const remove = (tx: Tx, autor: Autor, ids: readonly string[]): Promise<void> => catalogo.remove(tx, PRODUCTOS, autor, ids)

/** Restores deleted products of the last day as they were: the prices and cost are signed by the user who restores them. */
export async function restore(tx: Tx, autor: Autor, ids: readonly string[]): Promise<void> {
  await signPrecios(tx, autor.usuarioId)
  await catalogo.restore(tx, PRODUCTOS, autor, ids, async (rows) => {
    await checkDevueltos(tx, autor.empresaId, rows)
    const [tomada] = await tomadasOf(
      tx,
      autor.empresaId,
      rows.flatMap((row) => lecturasOf(row.id, row)),
    )
    if (tomada) throw errors.deletionKept(tomada.porque)
  })
}
