import type { CompraForm, PropuestaLinea } from '@yupana/contract'
import { fromUnits } from '@yupana/fiscal'
import type { Tx } from '../../db/transaction.ts'
import { recordAuditoria } from '../auditoria/auditoria.door.ts'
import * as sql from './equivalencia.sql.ts'

// Which product of ours an item of a supplier is: remembered at each purchase, proposed at the next.

type Linea = CompraForm['lineas'][number]
const UNO = fromUnits(1)

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** By what an item is known again: the supplier's code, or the words of its description. */
export const itemOf = ({ codigo, descripcion }: Pick<Linea, 'codigo' | 'descripcion'>): string =>
  codigo === undefined || codigo.trim() === '' ? `D:${plain(descripcion)}` : `C:${codigo.trim().toUpperCase()}`

/** What was decided for the lines of a purchase is proposed from now on; what it changes is recorded. */
export async function rememberLineas(
  tx: Tx,
  { empresaId, proveedorClave, compraId, usuarioId, en }: sql.Proveedor & { compraId: string; usuarioId: string; en: Date },
  lineas: readonly Linea[],
): Promise<void> {
  const decided = new Map(lineas.flatMap((linea) => (linea.producto_id === undefined ? [] : [[itemOf(linea), linea] as const])))
  if (decided.size === 0) return
  const items = [...decided.keys()].sort()
  const before = await sql.readEquivalencias(tx, { empresaId, proveedorClave }, items)
  for (const item of items) {
    const linea = decided.get(item)
    const now = { producto_id: linea?.producto_id?.toLowerCase() ?? null, factor: linea?.producto_id ? (linea.factor ?? UNO) : UNO }
    const was = before.find((one) => one.item === item)
    if (was?.producto_id === now.producto_id && was.factor === now.factor) continue
    await sql.putEquivalencia(tx, { empresaId, proveedorClave }, { item, ...now, usuario_id: usuarioId, editado_en: en })
    if (was)
      await recordAuditoria(tx, {
        empresaId,
        usuarioId,
        en,
        accion: 'compra.equivalencia',
        objeto: compraId,
        detalle: { item: item.slice(2), producto: [was.producto_id, now.producto_id], factor: [was.factor, now.factor] },
      })
  }
}

/** What the lines that nobody decided would be: as the last time, else the product whose code or bar code is the supplier's. */
export async function proposeLineas(
  tx: Tx,
  { empresaId, proveedorClave }: sql.Proveedor,
  lineas: readonly Linea[],
): Promise<PropuestaLinea[]> {
  const items = [...new Set(lineas.map(itemOf))]
  if (items.length === 0) return []
  const rows = await sql.findHalladas(tx, { empresaId, proveedorClave }, items)
  const byItem = new Map<string, sql.Hallada>()
  for (const row of rows) if (row.recordada || !byItem.has(row.item)) byItem.set(row.item, row)
  return lineas.flatMap((linea, at) => {
    const found = linea.producto_id === undefined ? byItem.get(itemOf(linea)) : undefined
    if (!found) return []
    const { producto_id: id, code, name, factor, recordada } = found
    return [
      {
        linea: at,
        producto: id === null ? null : { id, code: code ?? '', name: name ?? '' },
        factor,
        motivo: recordada ? 'Como en la última compra a este proveedor.' : 'Su código es el de este producto.',
      },
    ]
  })
}

/** A purchase as it is booked without looking at it: each item as the last time. */
export async function rememberedForm(tx: Tx, proveedor: sql.Proveedor, form: CompraForm): Promise<CompraForm> {
  const propuestas = (await proposeLineas(tx, proveedor, form.lineas)).filter(({ motivo }) => motivo.startsWith('Como'))
  const lineas = form.lineas.map((linea, at) => {
    const found = propuestas.find((one) => one.linea === at)
    return found ? { ...linea, producto_id: found.producto?.id ?? null, factor: found.factor } : linea
  })
  return { ...form, lineas }
}
