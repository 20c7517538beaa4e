import { randomUUID } from 'node:crypto'
import type { Compra, CompraBusqueda, CompraFila, CompraForm, CompraGuardada, Listing } from '@yupana/contract'
import { bajaCompra, displayFecha, displayMonto, fechaIn, plazosRetencion, receptorKey, sum, type Fecha, type Monto } from '@yupana/fiscal'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { errors, type Problem } from '../../errors.ts'
import type { SesionAbierta } from '../../plugins/sesion/session.ts'
import { recordAuditoria } from '../auditoria/auditoria.door.ts'
import { removeWords, saveWords, wordsOfRow } from '../busqueda/busqueda.door.ts'
import { presentProductos, requireMesAbierto, shown } from '../comprobante/armado/armado.door.ts'
import { lockNumeros, reverseCartera, takePagos } from '../cartera/cartera.door.ts'
import { claim } from '../idempotencia/idempotencia.door.ts'
import { combosComprados, faltantesSin, readPartes, reverseCompra } from '../movimiento/movimiento.door.ts'
import { altaContada, ensurePersona } from '../persona/persona.door.ts'
import { moveCartera } from './compra-cartera.ts'
import { existenciasProblems, moveExistencias } from './compra-existencias.ts'
import { productosDe } from './equivalencia.sql.ts'
import { rememberLineas } from './equivalencia.ts'
import { reviseCompra } from './compra-reglas.ts'
import { rememberProveedor, unlearnCompra } from './regla-proveedor.ts'
import { lockRegla } from './regla-proveedor.sql.ts'
import * as sql from './compra.sql.ts'

type Clocked = Pick<Deps, 'clock'>
type Contado = Pick<Deps, 'clock' | 'config'>

/** @throws 404 */
async function requireCompra(tx: Tx, which: { empresaId: EmpresaId; id: string }): Promise<sql.CompraEntera> {
  const row = await sql.readCompra(tx, which)
  if (!row) throw errors.notFound()
  return row
}

/** @throws 422 for a sort field the list has not */
export async function search(tx: Tx, session: SesionAbierta, query: CompraBusqueda): Promise<Listing<CompraFila>> {
  const { content, ...page } = await sql.searchCompras(tx, session, query)
  if (query.por_retener === undefined) return { ...page, content }
  return { ...page, content: content.map((fila) => ({ ...fila, retener_hasta: plazosRetencion(fila.fecha_emision).habiles })) }
}

/** @throws 404 */
export async function read(tx: Tx, empresaId: EmpresaId, id: string): Promise<Compra> {
  const row = await requireCompra(tx, { empresaId, id })
  const { ambiente: _ambiente, proveedor_clave: _clave, entrada: form, ...fila } = row
  const isIngreso = row.ingreso !== null && row.estado === 'REGISTRADA' && !bajaCompra(row.tipo)
  return {
    ...fila,
    form,
    productos: await productosDe(tx, empresaId, form.lineas),
    faltantes: isIngreso ? await faltantesSin(tx, empresaId, id) : [],
  }
}

/**
 * The present purchase, locked until this transaction ends.
 * @throws 404, 409 when another user saved, 422 when its month is closed
 */
async function takeCompra(tx: Tx, session: SesionAbierta, { id, version }: { id: string; version?: number }): Promise<sql.CompraEntera> {
  const { empresaId } = session
  const { proveedor_clave: proveedorClave } = await requireCompra(tx, { empresaId, id })
  await lockRegla(tx, { empresaId, proveedorClave })
  await sql.lockCompra(tx, { empresaId, id })
  const row = await requireCompra(tx, { empresaId, id })
  if (version !== undefined && row.version !== version) throw errors.conflict()
  await requireMesAbierto(tx, { empresaId, ambiente: row.ambiente }, row.fecha_registro)
  return row
}

interface Preparacion {
  deps: Contado
  id: string
  hoy: Fecha
  en: Date
  /** The purchase as saved before. */
  before?: sql.CompraEntera
}

/** The stored values of a form. @throws 422 with each problem */
async function prepare(tx: Tx, session: SesionAbierta, { deps, id, hoy, en, before }: Preparacion, form: CompraForm) {
  const { empresaId, ambiente } = before ? { empresaId: session.empresaId, ambiente: before.ambiente } : session
  const libro = { empresaId, ambiente }
  const ruc = await sql.readRuc(tx, empresaId)
  const leido = form.autorizacion === undefined ? undefined : await sql.readLeido(tx, libro, form.autorizacion)
  const { totales, problemas, avisos } = reviseCompra(form, hoy, { ruc, ambiente, leido })
  problemas.push(...(await checkProductos(tx, empresaId, form, before)), ...existenciasProblems(form))
  if (before) problemas.push(...(await sameDocument(tx, empresaId, before, form)), ...belowNotas(before, form))
  if (problemas.length > 0) throw errors.invalid(problemas)
  const { proveedor, tipo, numero, modificado } = form
  const registro = form.fecha_registro ?? before?.fecha_registro ?? hoy
  await requireMesAbierto(tx, libro, registro)
  const proveedorClave = receptorKey(proveedor.tipo_identificacion, proveedor.identificacion)
  await lockRegla(tx, { empresaId, proveedorClave })
  // The person is locked before the number, as for a retención: one issued over this purchase at the same time waits, without a deadlock.
  const personaId = await ensurePersona(tx, empresaId, proveedor, en, 'proveedor', altaContada(deps, tx, session, proveedor))
  // Locks its own number, and that of the document it modifies: a registration of that document at the same time finds this one, or is
  // found.
  await lockNumeros(
    tx,
    libro,
    [{ tipo, numero }, ...(modificado ? [modificado] : [])].map((one) => `${proveedorClave}|${one.tipo}|${one.numero}`),
  )
  const repetida = await sql.findRegistrada(tx, libro, {
    id,
    proveedor_clave: proveedorClave,
    tipo,
    numero,
    autorizacion: form.autorizacion ?? null,
  })
  if (repetida) throw alreadyRegistered(repetida)
  const original =
    modificado && (await sql.findByNumero(tx, libro, { proveedor: proveedorClave, tipo: modificado.tipo, numero: modificado.numero }))
  if (modificado) avisos.push(...noteWarnings(form, original, before))
  const valores: sql.CompraValores = {
    ambiente,
    tipo,
    numero,
    autorizacion: form.autorizacion ?? null,
    fecha_emision: form.fecha_emision,
    fecha_registro: registro,
    vence: form.vence ?? null,
    persona_id: personaId,
    proveedor_tipo: proveedor.tipo_identificacion,
    proveedor_identificacion: proveedor.identificacion,
    proveedor_nombre: proveedor.razon_social,
    proveedor_clave: proveedorClave,
    proveedor_regimen: form.regimen_proveedor,
    tipo_sujeto: form.tipo_sujeto ?? null,
    parte_relacionada: form.parte_relacionada,
    sustento: form.sustento,
    subtotal: totales.subtotal,
    base_gravada: totales.gravado,
    base_cero: totales.cero,
    base_no_objeto: totales.noObjeto,
    base_exenta: totales.exento,
    iva: totales.iva,
    ice: totales.ice,
    irbpnr: totales.irbpnr,
    otros: form.otros,
    total: form.total,
    pagos: form.pagos,
    modificado: modificado ?? null,
    modificada_id: original?.id ?? null,
    pago_exterior: form.pago_exterior ?? null,
    reembolsos: form.reembolsos,
    entrada: { ...form, fecha_registro: registro },
  }
  return { valores, avisos }
}

const alreadyRegistered = ({ numero, fecha_registro, por }: sql.Registrada) =>
  errors.field(
    'TAKEN',
    por === 'clave' ? 'autorizacion' : 'numero',
    `Ya está registrado: ${numero}, el ${displayFecha(fecha_registro)}. No se registra dos veces.`,
  )

/** Records attached to a purchase name it: its supplier stays while there are any, its type and number while one is a document. */
async function sameDocument(
  tx: Tx,
  empresaId: EmpresaId,
  before: sql.CompraEntera,
  { tipo, numero, proveedor, vence }: CompraForm,
): Promise<Problem[]> {
  const proveedorClave = receptorKey(proveedor.tipo_identificacion, proveedor.identificacion)
  const isNamed = before.retenciones.length > 0 || before.notas.length > 0
  const changes: [campo: string, changed: boolean][] = [
    ['proveedor.identificacion', before.proveedor_clave !== proveedorClave],
    ['tipo', before.tipo !== tipo && (isNamed || bajaCompra(before.tipo) !== bajaCompra(tipo))],
    ['numero', before.numero !== numero && isNamed],
    ['vence', before.vence !== null && vence === undefined && !isNamed],
  ]
  const campo = changes.find(([, changed]) => changed)?.[0]
  const why = campo === undefined ? undefined : await whyKept(tx, empresaId, before)
  return campo === undefined || why === undefined ? [] : [{ campo, message: `No se cambia: ${why}.` }]
}

/** The total of its credit notes stays within the total of the purchase. */
function belowNotas(before: sql.CompraEntera, { total }: CompraForm): Problem[] {
  const notas = sum(before.notas.filter(({ tipo }) => bajaCompra(tipo)).map((nota) => nota.total))
  if (total >= notas || total >= before.total) return []
  return [{ campo: 'total', message: `Sus notas de crédito suman ${displayMonto(notas)}: no puede valer menos.` }]
}

const productosOf = (lineas: CompraForm['lineas']): string[] => lineas.flatMap(({ producto_id: id }) => id?.toLowerCase() ?? [])

/** A line takes a product in use that is no combo; the product it was registered with stays, even if deactivated. */
async function checkProductos(
  tx: Tx,
  empresaId: EmpresaId,
  { lineas }: CompraForm,
  before: Pick<sql.CompraEntera, 'entrada'> | undefined,
): Promise<Problem[]> {
  const kept = new Set(productosOf(before?.entrada.lineas ?? []))
  const chosen = productosOf(lineas).filter((id) => !kept.has(id))
  const inUse = await presentProductos(tx, empresaId, chosen)
  const combos = combosComprados(lineas, await readPartes(tx, empresaId, chosen))
  const missing = lineas.flatMap(({ producto_id: given }, at) => {
    const id = given?.toLowerCase()
    if (id === undefined || kept.has(id) || inUse.get(id)) return []
    const message = inUse.has(id) ? 'El producto está inactivo: actívelo o elija otro.' : 'El producto no existe o fue eliminado.'
    return [{ campo: `lineas.${at}.producto_id`, message }]
  })
  return [...missing, ...combos]
}

/** The form without lines of deleted products: nothing is learned from those. */
async function withoutGone(tx: Tx, empresaId: EmpresaId, form: CompraForm): Promise<CompraForm> {
  const present = await presentProductos(tx, empresaId, productosOf(form.lineas))
  return { ...form, lineas: form.lineas.filter(({ producto_id: id }) => !id || present.has(id.toLowerCase())) }
}

function noteWarnings(
  { tipo, total }: CompraForm,
  original: { total: Monto; notas: number } | undefined,
  before: sql.CompraEntera | undefined,
): Problem[] {
  if (!original) return [{ campo: 'modificado.numero', message: 'El comprobante que modifica no está registrado.' }]
  const notas = original.notas - (before && bajaCompra(before.tipo) ? before.total : 0)
  return bajaCompra(tipo) && total + notas > original.total
    ? [{ campo: 'total', message: `Las notas de crédito superan el comprobante, de ${displayMonto(original.total)}.` }]
    : []
}

const wordsOf = ({ numero, proveedor_identificacion, proveedor_nombre }: sql.CompraValores) =>
  wordsOfRow(String(Number(numero.slice(8))), proveedor_identificacion, numero, proveedor_nombre)

/** Registers a purchase, once for each key. */
export async function create(
  deps: Contado,
  tx: Tx,
  session: SesionAbierta,
  idempotencyKey: string,
  form: CompraForm,
): Promise<CompraGuardada> {
  const { empresaId, usuarioId } = session
  const id = randomUUID()
  const en = deps.clock.now()
  const used = await claim(tx, { empresaId, usuarioId, idempotencyKey, accion: 'compra.crear', contenido: form, recursoId: id, en })
  return used === undefined ? register(deps, tx, session, { id, en }, form) : { ...(await read(tx, empresaId, used)), avisos: [] }
}

/** As `create`, for a purchase known to be new. @throws 422, 429 */
export async function register(
  deps: Contado,
  tx: Tx,
  session: SesionAbierta,
  { id, en }: { id: string; en: Date },
  form: CompraForm,
): Promise<CompraGuardada> {
  const { empresaId, usuarioId } = session
  const { valores, avisos } = await prepare(tx, session, { deps, id, hoy: fechaIn(en), en }, form)
  await sql.insertCompra(tx, { empresaId, id, usuarioId, en }, valores)
  await saveWords(tx, { empresaId, tipo: 'compra', id }, wordsOf(valores))
  const { numero, proveedor_nombre: proveedor, total } = valores
  await recordAuditoria(tx, { empresaId, usuarioId, en, accion: 'compra.crear', objeto: id, detalle: { numero, proveedor, total } })
  await sql.linkNotas(tx, { empresaId, id }, valores)
  const saved = await requireCompra(tx, { empresaId, id })
  await moveCartera(tx, { empresaId, id, version: saved.version, usuarioId, en, before: undefined }, valores, saved)
  avisos.push(...(await moveExistencias(tx, { empresaId, id, version: saved.version, usuarioId, en }, valores, saved.modificada)))
  const ensena = { empresaId, proveedorClave: valores.proveedor_clave, compraId: id, usuarioId, en }
  await rememberLineas(tx, ensena, form)
  await rememberProveedor(tx, ensena, form)
  return { ...(await read(tx, empresaId, id)), avisos: shown(avisos) }
}

/** @throws 404, 409, 422 when it is voided or its month is closed */
export async function edit(
  deps: Contado,
  tx: Tx,
  session: SesionAbierta,
  which: { id: string; version: number },
  form: CompraForm,
): Promise<CompraGuardada> {
  const { empresaId, usuarioId } = session
  const { id } = which
  const en = deps.clock.now()
  const before = await takeCompra(tx, session, which)
  if (before.estado === 'ANULADA') throw errors.field('WRONG_STATE', 'estado', 'Esta compra está anulada: ya no se cambia.')
  const { valores, avisos } = await prepare(tx, session, { deps, id, hoy: fechaIn(en), en, before }, form)
  await sql.updateCompra(tx, { empresaId, id }, en, valores)
  await saveWords(tx, { empresaId, tipo: 'compra', id }, wordsOf(valores))
  await recordAuditoria(tx, {
    empresaId,
    usuarioId,
    en,
    accion: 'compra.editar',
    objeto: id,
    detalle: { numero: valores.numero, total: [before.total, valores.total], sustento: [before.sustento, valores.sustento] },
  })
  await sql.linkNotas(tx, { empresaId, id }, valores)
  const saved = await requireCompra(tx, { empresaId, id })
  await moveCartera(tx, { empresaId, id, version: saved.version, usuarioId, en, before }, valores, saved)
  avisos.push(...(await moveExistencias(tx, { empresaId, id, version: saved.version, usuarioId, en }, valores, saved.modificada)))
  const ensena = { empresaId, proveedorClave: valores.proveedor_clave, compraId: id, usuarioId, en }
  await rememberLineas(tx, ensena, await withoutGone(tx, empresaId, form))
  const isOther = before.proveedor_clave !== valores.proveedor_clave || bajaCompra(before.tipo) !== bajaCompra(form.tipo)
  if (isOther) await unlearnCompra(tx, { empresaId, proveedorClave: before.proveedor_clave }, before)
  await rememberProveedor(tx, ensena, form, isOther ? undefined : before.entrada)
  return { ...(await read(tx, empresaId, id)), avisos: shown(avisos) }
}

/** The records attached to a purchase, in words; undefined when there are none. */
async function whyKept(
  tx: Tx,
  empresaId: EmpresaId,
  { id, retenciones: [retencion], notas: [nota] }: sql.CompraEntera,
): Promise<string | undefined> {
  if (await takePagos(tx, empresaId, id)) return 'hay pagos registrados; reverse esos pagos antes'
  if (retencion) return `hay una retención emitida sobre ella, la ${retencion.numero}; anúlela antes`
  return nota && `hay una nota que la modifica, la ${nota.numero}; anúlela antes`
}

/** @throws 404, 422 when a record is attached to it or its month is closed */
export async function remove(deps: Clocked, tx: Tx, session: SesionAbierta, id: string): Promise<void> {
  const { empresaId, usuarioId } = session
  const before = await takeCompra(tx, session, { id })
  const why = await whyKept(tx, empresaId, before)
  if (why !== undefined) throw errors.field('IN_USE', 'id', `No se elimina: ${why}.`)
  const en = deps.clock.now()
  await reverseCartera(tx, { empresaId, id, usuarioId, en })
  await reverseCompra(tx, { empresaId, id, usuarioId, en })
  await unlearnCompra(tx, { empresaId, proveedorClave: before.proveedor_clave }, before)
  await sql.deleteCompra(tx, { empresaId, id })
  await removeWords(tx, { empresaId, tipo: 'compra', ids: [id] })
  const { numero, proveedor_nombre: proveedor, total } = before
  await recordAuditoria(tx, { empresaId, usuarioId, en, accion: 'compra.eliminar', objeto: id, detalle: { numero, proveedor, total } })
}

/** Marks a purchase as voided by the supplier: it stays in the list and no longer counts. @throws 404, 409, 422 */
export async function anular(
  deps: Clocked,
  tx: Tx,
  session: SesionAbierta,
  which: { id: string; version: number },
  motivo: string,
): Promise<CompraGuardada> {
  const { empresaId, usuarioId } = session
  const { id } = which
  const before = await takeCompra(tx, session, which)
  if (before.estado === 'ANULADA') return { ...(await read(tx, empresaId, id)), avisos: [] }
  const why = await whyKept(tx, empresaId, before)
  if (why !== undefined) throw errors.field('IN_USE', 'id', `No se anula: ${why}.`)
  const en = deps.clock.now()
  await reverseCartera(tx, { empresaId, id, usuarioId, en })
  const avisos = await reverseCompra(tx, { empresaId, id, usuarioId, en })
  await sql.setAnulada(tx, { empresaId, id }, en, motivo)
  await unlearnCompra(tx, { empresaId, proveedorClave: before.proveedor_clave }, before)
  await recordAuditoria(tx, { empresaId, usuarioId, en, accion: 'compra.anular', objeto: id, detalle: { numero: before.numero, motivo } })
  return { ...(await read(tx, empresaId, id)), avisos: shown(avisos) }
}
