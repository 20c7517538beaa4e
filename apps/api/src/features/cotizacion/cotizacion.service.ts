import { randomUUID } from 'node:crypto'
import {
  LISTING_EXACT_LIMIT,
  type Cotizacion,
  type CotizacionBusqueda,
  type CotizacionFila,
  type CotizacionFiltro,
  type CotizacionForm,
  type CotizacionGuardada,
  type CotizacionSuma,
  type FacturaForm,
  type Listing,
  type NumeroCotizacion,
} from '@yupana/contract'
import {
  canDeleteCotizacion,
  canEditCotizacion,
  canMoveCotizacion,
  CODIGO_IMPUESTO,
  estadoCotizacionAt,
  fechaIn,
  formatNumero,
  isRestoCerrado,
  restoCotizacion,
  sumaOf,
  venceCotizacion,
  type EstadoCotizacion,
  type EstadoCotizacionGuardado,
  type Fecha,
  type Monto,
} from '@yupana/fiscal'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { errors, type Problem } from '../../errors.ts'
import type { Desde, Tramo } from '../../http/exportacion.ts'
import type { SesionAbierta } from '../../plugins/sesion/session.ts'
import { recordAuditoria } from '../auditoria/auditoria.door.ts'
import { removeWords, saveWords, wordsOfRow } from '../busqueda/busqueda.door.ts'
import {
  calculoOf,
  checkProductos,
  identificacionesOf,
  presentProductos,
  readContexto,
  receptorOf,
  shown,
  taxOf,
  type Condicion,
  type ContextoEmision,
} from '../comprobante/armado/armado.door.ts'
import { readVendedores } from '../comprobante/identidad/identidad.door.ts'
import { claim } from '../idempotencia/idempotencia.door.ts'
import { bringBack, keep } from '../papelera/papelera.door.ts'
import { altaContada } from '../persona/persona.door.ts'
import { facturaOf } from './cotizacion-factura.ts'
import { reviseCotizacion } from './cotizacion-reglas.ts'
import { COTIZACION, readNombres } from './cotizacion-papelera.sql.ts'
import * as sql from './cotizacion.sql.ts'
import { beforeCierre, keepVersion, noteRespuesta } from './version.service.ts'

/** The needs of quotes towards sales, which the sale feature meets. */
export interface Ventas {
  /** Prices and discounts that this user may not give (O-100); those of `readBefore` stay. */
  checkPermisos(
    tx: Tx,
    session: SesionAbierta,
    readBefore: () => Promise<FacturaForm | undefined>,
    venta: { form: FacturaForm; fecha: Fecha; condiciones: readonly Condicion[] },
  ): Promise<Problem[]>
  /** A form of another day under the rules of today. */
  renew(tx: Tx, empresaId: EmpresaId, form: FacturaForm, hoy: Fecha): Promise<FacturaForm>
}

type Clocked = Pick<Deps, 'clock'>
type Contado = Pick<Deps, 'clock' | 'config'>

const estadoOf = ({ estado, vence, factura, parcial }: sql.CotizacionRow, hoy: Fecha): EstadoCotizacion =>
  estadoCotizacionAt({ estado, vence, isFacturada: factura !== null, isParcial: parcial }, hoy)

const toFila = (row: sql.CotizacionRow, hoy: Fecha, vendedores: ReadonlyMap<string, string>): CotizacionFila => ({
  id: row.id,
  numero: row.numero,
  fecha_emision: row.fecha_emision,
  vence: row.vence,
  estado: estadoOf(row, hoy),
  receptor_identificacion: row.receptor_identificacion,
  receptor_nombre: row.receptor_nombre,
  total: row.total,
  vendedor: vendedores.get(row.usuario_id) ?? null,
  factura: row.factura,
  version: row.version,
  creado_en: row.creado_en,
  editado_en: row.editado_en,
})

/** The row with its state of today. @throws 404 */
export async function requireCotizacion({ clock }: Clocked, tx: Tx, empresaId: EmpresaId, id: string) {
  const row = await sql.readCotizacion(tx, { empresaId, id })
  if (!row) throw errors.notFound()
  const hoy = fechaIn(clock.now())
  return { row, hoy, estado: estadoOf(row, hoy) }
}

/** As `requireCotizacion`, locked until this transaction ends. @throws 404, 409 when another user saved */
async function takeCotizacion(deps: Clocked, tx: Tx, empresaId: EmpresaId, { id, version }: { id: string; version?: number }) {
  await sql.lockCotizacion(tx, { empresaId, id })
  const taken = await requireCotizacion(deps, tx, empresaId, id)
  if (version !== undefined && taken.row.version !== version) throw errors.conflict()
  return taken
}

export async function read(deps: Clocked, tx: Tx, empresaId: EmpresaId, id: string): Promise<Cotizacion> {
  const { row, hoy } = await requireCotizacion(deps, tx, empresaId, id)
  const { entrada: form, calculo, nota_respuesta: nota, respondida_en: en, con_enlace, facturas, version_enviada } = row
  const fila = toFila(row, hoy, await readVendedores(tx))
  const resto = restoCotizacion(form.lineas, facturas.length > 0 ? await sql.readTomado(tx, { empresaId, id }) : [])
  return { ...fila, form, calculo, respuesta: en === null ? null : { nota, en }, con_enlace, facturas, resto, version_enviada }
}

async function toFilas(tx: Tx, rows: readonly sql.CotizacionRow[], hoy: Fecha): Promise<CotizacionFila[]> {
  const vendedores = rows.length > 0 ? await readVendedores(tx) : new Map<string, string>()
  return rows.map((row) => toFila(row, hoy, vendedores))
}

export async function search(
  { clock }: Clocked,
  tx: Tx,
  empresaId: EmpresaId,
  query: CotizacionBusqueda,
): Promise<Listing<CotizacionFila>> {
  const hoy = fechaIn(clock.now())
  const listing = await sql.searchCotizaciones(tx, empresaId, query, hoy)
  return { ...listing, content: await toFilas(tx, listing.content, hoy) }
}

/** The same quotes in the same order, page by page, for a file. */
export async function next(
  { clock }: Clocked,
  tx: Tx,
  empresaId: EmpresaId,
  query: CotizacionFiltro & { sort?: string | undefined },
  desde: Desde | undefined,
): Promise<Tramo<CotizacionFila>> {
  const hoy = fechaIn(clock.now())
  const tramo = await sql.nextCotizaciones(tx, empresaId, query, hoy, desde)
  return { ...tramo, rows: await toFilas(tx, tramo.rows, hoy) }
}

/** The total of all quotes of a list. */
export async function sum({ clock }: Clocked, tx: Tx, empresaId: EmpresaId, filtro: CotizacionFiltro): Promise<CotizacionSuma> {
  const { cantidad, total } = await sql.sumCotizaciones(tx, empresaId, filtro, fechaIn(clock.now()))
  return cantidad > LISTING_EXACT_LIMIT ? { exact: false, cantidad: 0, total: 0 } : { exact: true, cantidad, total: sumaOf(total) }
}

/** The next number of a quote: it is taken on saving (O-16). @throws 422 when this user has no such point */
export async function previewNumero(tx: Tx, { empresaId, usuarioId }: SesionAbierta, pedido: sql.PuntoPedido): Promise<NumeroCotizacion> {
  const punto = await sql.findPunto(tx, empresaId, usuarioId, pedido)
  if (!punto) throw errors.field('POINT', 'punto', 'El punto de emisión no existe, está inactivo o no es de su usuario.')
  const secuencial = await sql.nextSecuencial(tx, empresaId, punto)
  return { ...punto, secuencial, numero: numeroOf(punto, secuencial) }
}

const numeroOf = ({ establecimiento, punto }: sql.PuntoCotizacion, secuencial: number): string =>
  formatNumero({ estab: establecimiento, ptoEmi: punto, secuencial })

function checkPunto({ establecimiento, punto_activo, puntos_usuario }: ContextoEmision, form: CotizacionForm): void {
  if (!establecimiento?.activo) throw errors.field('ESTABLISHMENT', 'establecimiento', 'El establecimiento no existe o está inactivo.')
  if (!punto_activo) throw errors.field('POINT', 'punto', 'El punto de emisión no existe o está inactivo.')
  if (puntos_usuario.length > 0 && !puntos_usuario.includes(`${form.establecimiento}-${form.punto}`)) throw errors.pointNotAllowed()
}

interface Preparacion {
  deps: Contado
  ventas: Ventas
  session: SesionAbierta
  id: string
  /** The quote as saved before. */
  before?: sql.CotizacionEntera
}

/** Every column of a quote except its number. @throws 422 with each problem */
async function prepare(tx: Tx, { deps, ventas, session, id, before }: Preparacion, form: CotizacionForm) {
  const { empresaId, usuarioId } = session
  const hoy = fechaIn(deps.clock.now())
  const productos = form.lineas.flatMap(({ producto_id }) => producto_id ?? [])
  const { establecimiento, punto, comprador } = form
  const identificaciones = identificacionesOf(comprador)
  const contexto = await readContexto(tx, { id, empresaId, usuarioId, establecimiento, punto, identificaciones, productos })
  if (!before) checkPunto(contexto, form)
  const fecha = form.fecha_emision ?? before?.fecha_emision ?? hoy
  if (fecha > hoy) throw errors.field('FUTURE_DATE', 'fecha_emision', 'La fecha de la cotización no puede ser futura.')
  const vence = venceCotizacion(fecha, form.validez_dias)
  if (!before && vence < hoy) throw errors.quoteExpired(vence)
  const { condiciones } = contexto
  const { totales, problemas, avisos } = reviseCotizacion(form, fecha, condiciones, contexto.establecimiento?.canton ?? null)
  const readBefore = () => Promise.resolve(before && facturaOf(before.entrada, before.total))
  const venta = { form: facturaOf(form, totales.importeTotal), fecha, condiciones }
  problemas.push(...checkProductos(form.lineas, contexto.productos), ...(await ventas.checkPermisos(tx, session, readBefore, venta)))
  if (problemas.length > 0) throw errors.invalid(problemas)
  const alta = altaContada(deps, tx, session, comprador)
  const { correos: _correos, ...receptor } = await receptorOf(tx, empresaId, contexto, comprador, deps.clock.now(), 'cliente', alta)
  const { subtotal, descuento, impuestos, total, lineas } = calculoOf(fecha, totales, [], [])
  const valores: sql.CotizacionValores = {
    ...receptor,
    fecha_emision: fecha,
    vence,
    subtotal,
    descuento,
    iva: taxOf(totales.totalConImpuestos, CODIGO_IMPUESTO.IVA),
    total,
    entrada: form,
    calculo: { subtotal, descuento, impuestos, total, lineas },
  }
  return { valores, avisos }
}

const wordsOf = (numero: string, { receptor_identificacion, receptor_nombre }: sql.CotizacionValores) =>
  wordsOfRow(String(Number(numero.slice(8))), receptor_identificacion, numero, receptor_nombre)

/** Saves a quote under the next number of its point, once for each key. */
export async function create(
  deps: Contado,
  ventas: Ventas,
  tx: Tx,
  session: SesionAbierta,
  idempotencyKey: string,
  form: CotizacionForm,
): Promise<CotizacionGuardada> {
  const { empresaId, usuarioId } = session
  const id = randomUUID()
  const en = deps.clock.now()
  const used = await claim(tx, { empresaId, usuarioId, idempotencyKey, accion: 'cotizacion.crear', contenido: form, recursoId: id, en })
  if (used !== undefined) return { ...(await read(deps, tx, empresaId, used)), avisos: [] }
  const { valores, avisos } = await prepare(tx, { deps, ventas, session, id }, form)
  const { establecimiento, punto } = form
  const secuencial = await sql.takeSecuencial(tx, empresaId, { establecimiento, punto })
  if (secuencial === undefined) throw errors.seriesExhausted()
  await sql.insertCotizacion(tx, { empresaId, id, establecimiento, punto, secuencial, usuarioId, en }, valores)
  const numero = numeroOf(form, secuencial)
  await saveWords(tx, { empresaId, tipo: 'cotizacion', id }, wordsOf(numero, valores))
  await recordAuditoria(tx, { empresaId, usuarioId, en, accion: 'cotizacion.crear', objeto: id, detalle: { numero, total: valores.total } })
  return { ...(await read(deps, tx, empresaId, id)), avisos: shown(avisos) }
}

/** Rewrites a quote, which becomes a draft again: the client has not seen the new content. */
export async function edit(
  deps: Contado,
  ventas: Ventas,
  tx: Tx,
  session: SesionAbierta,
  { id, version }: { id: string; version: number },
  form: CotizacionForm,
): Promise<CotizacionGuardada> {
  const { empresaId, usuarioId } = session
  const { row, estado } = await takeCotizacion(deps, tx, empresaId, { id, version })
  if (!canEditCotizacion(estado)) throw errors.quoteState(estado, 'editar')
  if (row.establecimiento !== form.establecimiento || row.punto !== form.punto)
    throw errors.field('POINT_FIXED', 'punto', 'El número de la cotización no cambia de punto: duplíquela en el otro.')
  const { valores, avisos } = await prepare(tx, { deps, ventas, session, id, before: row }, form)
  const en = deps.clock.now()
  await sql.updateCotizacion(tx, { empresaId, id }, en, { estado: 'BORRADOR', valores, enviada: null, respuesta: null })
  await saveWords(tx, { empresaId, tipo: 'cotizacion', id }, wordsOf(row.numero, valores))
  const detalle = { numero: row.numero, total: [row.total, valores.total], estado: [estado, 'BORRADOR'] }
  await recordAuditoria(tx, { empresaId, usuarioId, en, accion: 'cotizacion.editar', objeto: id, detalle })
  return { ...(await read(deps, tx, empresaId, id)), avisos: shown(avisos) }
}

interface Paso {
  estado: EstadoCotizacionGuardado
  nota?: string | undefined
  version: number
}

/** Reopens the rest of a partly invoiced quote. */
async function reopenResto(deps: Clocked, tx: Tx, { empresaId, usuarioId }: SesionAbierta, row: sql.CotizacionEntera): Promise<Cotizacion> {
  const { id, numero } = row
  const en = deps.clock.now()
  await sql.updateCotizacion(tx, { empresaId, id }, en, await beforeCierre(tx, empresaId, row))
  const detalle = { numero, estado: ['FACTURADA', 'FACTURADA_EN_PARTE'] }
  await recordAuditoria(tx, { empresaId, usuarioId, en, accion: 'cotizacion.estado', objeto: id, detalle })
  return read(deps, tx, empresaId, id)
}

/** Changes made outside the product: sent, accepted, declined; or the quote, or its rest, is reopened. */
export async function move(
  deps: Clocked,
  tx: Tx,
  session: SesionAbierta,
  id: string,
  { estado, nota, version }: Paso,
): Promise<Cotizacion> {
  const { empresaId, usuarioId } = session
  const { row, hoy, estado: before } = await takeCotizacion(deps, tx, empresaId, { id, version })
  if (estado === 'BORRADOR' && isRestoCerrado(before, row.parcial)) return reopenResto(deps, tx, session, row)
  if (!canMoveCotizacion(before, estado)) throw errors.quoteMove(before, estado)
  if (estado === 'ENVIADA' && row.vence < hoy) throw errors.quoteExpired(row.vence)
  const en = deps.clock.now()
  const answer = estado === 'ACEPTADA' || estado === 'RECHAZADA' ? { estado, nota: nota ?? null, en } : null
  const sent = estado === 'ENVIADA' ? await keepVersion(tx, empresaId, row, { usuarioId, en }) : undefined
  const enviada = estado === 'BORRADOR' ? null : sent
  await sql.updateCotizacion(tx, { empresaId, id }, en, { estado, respuesta: answer, ...(enviada !== undefined && { enviada }) })
  // Declining the rest of a partly invoiced quote is no answer to the sent version.
  if (answer && before === 'ENVIADA') await noteRespuesta(tx, empresaId, row, answer)
  const detalle = {
    numero: row.numero,
    estado: [before, estado],
    ...(sent !== undefined && { version: sent }),
    ...(nota !== undefined && { nota }),
  }
  await recordAuditoria(tx, { empresaId, usuarioId, en, accion: 'cotizacion.estado', objeto: id, detalle })
  return read(deps, tx, empresaId, id)
}

const audited = ({ numero, receptor_nombre: cliente, total }: { numero: string; receptor_nombre: string; total: Monto }) => ({
  numero,
  cliente,
  total,
})

export async function remove(deps: Clocked, tx: Tx, { empresaId, usuarioId }: SesionAbierta, id: string): Promise<void> {
  const { row, estado } = await takeCotizacion(deps, tx, empresaId, { id })
  if (!canDeleteCotizacion(estado)) throw errors.quoteState(estado, 'eliminar')
  const en = deps.clock.now()
  await keep(tx, COTIZACION, { empresaId, ids: [id] }, en)
  await sql.deleteCotizacion(tx, { empresaId, id })
  await removeWords(tx, { empresaId, tipo: 'cotizacion', ids: [id] })
  await recordAuditoria(tx, { empresaId, usuarioId, en, accion: 'cotizacion.eliminar', objeto: id, detalle: audited(row) })
}

/**
 * Restores deleted quotes with their state and their number, which nobody else took. @throws 404 when one was not deleted in the last day,
 * 422 when its client was deleted
 */
export async function restore({ clock }: Clocked, tx: Tx, { empresaId, usuarioId }: SesionAbierta, ids: readonly string[]): Promise<void> {
  const en = clock.now()
  const returned = await bringBack(tx, COTIZACION, { empresaId, ids }, en)
  const rows = await readNombres(tx, empresaId, ids)
  if (rows.length !== ids.length) throw errors.deletionOver()
  for (const row of rows.filter(({ id }) => returned.includes(id)))
    await recordAuditoria(tx, { empresaId, usuarioId, en, accion: 'cotizacion.restaurar', objeto: row.id, detalle: audited(row) })
}

/** The form without deleted products: a quote names only products that the company has. */
export async function withoutAbsent(tx: Tx, empresaId: EmpresaId, form: CotizacionForm): Promise<CotizacionForm> {
  const present = await presentProductos(
    tx,
    empresaId,
    form.lineas.flatMap(({ producto_id }) => producto_id ?? []),
  )
  const lineas = form.lineas.map(({ producto_id: id, ...linea }) =>
    id !== undefined && present.has(id.toLowerCase()) ? { ...linea, producto_id: id } : linea,
  )
  return { ...form, lineas }
}

/** The form of a quote under the rules of today, for another quote: without a date. */
export async function duplicate(deps: Clocked, ventas: Ventas, tx: Tx, empresaId: EmpresaId, id: string): Promise<CotizacionForm> {
  const { row, hoy } = await requireCotizacion(deps, tx, empresaId, id)
  const { fecha_emision: _fecha, ...form } = await withoutAbsent(tx, empresaId, row.entrada)
  const { lineas } = await ventas.renew(tx, empresaId, facturaOf(form, row.total), hoy)
  return { ...form, lineas }
}
