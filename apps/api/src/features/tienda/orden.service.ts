import { randomUUID } from 'node:crypto'
import type { Listing, Orden, OrdenFila, OrdenLinea } from '@yupana/contract'
import {
  addDays,
  canMoveOrden,
  checkTexto,
  DIAS_PARA_PAGAR,
  displayMonto,
  estadoOrdenAt,
  fechaIn,
  mayBeginTarjeta,
  mayGiveUpOrden,
  numeroOrden,
  type EstadoOrdenGuardado,
  type Monto,
} from '@yupana/fiscal'
import type { FastifyReply } from 'fastify'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { inEmpresa, type Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import { loadQr } from '../../http/qr.ts'
import type { Upload } from '../../plugins/peticion/upload.ts'
import * as archivo from '../archivo/archivo.door.ts'
import { recordAuditoria } from '../auditoria/auditoria.door.ts'
import * as declaracion from '../declaracion/declaracion.door.ts'
import { creditFirmas, readDeOrden, removeDeOrden } from '../firma-electronica/firma-electronica.door.ts'
import { claim } from '../idempotencia/idempotencia.door.ts'
import { rehacer } from '../imagen/imagen.door.ts'
import { tellComprador } from './carta-orden.ts'
import { clearCarrito, readAjuste } from './catalogo-tienda.sql.ts'
import { dropCobros, readCobros } from './cobro.sql.ts'
import { removeCuponDeCarrito } from './cupon.sql.ts'
import * as sql from './orden.sql.ts'
import { antesOf, carritoDe, requireSinComprar, type Comprador, type Cuenta } from './tienda.service.ts'

/** Most orders of a company that wait for payment or review. */
const MAX_POR_PAGAR = 20

export const resumenOf = ({ lineas }: Pick<sql.OrdenListada, 'lineas'>): string =>
  lineas.map(({ nombre, cantidad }) => (cantidad === 1 ? nombre : `${cantidad} × ${nombre}`)).join(', ')

export const filaOf = ({ lineas, ...row }: sql.OrdenListada, en: Date): OrdenFila => ({
  id: row.id,
  numero: row.numero,
  estado: estadoOrdenAt(row, fechaIn(en)),
  creada_en: row.creada_en,
  vence: row.vence,
  resumen: resumenOf({ lineas }),
  total: row.total,
  comprador: row.comprador,
})

/** @throws 404 */
export async function requireOrden(tx: Tx, empresaId: EmpresaId, id: string, lock = false): Promise<sql.OrdenGuardada> {
  const orden = await sql.findOrden(tx, empresaId, id, lock)
  if (!orden) throw errors.notFound()
  return orden
}

/** The reader of an order; the desk has no user of its company. */
interface Lector {
  empresaId: EmpresaId
  usuarioId?: string
  en: Date
  /** Whether the installation has a gateway. */
  hasTarjeta: boolean
}

/** An order for the buyer or the desk. @throws 404 */
export async function read(tx: Tx, { empresaId, usuarioId, en, hasTarjeta }: Lector, id: string): Promise<Orden> {
  const guardada = await requireOrden(tx, empresaId, id)
  const { usuario_id: _usuario, comprobante_id, vende_id: _vende, factura_id: _factura, nota_id: _nota, ...rest } = guardada
  const { factura_numero, nota_numero, emision_problema: _problema, con_tarjeta: _tarjeta, ...orden } = rest
  const guardado = comprobante_id === null ? undefined : await archivo.findArchivo(tx, empresaId, comprobante_id)
  const { transferencia } = await readAjuste(tx)
  const estado = estadoOrdenAt(orden, fechaIn(en))
  const isPayable = canMoveOrden(estado, 'EN_REVISION') && transferencia !== null
  return {
    ...orden,
    estado,
    antes: antesOf(orden.lineas),
    transferencia,
    qr: isPayable ? await loadQr(`Orden ${numeroOrden(orden.numero)}\n${displayMonto(orden.total)}\n${transferencia}`) : null,
    comprobante: guardado ? { nombre: guardado.nombre, tipo: guardado.tipo, tamano: guardado.tamano } : null,
    tarjeta: { disponible: hasTarjeta && mayBeginTarjeta(estado), cobros: await readCobros(tx, empresaId, id) },
    factura: factura_numero,
    nota_credito: nota_numero,
    firmas: await readDeOrden(tx, empresaId, id, usuarioId ?? null),
    declaraciones: (await declaracion.readDeOrden(tx, empresaId, id)).map(declaracion.pagadaOf),
    historia: await sql.readHistoria(tx, empresaId, id),
  }
}

export async function search(tx: Tx, empresaId: EmpresaId, page: { page: number; size: number }, en: Date): Promise<Listing<OrdenFila>> {
  const { content, ...listing } = await sql.searchOrdenes(tx, empresaId, page)
  return { ...listing, content: content.map((row) => filaOf(row, en)) }
}

/** Makes an order of the cart at today's prices, once for each key. @throws 422 where it is empty or comes to another amount */
export async function create(
  deps: Deps,
  tx: Tx,
  comprador: Comprador,
  idempotencyKey: string,
  { total }: { total: Monto },
): Promise<Orden> {
  const { empresaId, usuarioId, quien, en } = comprador
  const id = randomUUID()
  const before = await claim(tx, { empresaId, usuarioId, idempotencyKey, accion: 'orden.crear', contenido: { total }, recursoId: id, en })
  if (before !== undefined) return read(tx, comprador, before)
  const { cuenta, cupon } = await carritoDe(tx, comprador, true)
  if (cuenta.lineas.length === 0) throw errors.storeEmpty()
  if ((await sql.countPorPagar(tx, empresaId, fechaIn(en))) >= MAX_POR_PAGAR) throw errors.ordersWaiting(MAX_POR_PAGAR)
  // The page showed a price with the coupon, so the buyer learns why the coupon no longer applies.
  if (cuenta.total !== total) throw cupon?.problema ? errors.couponRefused(cupon.problema) : errors.storeChanged()
  await requireDeclaraciones(tx, comprador, cuenta)
  const vence = addDays(fechaIn(en), DIAS_PARA_PAGAR)
  const { antes: _antes, ...montos } = cuenta
  const usado = cupon?.problema === null ? cupon : undefined
  const aplicado = { cupon_id: usado?.id ?? null, cupon_codigo: usado?.codigo ?? null }
  await sql.insertOrden(tx, empresaId, { id, usuario_id: usuarioId, comprador: quien, ...montos, ...aplicado, vence }, en)
  await clearCarrito(tx, comprador)
  await removeCuponDeCarrito(tx, comprador)
  await sql.insertHistoria(tx, empresaId, { ordenId: id, estado: 'POR_PAGAR', en, quien })
  await recordAuditoria(tx, {
    empresaId,
    usuarioId,
    en,
    accion: 'orden.crear',
    objeto: id,
    detalle: { total: cuenta.total, ...(usado && { cupon: usado.codigo }) },
  })
  await tellComprador(deps, tx, await requireOrden(tx, empresaId, id), { estado: 'POR_PAGAR' })
  return read(tx, comprador, id)
}

/** Each declaration once, in this order and in all others of the company. @throws 422 */
async function requireDeclaraciones(tx: Tx, comprador: Comprador, { lineas }: Pick<Cuenta, 'lineas'>): Promise<void> {
  const pedidas = declaracionesOf(lineas)
  if (new Set(pedidas.map((one) => declaracion.nombreDePedida(one))).size < pedidas.length) throw errors.storeChanged()
  await requireSinComprar(tx, comprador, pedidas)
}

export const declaracionesOf = (lineas: readonly OrdenLinea[]) => lineas.flatMap((linea) => linea.declaracion ?? [])

/** @throws 422 where the table of transitions forbids it */
function requireMove(orden: sql.OrdenGuardada, to: EstadoOrdenGuardado, en: Date): void {
  if (!canMoveOrden(estadoOrdenAt(orden, fechaIn(en)), to)) throw errors.orderMove()
}

/** Stores the receipt of the transfer in place of an earlier one. @throws 404, 422 */
export async function pay(deps: Deps, comprador: Comprador, id: string, readFile: () => Promise<Upload>): Promise<Orden> {
  const { empresaId, usuarioId, quien, en } = comprador
  await inEmpresa(deps.db, empresaId, async (tx) => requireMove(await requireOrden(tx, empresaId, id), 'EN_REVISION', en))
  const { filename, fields, bytes } = await readFile()
  const referencia = (fields['referencia'] ?? '').trim()
  if (checkTexto(referencia, { min: 1, max: 60 }) !== undefined)
    throw errors.field('REFERENCE', 'referencia', 'Escriba el número de la transferencia.')
  const isPdf = bytes.subarray(0, 5).toString('latin1') === '%PDF-'
  const problem = isPdf ? archivo.whyNotPdf(bytes) : undefined
  if (problem !== undefined) throw errors.field('PDF', 'file', problem)
  const hecho = isPdf ? { tipo: 'application/pdf', bytes } : await rehacer(deps, empresaId, 'La foto', bytes)
  const puesto = await archivo.put(deps, { empresaId, nombre: filename, tipo: hecho.tipo, en }, hecho.bytes)
  return inEmpresa(deps.db, empresaId, async (tx) => {
    const orden = await requireOrden(tx, empresaId, id, true)
    requireMove(orden, 'EN_REVISION', en)
    const comprobante = await archivo.keep(tx, puesto)
    await sql.updateOrden(tx, empresaId, orden, { estado: 'EN_REVISION', referencia, comprobante_id: comprobante }, en)
    if (orden.comprobante_id !== null) await archivo.removeArchivos(tx, empresaId, [orden.comprobante_id])
    await sql.insertHistoria(tx, empresaId, { ordenId: id, estado: 'EN_REVISION', en, quien })
    await recordAuditoria(tx, { empresaId, usuarioId, en, accion: 'orden.comprobante', objeto: id, detalle: { referencia } })
    await tellComprador(deps, tx, orden, { estado: 'EN_REVISION' })
    return read(tx, comprador, id)
  })
}

/** @throws 404, 409, 422 for an order that is paid or under review */
export async function cancel(tx: Tx, comprador: Comprador, id: string, version: number): Promise<Orden> {
  const { empresaId, usuarioId, quien, en } = comprador
  const orden = await requireOrden(tx, empresaId, id, true)
  if (orden.estado === 'ANULADA') return read(tx, comprador, id)
  if (!mayGiveUpOrden(estadoOrdenAt(orden, fechaIn(en)))) throw errors.orderMove()
  if (!(await sql.updateOrden(tx, empresaId, { id, version }, { estado: 'ANULADA' }, en))) throw errors.conflict()
  await dropCobros(tx, empresaId, id, en)
  await sql.insertHistoria(tx, empresaId, { ordenId: id, estado: 'ANULADA', en, quien })
  await recordAuditoria(tx, { empresaId, usuarioId, en, accion: 'orden.anular', objeto: id })
  return read(tx, comprador, id)
}

/** Sends the receipt of an order. @throws 404 */
export async function showPago(deps: Deps, reply: FastifyReply, empresaId: EmpresaId, id: string): Promise<FastifyReply> {
  const guardado = await inEmpresa(deps.db, empresaId, async (tx) => {
    const { comprobante_id } = await requireOrden(tx, empresaId, id)
    const found = comprobante_id === null ? undefined : await archivo.findArchivo(tx, empresaId, comprobante_id)
    if (!found) throw errors.notFound()
    return found
  })
  return archivo.sendArchivo(deps, reply, empresaId, guardado)
}

/** Delivers a paid order at once: documents of a plan, signatures to request, declarations that the installation prepares. */
export async function deliver(tx: Tx, empresaId: EmpresaId, { id, usuario_id: usuarioId, lineas }: sql.OrdenGuardada): Promise<void> {
  const firmas = lineas.flatMap(({ firma, cantidad }) => (firma ? Array.from({ length: cantidad }, () => firma) : []))
  await creditFirmas(tx, { empresaId, ordenId: id, usuarioId }, firmas)
  await declaracion.creditDeclaraciones(tx, empresaId, id, declaracionesOf(lineas))
  for (const { documentos, cantidad } of lineas) if (documentos !== null) await sql.extendPlan(tx, empresaId, documentos * cantidad)
}

/** Takes back what the order brought. */
export async function takeBack(tx: Tx, empresaId: EmpresaId, { id, lineas }: sql.OrdenGuardada): Promise<void> {
  await removeDeOrden(tx, empresaId, id)
  await declaracion.removeDeOrden(tx, empresaId, id)
  for (const { documentos, cantidad } of lineas) if (documentos !== null) await sql.extendPlan(tx, empresaId, -documentos * cantidad)
}
