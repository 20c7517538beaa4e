import type { CompraForm, PropuestaLinea } from '@yupana/contract'
import { fromUnits } from '@yupana/fiscal'

import type { Tx } from '../../db/transaction.ts'
import { recordAuditoria } from '../auditoria/auditoria.door.ts'
import { fold, saveWordsOfMany, wordsOfRow } from '../busqueda/busqueda.door.ts'
import * as sql from './equivalencia.sql.ts'

// Equivalence between a supplier's item and a product of ours: stored at each purchase, proposed at the next.

type Linea = CompraForm['lineas'][number]
const UNO = fromUnits(1)

/** Letters of an item that are stored. */
const MAX_ITEM = 300

/** The key of an item: the supplier's code, or the words of its description. */
export function itemOf({ codigo, descripcion }: Pick<Linea, 'codigo' | 'descripcion'>): string {
  const code = codigo?.trim().toUpperCase()
  const [kind, text] = code
    ? ['C:', code]
    : [
        'D:',
        fold(descripcion)
          .replace(/[^\p{L}\p{N}]+/gu, ' ')
          .trim(),
      ]
  return kind + [...text].slice(0, MAX_ITEM).join('')
}

/** Stores the decisions for the lines of a purchase, to be proposed from now on; changes are recorded. */
export async function rememberLineas(
  tx: Tx,
  { empresaId, proveedorClave, compraId, usuarioId, en }: sql.Proveedor & { compraId: string; usuarioId: string; en: Date },
  { proveedor, lineas }: Pick<CompraForm, 'proveedor' | 'lineas'>,
): Promise<void> {
  const decided = new Map(lineas.flatMap((linea) => (linea.producto_id === undefined ? [] : [[itemOf(linea), linea] as const])))
  if (decided.size === 0) return
  const items = [...decided.keys()].sort()
  const before = await sql.readEquivalencias(tx, { empresaId, proveedorClave }, items)
  const changed = items.flatMap((item) => {
    const linea = decided.get(item)
    const now = { producto_id: linea?.producto_id?.toLowerCase() ?? null, factor: linea?.producto_id ? (linea.factor ?? UNO) : UNO }
    const was = before.find((one) => one.item === item)
    return was?.producto_id === now.producto_id && was.factor === now.factor ? [] : [{ item, was, now }]
  })
  if (changed.length === 0) return
  const rows = changed.map(({ item, now }) => ({ item, ...now, usuario_id: usuarioId, editado_en: en }))
  const put = await sql.putEquivalencias(tx, { empresaId, proveedorClave }, rows)
  const words = put.map(({ id, item }) => ({
    id,
    palabras: wordsOfRow(proveedor.identificacion, proveedor.razon_social, item.slice(2)),
  }))
  await saveWordsOfMany(tx, { empresaId, tipo: 'equivalencia' }, words)
  for (const { item, was, now } of changed) {
    if (!was) continue
    const detalle = { item: item.slice(2), producto: [was.producto_id, now.producto_id], factor: [was.factor, now.factor] }
    await recordAuditoria(tx, { empresaId, usuarioId, en, accion: 'compra.equivalencia', objeto: compraId, detalle })
  }
}

/** Proposals for each undecided line: as the last time, else the product with the supplier's code or bar code. */
async function hallarLineas(tx: Tx, proveedor: sql.Proveedor, lineas: readonly Linea[]): Promise<(sql.Hallada | undefined)[]> {
  const items = [...new Set(lineas.map(itemOf))]
  if (items.length === 0) return []
  const byItem = new Map<string, sql.Hallada>()
  for (const row of await sql.findHalladas(tx, proveedor, items)) if (row.recordada || !byItem.has(row.item)) byItem.set(row.item, row)
  return lineas.map((linea) => (linea.producto_id === undefined ? byItem.get(itemOf(linea)) : undefined))
}

export async function proposeLineas(tx: Tx, proveedor: sql.Proveedor, lineas: readonly Linea[]): Promise<PropuestaLinea[]> {
  return (await hallarLineas(tx, proveedor, lineas)).flatMap((found, at) => {
    if (!found) return []
    const { producto_id: id, code, name, factor, recordada } = found
    const producto = id === null ? null : { id, code: code ?? '', name: name ?? '' }
    const motivo = recordada ? 'Como en la última compra a este proveedor.' : 'Su código es el de este producto.'
    return [{ linea: at, producto, factor, motivo }]
  })
}

/** The form of a purchase booked without review: each item as the last time. */
export async function rememberedForm(tx: Tx, proveedor: sql.Proveedor, form: CompraForm): Promise<CompraForm> {
  const halladas = await hallarLineas(tx, proveedor, form.lineas)
  const lineas = form.lineas.map((linea, at) => {
    const found = halladas[at]
    return found?.recordada ? { ...linea, producto_id: found.producto_id, factor: found.factor } : linea
  })
  return { ...form, lineas }
}
