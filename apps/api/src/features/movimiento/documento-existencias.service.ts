import { randomUUID } from 'node:crypto'
import {
  add,
  displayFecha,
  displayNumero,
  egresar,
  egresarAlCosto,
  fechaIn,
  ingresar,
  largest,
  negate,
  subtract,
  sum,
  valorAlCosto,
  valorDevuelto,
  type ConceptoKardex,
  type Fecha,
  type Monto,
  type SaldoKardex,
} from '@yupana/fiscal'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'
import { errors, type Problem } from '../../errors.ts'
import { Libro, type Faltante } from './libro.ts'
import type { Lugar, MovimientoNuevo, Par, Vigentes } from './libro.sql.ts'
import * as sql from './documento-existencias.sql.ts'
import { isSameNeto, vueltasOf } from './devolucion.ts'
import { partidasOf, type LineaMovida, type Surtido } from './partida.ts'
import { takeMesCerrado } from './mes-cerrado.sql.ts'
import { requireStock, stockShort } from './stock-aviso.ts'

// Goods move in the transaction that issues the document, and come back in the transaction that voids it: each exactly once (O-126).

/** The effect of a document on the stock: a sale, a purchase, or a return, which follows the lines of the sale when the sale is ours. */
export type MueveExistencias =
  | { clase: 'VENTA' | 'COMPRA'; lineas: readonly LineaMovida[] }
  | { clase: 'DEVOLUCION'; ventaId: string | undefined; lineas: readonly LineaMovida[] }

export interface DocumentoQueMueve extends Lugar {
  id: string
  version: number
  usuarioId: string | null
  en: Date
  /** The document was issued elsewhere before: its goods have left already. */
  yaSalio?: boolean
  /** Date of the movement, when it is not the day of writing. */
  fecha?: Fecha
  /** Number of a document that is not ours. */
  referencia?: string | null
}

const cabezaOf = (
  { id, version, usuarioId, en, referencia = null }: DocumentoQueMueve,
  tipo: 'INGRESO' | 'EGRESO',
  concepto: ConceptoKardex,
  bodegaId: string,
  ventaId: string | null = null,
): Omit<MovimientoNuevo, 'fecha'> => ({
  id: randomUUID(),
  tipo,
  concepto,
  bodega_id: bodegaId,
  bodega_destino_id: null,
  motivo: null,
  referencia,
  documento_id: id,
  suceso: `VERSION ${version}`,
  venta_id: ventaId,
  usuario_id: usuarioId,
  creado_en: en,
})

const parOf = ({ bodega_id: bodegaId, producto_id: productoId }: sql.Neto): Par => ({ bodegaId, productoId })

/** The products and the warehouse that must still be in use for these lines. */
const vigentesOf = (lineas: readonly LineaMovida[], bodega: Surtido['bodega']): Vigentes =>
  bodega && lineas.length > 0
    ? { productos: lineas.map(({ productoId }) => productoId), bodegas: [bodega.id] }
    : { productos: [], bodegas: [] }

/** Goods that went out come back at the cost they left with; goods that came in leave at the cost they came with. */
function undo(libro: Libro, neto: sql.Neto): void {
  const { linea, cantidad, valor } = neto
  if (cantidad < 0) libro.write(parOf(neto), 'ANE', linea, (saldo) => ingresar(saldo, -cantidad, largest(0, negate(valor)), true))
  else if (cantidad > 0) libro.write(parOf(neto), 'ANS', linea, (saldo) => egresarAlCosto(saldo, cantidad, largest(0, valor)))
}

/** The posted movement with line, product and quantity of this one; undefined without such a movement. */
function unchanged(posted: readonly sql.Neto[], { n, productoId, cantidad }: LineaMovida, sign: 1 | -1): sql.Neto | undefined {
  return posted.find((neto) => neto.linea === n && neto.producto_id === productoId && neto.cantidad === sign * cantidad)
}

/** The posted movement that stays for a line; undefined where it has to be made. A purchase also needs the same warehouse and cost. */
function keptOf(posted: readonly sql.Neto[], linea: LineaMovida, sale: boolean, bodegaId: string): sql.Neto | undefined {
  const same = unchanged(posted, linea, sale ? -1 : 1)
  return sale || (same?.bodega_id === bodegaId && same.valor === linea.base) ? same : undefined
}

async function moveLineas(
  tx: Tx,
  doc: DocumentoQueMueve,
  mueve: Extract<MueveExistencias, { clase: 'VENTA' | 'COMPRA' }>,
  surtido: Surtido,
) {
  const { bodega, politica } = surtido
  const sale = mueve.clase === 'VENTA'
  // Selling a combo moves its parts; buying one moves none of them.
  const stocked = partidasOf(mueve.lineas, sale ? surtido : { ...surtido, partes: [] })
  const posted = doc.version === 1 ? [] : await sql.netosOf(tx, doc.empresaId, doc.id)
  // A product that is no longer stocked still returns the movements of the version before to their warehouse.
  const bodegaId = bodega?.id ?? posted[0]?.bodega_id
  if (bodegaId === undefined || (stocked.length === 0 && posted.length === 0)) return []
  const kept = new Set(stocked.flatMap((linea) => keptOf(posted, linea, sale, bodegaId) ?? []))
  const pares = [...posted.map(parOf), ...stocked.map(({ productoId }) => ({ bodegaId, productoId }))]
  const libro = await Libro.open(tx, doc, doc.fecha ?? fechaIn(doc.en), pares, vigentesOf(stocked, bodega))
  for (const neto of posted) if (!kept.has(neto)) undo(libro, neto)
  const short: Problem[] = []
  for (const linea of stocked) {
    if (keptOf(posted, linea, sale, bodegaId)) continue
    const par = { bodegaId, productoId: linea.productoId }
    if (!sale) {
      libro.write(par, 'COM', linea.n, (saldo) => ingresar(saldo, linea.cantidad, linea.base))
      continue
    }
    const said = { producto: linea.codigo, bodega: bodega?.name ?? '', habia: libro.saldo(par).cantidad, sale: linea.cantidad }
    const problem = stockShort(doc.yaSalio && politica === 'BLOQUEAR' ? 'AVISAR' : politica, `lineas.${linea.n - 1}.cantidad`, said)
    if (problem) short.push(problem)
    libro.write(par, 'VEN', linea.n, (saldo) => egresar(saldo, linea.cantidad), linea.porCombo)
  }
  if (short.length > 0 && politica === 'BLOQUEAR' && !doc.yaSalio) throw errors.invalid(short)
  if (!sale) short.push(...(await requireStock(tx, doc.empresaId, 'lineas', libro.faltantes())))
  if (!libro.isEmpty) await libro.save(cabezaOf(doc, sale ? 'EGRESO' : 'INGRESO', sale ? 'VEN' : 'COM', bodegaId))
  return short
}

/** Returned goods of our own sale come back to the warehouse they left, at the cost they left with, and never more than left. */
async function takeBack(tx: Tx, doc: DocumentoQueMueve, ventaId: string, lineas: readonly LineaMovida[]): Promise<void> {
  const { empresaId, id } = doc
  const sold = await sql.netosOf(tx, empresaId, ventaId)
  const own = doc.version === 1 ? [] : await sql.netosOf(tx, empresaId, id)
  if (sold.length === 0 && own.length === 0) return
  const libro = await Libro.open(tx, doc, fechaIn(doc.en), [...sold, ...own].map(parOf))
  // Read again under the lock: another note, or the voiding of the sale, may have brought the goods back.
  const moves = await vueltasOf(tx, empresaId, ventaId, id, lineas)
  const isSame =
    own.length === moves.length &&
    moves.every(({ left, returned }) => own.some((neto) => isSameNeto(neto, left) && neto.cantidad === returned))
  if (isSame) return
  for (const neto of own) undo(libro, neto)
  for (const { left, before, returned } of moves) {
    const valor = valorDevuelto(
      { cantidad: -left.cantidad, valor: negate(left.valor) },
      { cantidad: before?.cantidad ?? 0, valor: before?.valor ?? 0 },
      returned,
    )
    libro.write(parOf(left), 'DEV', left.linea, (saldo) => ingresar(saldo, returned, largest(0, valor)))
  }
  const bodegaId = (moves[0]?.left ?? own[0])?.bodega_id
  if (!libro.isEmpty && bodegaId !== undefined) await libro.save(cabezaOf(doc, 'INGRESO', 'DEV', bodegaId, ventaId))
}

/** Returned goods of a sale issued elsewhere enter the establishment's warehouse at the average cost. */
async function takeBackAjena(tx: Tx, doc: DocumentoQueMueve, establecimiento: string, lineas: readonly LineaMovida[]): Promise<void> {
  const surtido = await sql.readSurtido(
    tx,
    doc.empresaId,
    sql.bodegaDe(establecimiento),
    lineas.map(({ productoId }) => productoId),
  )
  const stocked = partidasOf(lineas, surtido)
  const own = doc.version === 1 ? [] : await sql.netosOf(tx, doc.empresaId, doc.id)
  const { bodega } = surtido
  if (!bodega || (stocked.length === 0 && own.length === 0)) return
  const pares = [...own.map(parOf), ...stocked.map(({ productoId }) => ({ bodegaId: bodega.id, productoId }))]
  const libro = await Libro.open(tx, doc, fechaIn(doc.en), pares, vigentesOf(stocked, bodega))
  const kept = new Set(stocked.flatMap((linea) => unchanged(own, linea, 1) ?? []))
  for (const neto of own) if (!kept.has(neto)) undo(libro, neto)
  for (const linea of stocked) {
    if (unchanged(own, linea, 1)) continue
    const vuelve = (saldo: SaldoKardex) => ingresar(saldo, linea.cantidad, valorAlCosto(linea.cantidad, saldo.costo))
    libro.write({ bodegaId: bodega.id, productoId: linea.productoId }, 'DEV', linea.n, vuelve, linea.porCombo)
  }
  if (!libro.isEmpty) await libro.save(cabezaOf(doc, 'INGRESO', 'DEV', bodega.id))
}

/** Writes the movements of a document, in the transaction that stores this version of it. Answers its warnings. @throws 422 */
export async function applyDocumento(
  tx: Tx,
  doc: DocumentoQueMueve,
  establecimiento: string,
  mueve: MueveExistencias | undefined,
  surtido: Surtido,
): Promise<Problem[]> {
  if (!mueve) {
    if (doc.version > 1) await reverseDocumento(tx, doc, `VERSION ${doc.version}`)
    return []
  }
  if (mueve.clase !== 'DEVOLUCION') return moveLineas(tx, doc, mueve, surtido)
  if (mueve.ventaId !== undefined) await takeBack(tx, doc, mueve.ventaId, mueve.lineas)
  else await takeBackAjena(tx, doc, establecimiento, mueve.lineas)
  return []
}

/** @throws 422 when the month of the movement is closed */
async function requireAbierto(tx: Tx, doc: DocumentoQueMueve): Promise<void> {
  if (doc.fecha === undefined) return
  const cerrado = await takeMesCerrado(tx, doc, doc.fecha)
  if (cerrado === undefined) return
  const message = `El mes ${displayFecha(cerrado).slice(3)} está cerrado: la mercadería no se mueve antes. Registre con una fecha posterior.`
  throw errors.invalid([{ campo: 'fecha_registro', message }])
}

/**
 * The goods of a purchase enter the given warehouse, or the default one; those of its version before are taken back. Answers its warnings.
 * @throws 422
 */
export async function enterCompra(
  tx: Tx,
  doc: DocumentoQueMueve,
  bodegaId: string | null,
  lineas: readonly LineaMovida[],
): Promise<Problem[]> {
  const productos = lineas.map(({ productoId }) => productoId)
  const surtido = await sql.readSurtido(tx, doc.empresaId, sql.bodegaElegida(bodegaId), productos)
  const moves = lineas.some(({ productoId }) => surtido.inventariados.includes(productoId))
  if (moves && !surtido.bodega) throw errors.invalid([{ campo: 'bodega_id', message: 'Elija una bodega activa de la empresa.' }])
  if (moves) await requireAbierto(tx, doc)
  return moveLineas(tx, doc, { clase: 'COMPRA', lineas }, surtido)
}

/** The goods of an annulled purchase leave. Answers the warnings. @throws 422 when they left before and no stock may be below zero */
export const reverseCompra = async (tx: Tx, doc: Parameters<typeof reverseDocumento>[1]): Promise<Problem[]> =>
  requireStock(tx, doc.empresaId, 'id', await reverseDocumento(tx, doc))

/**
 * Goods return to their supplier with its credit note: at the cost of the purchase when it is registered and brought them in, else at the
 * value of the note. Answers the warnings. @throws 422
 */
export async function returnCompra(
  tx: Tx,
  doc: DocumentoQueMueve,
  bodegaId: string | null,
  compra: { id: string; numero: string } | undefined,
  lineas: readonly LineaMovida[],
): Promise<Problem[]> {
  const { empresaId, id } = doc
  const productos = lineas.map(({ productoId }) => productoId)
  const { bodega, politica, inventariados } = await sql.readSurtido(tx, empresaId, sql.bodegaElegida(bodegaId), productos)
  const stocked = lineas.filter(({ productoId, cantidad }) => cantidad > 0 && inventariados.includes(productoId))
  const own = doc.version === 1 ? [] : await sql.netosOf(tx, empresaId, id)
  if (stocked.length > 0 && !bodega) throw errors.invalid([{ campo: 'bodega_id', message: 'Elija una bodega activa de la empresa.' }])
  const donde = bodega?.id ?? own[0]?.bodega_id
  if (donde === undefined || (stocked.length === 0 && own.length === 0)) return []
  await requireAbierto(tx, doc)
  const entered = compra ? await sql.netosOf(tx, empresaId, compra.id) : []
  const pares = [...[...own, ...entered].map(parOf), ...stocked.map(({ productoId }) => ({ bodegaId: donde, productoId }))]
  const libro = await Libro.open(tx, doc, doc.fecha ?? fechaIn(doc.en), pares, vigentesOf(stocked, bodega))
  // Read again under the lock: another note may have returned some of the goods.
  const comprado = compra && (await sql.netosOf(tx, empresaId, compra.id))
  const vuelto = compra ? await sql.devueltosDeCompra(tx, empresaId, compra.id, id) : []
  const { salidas, problems } = valuesOf(stocked, comprado ?? [], vuelto, compra?.numero ?? '')
  if (problems.length > 0) throw errors.invalid(problems)
  const isSame =
    own.length === salidas.length &&
    salidas.every(({ linea, valor }) =>
      own.some(
        (neto) =>
          neto.linea === linea.n &&
          neto.producto_id === linea.productoId &&
          neto.cantidad === -linea.cantidad &&
          neto.valor === -valor &&
          neto.bodega_id === donde,
      ),
    )
  if (isSame) return []
  for (const neto of own) undo(libro, neto)
  const short: Problem[] = []
  for (const { linea, valor } of salidas) {
    const par = { bodegaId: donde, productoId: linea.productoId }
    const said = { producto: linea.codigo, bodega: bodega?.name ?? '', habia: libro.saldo(par).cantidad, sale: linea.cantidad }
    const problem = stockShort(politica, `lineas.${linea.n - 1}.cantidad`, said)
    if (problem) short.push(problem)
    libro.write(par, 'DEC', linea.n, (saldo) => egresarAlCosto(saldo, linea.cantidad, valor))
  }
  if (short.length > 0 && politica === 'BLOQUEAR') throw errors.invalid(short)
  const [clase, concepto] = salidas.length > 0 ? (['EGRESO', 'DEC'] as const) : (['INGRESO', 'ANE'] as const)
  if (!libro.isEmpty) await libro.save(cabezaOf(doc, clase, concepto, donde))
  return short
}

interface Salida {
  linea: LineaMovida
  valor: Monto
}

/** The value each line leaves with: its share of the value its purchase brought in, and never more than is left of it. */
function valuesOf(lineas: readonly LineaMovida[], comprado: readonly sql.Neto[], vuelto: readonly sql.Neto[], numero: string) {
  const of = (netos: readonly sql.Neto[], productoId: string) => {
    const own = netos.filter((neto) => neto.producto_id === productoId)
    return { cantidad: sum(own.map(({ cantidad }) => cantidad)), valor: sum(own.map(({ valor }) => valor)) }
  }
  const taken = new Map<string, { cantidad: number; valor: Monto }>()
  const problems: Problem[] = []
  const salidas = lineas.flatMap((linea): Salida[] => {
    const { productoId, cantidad } = linea
    const entro = of(comprado, productoId)
    if (entro.cantidad <= 0) return [{ linea, valor: linea.base }]
    const before = of(vuelto, productoId)
    const here = taken.get(productoId) ?? { cantidad: 0, valor: 0 }
    const back = { cantidad: here.cantidad - before.cantidad, valor: subtract(here.valor, before.valor) }
    const left = entro.cantidad - back.cantidad
    if (cantidad > left) {
      problems.push({
        campo: `lineas.${linea.n - 1}.cantidad`,
        message: `De la compra ${numero} quedan ${displayNumero(Math.max(0, left))} por devolver, y la nota devuelve ${displayNumero(cantidad)}.`,
      })
      return []
    }
    const valor = largest(0, valorDevuelto(entro, back, cantidad))
    taken.set(productoId, { cantidad: here.cantidad + cantidad, valor: add(here.valor, valor) })
    return [{ linea, valor }]
  })
  return { salidas, problems }
}

/**
 * The movements of a voided document, or of one whose number was given up, are reversed, less those that other documents reversed before.
 * Answers the stocks below zero.
 */
export async function reverseDocumento(
  tx: Tx,
  { empresaId, id, usuarioId, en }: { empresaId: EmpresaId; id: string; usuarioId: string | null; en: Date },
  suceso = 'REVERSO',
): Promise<Faltante[]> {
  const moved = await sql.readMovidoPor(tx, empresaId, id)
  if (!moved) return []
  const { ambiente, venta_id: ventaId, bodega_id: bodegaId } = moved
  const lugar = { empresaId, ambiente }
  const libro = await Libro.open(tx, lugar, fechaIn(en), (await sql.netosOf(tx, empresaId, id)).map(parOf))
  // The note of a sale that was reversed as a whole has nothing left to reverse.
  if (ventaId !== null && (await sql.isUndone(tx, empresaId, ventaId))) return []
  const back = ventaId === null ? await sql.devueltosOf(tx, empresaId, id) : []
  const netos = await sql.netosOf(tx, empresaId, id)
  for (const neto of netos) {
    const before = back.find((one) => isSameNeto(one, neto))
    undo(libro, { ...neto, cantidad: neto.cantidad + (before?.cantidad ?? 0), valor: add(neto.valor, before?.valor ?? 0) })
  }
  if (libro.isEmpty) return []
  const faltantes = libro.faltantes()
  // The goods that had come in leave: those of a purchase, or of a returned sale.
  const goesOut = netos.some(({ cantidad }) => cantidad > 0)
  const [clase, concepto] = goesOut ? (['EGRESO', 'ANS'] as const) : (['INGRESO', 'ANE'] as const)
  const cabeza = cabezaOf({ ...lugar, id, version: 0, usuarioId, en }, clase, concepto, bodegaId, ventaId)
  await libro.save({ ...cabeza, suceso })
  return faltantes
}

/** Warnings about the stock that these lines would lack, before they are issued. */
export async function stockAvisos(tx: Tx, lugar: Lugar, establecimiento: string, lineas: readonly LineaMovida[]): Promise<Problem[]> {
  const productos = [...new Set(lineas.map(({ productoId }) => productoId))]
  if (productos.length === 0) return []
  const surtido = await sql.readSurtido(tx, lugar.empresaId, sql.bodegaDe(establecimiento), productos)
  const { bodega, politica } = surtido
  const partidas = partidasOf(lineas, surtido)
  if (partidas.length === 0 || !bodega || politica === 'PERMITIR') return []
  const distinct = [...new Set(partidas.map(({ productoId }) => productoId))]
  const stock = await sql.readStock(tx, lugar, bodega.id, distinct)
  return partidas.flatMap(({ n, productoId, codigo, cantidad }) => {
    const habia = stock.get(productoId) ?? 0
    stock.set(productoId, habia - cantidad)
    return stockShort(politica, `lineas.${n - 1}.cantidad`, { producto: codigo, bodega: bodega.name, habia, sale: cantidad }) ?? []
  })
}
