import type { ParteDeCombo, ProductoDetalle, ProductoForm } from '@yupana/contract'
import { combosQueAlcanzan, displayNumero } from '@yupana/fiscal'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'
import { errors, type Problem } from '../../errors.ts'
import { withStock } from '../movimiento/movimiento.door.ts'
import * as sql from './combo.sql.ts'
import type { ProductoLeido } from './producto.sql.ts'

// A combo is made of other products, which leave the stock in its place (issue 13 §1). It has no stock of its own.

type Combo = Pick<ProductoForm, 'partes' | 'manage_inventory' | 'is_external'>

const lower = ({ producto_id }: Pick<ParteDeCombo, 'producto_id'>) => producto_id.toLowerCase()

/** The problems of a form that no combo can have. */
export function comboProblems({ partes, manage_inventory: managed, is_external: external }: Combo): Problem[] {
  if (partes.length === 0) return []
  const problems: Problem[] = []
  if (managed)
    problems.push({ campo: 'manage_inventory', message: 'Un combo no lleva inventario propio: del stock salen sus partes. Desmárquelo.' })
  if (external) problems.push({ campo: 'is_external', message: 'Un combo no es externo: del stock salen sus partes. Desmárquelo.' })
  const ids = partes.map(lower)
  ids.forEach((id, at) => {
    if (ids.indexOf(id) < at) problems.push({ campo: `partes.${at}.producto_id`, message: 'Ya está en el combo: cambie su cantidad.' })
  })
  return problems
}

/** The reason why a product cannot be a part; a part the combo has already may be out of sale. */
function whyNoParte(parte: sql.ParteLeida | undefined, isHad: boolean): string | undefined {
  if (!parte) return 'El producto ya no existe. Elija otro.'
  if (parte.es_combo) return `${parte.code} es un combo: un combo no lleva otro. Ponga sus partes.`
  if (parte.status !== 'ACTIVO' && !isHad) return `${parte.code} está inactivo: actívelo o elija otro.`
  return undefined
}

/**
 * Locks the new parts of a product until the end of the transaction. `before`: its parts so far; `known`: parts that may be out of sale.
 * @throws 422 when it cannot be a combo, or one of them cannot be a part
 */
export async function takePartes(
  tx: Tx,
  empresaId: EmpresaId,
  id: string,
  partes: readonly ParteDeCombo[],
  { before = [], known = before }: { before?: readonly ParteDeCombo[]; known?: readonly ParteDeCombo[] } = {},
): Promise<void> {
  if (partes.length === 0 || JSON.stringify(partes) === JSON.stringify(before)) return
  const ids = partes.map(lower)
  if (ids.includes(id)) {
    const message = 'Un combo no es parte de sí mismo: elija otro producto.'
    throw errors.invalid([{ campo: `partes.${ids.indexOf(id)}.producto_id`, message }])
  }
  await sql.takePartes(tx, empresaId, [id, ...ids])
  if (before.length === 0) {
    await sql.takeEntero(tx, empresaId, id)
    if (await sql.hasMovimientos(tx, empresaId, id))
      throw errors.field('IN_USE', 'partes', 'Tiene movimientos de inventario propios: registre el combo como un producto nuevo.')
    const combo = await sql.findComboDe(tx, empresaId, id)
    if (combo !== undefined) throw errors.field('IN_USE', 'partes', `Es parte del combo ${combo}: un combo no lleva otro.`)
  }
  const had = known.map(lower)
  const leidas = new Map((await sql.readPartes(tx, empresaId, ids)).map((parte) => [parte.id, parte]))
  const problems = ids.flatMap((parte, at) => {
    const message = whyNoParte(leidas.get(parte), had.includes(parte))
    return message === undefined ? [] : [{ campo: `partes.${at}.producto_id`, message }]
  })
  if (problems.length > 0) throw errors.invalid(problems)
}

/** Products restored from the bin must still be valid combos, and have no combo in them. @throws 422 */
export async function checkDevueltos(tx: Tx, empresaId: EmpresaId, rows: readonly Pick<ProductoLeido, 'id' | 'partes'>[]): Promise<void> {
  const ids = rows.flatMap(({ id, partes }) => (partes.length === 0 ? [] : [id, ...partes.map(lower)]))
  if (ids.length === 0) return
  await sql.takePartes(tx, empresaId, ids)
  const partes = await sql.readPartes(tx, empresaId, ids)
  const combos = partes.filter(({ es_combo: isCombo }) => isCombo).map(({ id }) => id)
  if (rows.some(({ partes: suyas }) => suyas.some((parte) => combos.includes(lower(parte)))))
    throw errors.deletionKept('una de sus partes es ahora un combo')
}

/** Parts as they are stored. */
export const partesJson = (partes: readonly ParteDeCombo[]): string =>
  JSON.stringify(partes.map((parte) => ({ producto_id: lower(parte), cantidad: parte.cantidad })))

/** A combo as its page shows it. */
export async function comboOf(
  tx: Tx,
  lugar: Parameters<typeof withStock>[1],
  { partes }: Pick<ProductoLeido, 'partes'>,
): Promise<ProductoDetalle['combo']> {
  if (partes.length === 0) return null
  const leidas = await withStock(tx, lugar, await sql.readPartes(tx, lugar.empresaId, partes.map(lower)))
  const vistas = partes.flatMap(({ producto_id, cantidad }) => {
    const parte = leidas.find(({ id }) => id === producto_id)
    return parte ? [{ producto_id, cantidad, code: parte.code, name: parte.name, status: parte.status, stock: parte.stock }] : []
  })
  const stocked = vistas.flatMap(({ cantidad, stock }) => (stock === null ? [] : [{ cantidad, stock }]))
  return { disponible: stocked.length === 0 ? null : combosQueAlcanzan(stocked), partes: vistas }
}

/** Parts as the audit keeps them: «2 de CAF-1, 1 de TAZ-3». */
export async function partesText(tx: Tx, empresaId: EmpresaId, partes: readonly ParteDeCombo[]): Promise<string> {
  const leidas = new Map((await sql.readPartes(tx, empresaId, partes.map(lower))).map(({ id, code }) => [id, code]))
  return partes.map((parte) => `${displayNumero(parte.cantidad)} de ${leidas.get(lower(parte)) ?? '—'}`).join(', ')
}
