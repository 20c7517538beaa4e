import { createHash } from 'node:crypto'
import {
  addDays,
  COD_DOC,
  fechaIn,
  formatNumero,
  formatSecuencial,
  generationStatusOf,
  taxStatusOf,
  type Estado,
  type Fecha,
  type Monto,
} from '@yupana/fiscal'
import type { ComprobanteLigado, Emitido } from '@yupana/contract'
import { errorSri } from '@yupana/sri'

import type { Clock } from '../../../proceso/clock.ts'
import { crashPoint } from '../../../proceso/crash-point.ts'
import type { EmpresaId } from '../../../db/empresa-id.ts'
import { isUniqueViolation } from '../../../db/sqlstate.ts'
import { inEmpresa, type Tx } from '../../../db/transaction.ts'
import type { Deps } from '../../../deps.ts'
import { errors, type Problem } from '../../../errors.ts'
import type { SesionAbierta } from '../../../plugins/sesion/session.ts'
import { claim, type Envio } from '../../idempotencia/idempotencia.door.ts'
import { takeBorrador } from './borrador.service.ts'
import { lockFormulario } from './borrador.sql.ts'
import { countDestinatarios } from './destinatarios.service.ts'
import { deflate } from '../../../db/bytes.ts'
import { desfaseOf, isTooFar } from '../servicio-sri/servicio-sri.door.ts'
import { readContexto, requireMesDeEmision, type ContextoEmision } from '../armado/armado.door.ts'
import * as sql from './emision.sql.ts'
import { moveCartera } from './cartera.ts'
import { moveExistencias } from './existencias.ts'
import type { DocumentoPedido, PedidoEmision, Preparado } from './preparado.ts'
import { ambienteSri, claveOf, identify, listLigados, type Identidad, type CualSerie } from '../identidad/identidad.door.ts'

const envioOf = (
  { empresaId, usuarioId }: SesionAbierta,
  { id, idempotencyKey, form }: PedidoEmision<unknown>,
  accion: string,
  en: Date,
): Envio => ({ empresaId, usuarioId, idempotencyKey, accion, contenido: [id, form], recursoId: id, en })

/** Checks what must hold of company, till and certificate before a number is taken (O-48, O-54, O-100). */
export function checkContexto(
  contexto: ContextoEmision,
  { establecimiento, punto }: { establecimiento: string; punto: string },
  clock: Clock,
): void {
  const ahora = clock.now()
  if (contexto.cercada) throw errors.fenced()
  if (isTooFar(contexto.desfase_sri) || isTooFar(desfaseOf(new Date(contexto.hora_base), clock.machine()))) throw errors.clockWrong()
  if (contexto.pausada_motivo) throw errors.companyPaused(contexto.pausada_motivo)
  if (!contexto.condiciones_confirmadas) throw errors.condicionesUnconfirmed()
  if (!contexto.establecimiento?.activo)
    throw errors.field('ESTABLISHMENT', 'establecimiento', 'El establecimiento no existe o está inactivo.')
  if (contexto.establecimiento.pausado_motivo) throw errors.companyPaused(contexto.establecimiento.pausado_motivo)
  if (!contexto.punto_activo) throw errors.field('POINT', 'punto', 'El punto de emisión no existe o está inactivo.')
  if (contexto.puntos_usuario.length > 0 && !contexto.puntos_usuario.includes(`${establecimiento}-${punto}`)) throw errors.pointNotAllowed()
  const { certificado } = contexto
  if (!certificado || new Date(certificado.desde) > ahora) throw errors.certificateMissing()
  if (new Date(certificado.hasta) <= ahora) throw errors.certificateExpired(fechaIn(new Date(certificado.hasta)))
  if (certificado.inservible) throw errors.certificateUnusable()
}

/**
 * The date of emission: today in Ecuador, or a past day within what the company allows (O-55). A stated date is kept or refused, never
 * replaced.
 */
export function decideFecha(pedida: Fecha | undefined, hoy: Fecha, diasAnteriores: number): Fecha {
  if (pedida === undefined || pedida === hoy) return hoy
  if (pedida > hoy) throw errors.field('FUTURE_DATE', 'fecha_emision', 'La fecha de emisión no puede ser futura.')
  if (pedida < addDays(hoy, -diasAnteriores)) throw errors.dateNotAllowed(hoy, diasAnteriores)
  return pedida
}

/** Largest XML that the SRI takes (code 26), less room for the signature. */
const MAX_XML_BYTES = (320 - 12) * 1024

function xmlOf(preparado: Preparado, identidad: Identidad): Buffer {
  const xml = Buffer.from(preparado.xmlWith(identidad))
  if (xml.length > MAX_XML_BYTES) throw errors.documentTooLong()
  return xml
}

async function takeNumber(tx: Tx, serie: CualSerie): Promise<number> {
  const secuencial = await sql.takeSecuencial(tx, serie)
  if (secuencial !== undefined) return secuencial
  const motivo = await sql.serieMotivo(tx, serie)
  throw motivo ? errors.seriesPaused(motivo) : errors.seriesExhausted()
}

interface EnCurso {
  deps: Deps
  tx: Tx
  session: SesionAbierta
  ahora: Date
}

/** Numbers and stores one document. Answers the document that is issued with it. */
async function issue<Form>({ deps, tx, session, ahora }: EnCurso, pedido: DocumentoPedido<Form>, contexto: ContextoEmision) {
  const { empresaId, usuarioId } = session
  const { id, tipo, establecimiento, punto } = pedido
  checkContexto(contexto, pedido, deps.clock)
  await takeBorrador(tx, session, id, contexto, ahora)
  const fecha = decideFecha(pedido.fecha, fechaIn(ahora), contexto.dias_fecha_anterior)
  await requireMesDeEmision(tx, { empresaId, ambiente: contexto.ambiente }, fecha, fechaIn(ahora), 'fecha_emision')
  const preparado = await pedido.prepare({ deps, tx, session, contexto, fecha, id }, pedido.form)
  await countDestinatarios(deps, tx, session, contexto, preparado)

  const serie = { empresaId, ambiente: contexto.ambiente, tipo, establecimiento, punto }
  const secuencial = await takeNumber(tx, serie)
  crashPoint('C02')
  const identidad = identify(deps, serie, contexto, fecha, secuencial)
  const { clave } = identidad
  const xml = xmlOf(preparado, identidad)
  await sql
    .insertDocumento(tx, {
      ...preparado.fila,
      serie,
      id,
      secuencial,
      version: 1,
      clave,
      fecha_emision: fecha,
      vendedor_id: usuarioId,
      en: ahora,
      xml: deflate(xml),
      sha256: createHash('sha256').update(xml).digest(),
    })
    .catch(asDuplicate)
  await preparado.store?.(tx, 1, identidad)
  const escrito = { id, version: 1, serie, usuarioId, en: ahora }
  await moveCartera(tx, { ...escrito, secuencial, fecha }, preparado)
  const faltas = await moveExistencias(tx, escrito, preparado, contexto)
  crashPoint('C03')
  const row = { id, clave, estado: 'EMITIDO', fecha_emision: fecha, total: preparado.fila.total, establecimiento, punto, secuencial }
  return { emitido: answerOf(row, [...preparado.avisos, ...faltas]), junto: preparado.junto?.(identidad) }
}

/**
 * Issues a document, and the one that goes with it, in one transaction: idempotency row and, for each, number, document, lines, XML, event
 * and bell (reliability §2.2-1). The same key gives the same documents; nothing goes over the network here.
 */
export async function emit<Form>(deps: Deps, session: SesionAbierta, pedido: PedidoEmision<Form>): Promise<Emitido> {
  const { empresaId, usuarioId } = session
  crashPoint('C01')
  const emitido = await inEmpresa(deps.db, empresaId, async (tx) => {
    const ahora = deps.clock.now()
    const [, used, contexto] = await Promise.all([
      lockFormulario(tx, empresaId, pedido.id),
      claim(tx, envioOf(session, pedido, 'emitir', ahora)),
      readContexto(tx, { ...pedido, empresaId, usuarioId }),
    ])
    if (used !== undefined) return withLigados(tx, empresaId, pedido.tipo, answerOf(await sql.readEmitido(tx, empresaId, used), []))
    const enCurso = { deps, tx, session, ahora }
    const { emitido: uno, junto } = await issue(enCurso, pedido, contexto)
    const otro = junto && (await issue(enCurso, junto, await readContexto(tx, { ...junto, empresaId, usuarioId })))
    return withLigados(tx, empresaId, pedido.tipo, { ...uno, avisos: [...uno.avisos, ...(otro?.emitido.avisos ?? [])] })
  })
  crashPoint('C04')
  return emitido
}

const CON_LIGADOS: readonly string[] = [COD_DOC.LIQUIDACION_COMPRA, COD_DOC.RETENCION]

async function withLigados(tx: Tx, empresaId: EmpresaId, tipo: string, emitido: Emitido): Promise<Emitido> {
  const ligados = CON_LIGADOS.includes(tipo) ? await listLigados(tx, empresaId, emitido.id) : []
  return ligados.length === 0 ? emitido : { ...emitido, ligados }
}

/** Warns that a correction no longer agrees with the retención of its liquidación. */
const avisoLigado = ({ numero }: ComprobanteLigado): Problem => ({
  message: `La retención ${numero} se emitió por otros valores: revísela. Si ya no corresponde, pida su anulación y emita otra.`,
})

/** Corrects a rejected document: same number, same clave, a new version (O-97, O-106). */
export async function correct<Form>(deps: Deps, session: SesionAbierta, pedido: PedidoEmision<Form>): Promise<Emitido> {
  const { empresaId, usuarioId } = session
  return inEmpresa(deps.db, empresaId, async (tx) => {
    const ahora = deps.clock.now()
    const used = await claim(tx, envioOf(session, pedido, 'corregir', ahora))
    if (used !== undefined) return answerOf(await sql.readEmitido(tx, empresaId, used), [])
    const actual = await sql.readCorregible(tx, empresaId, pedido.id)
    if (!actual || actual.tipo !== pedido.tipo) throw errors.notFound()
    if (actual.estado !== 'RECHAZADO') throw errors.wrongState(actual.estado, 'corregir')
    if (errorSri(actual.codigo_sri ?? '').accion === 'NUEVO_NUMERO')
      throw errors.wrongState(
        actual.estado,
        'corregir con el mismo número: la clave de acceso misma es errónea. Cierre este número y duplique el comprobante',
      )
    const contexto = await readContexto(tx, {
      id: pedido.id,
      empresaId,
      usuarioId,
      establecimiento: actual.establecimiento,
      punto: actual.punto,
      identificaciones: pedido.identificaciones,
      productos: pedido.productos,
    })
    checkContexto({ ...contexto, puntos_usuario: [] }, actual, deps.clock)
    await requireMesDeEmision(tx, { empresaId, ambiente: actual.ambiente }, actual.fecha_emision, fechaIn(ahora), '')
    // The clave de acceso holds the date, so a correction keeps both.
    const preparado = await pedido.prepare(
      { deps, tx, session, contexto: { ...contexto, ambiente: actual.ambiente }, fecha: actual.fecha_emision, id: pedido.id },
      pedido.form,
    )
    await countDestinatarios(deps, tx, session, contexto, preparado)
    const identidad = { secuencial: formatSecuencial(actual.secuencial), clave: actual.clave, ambienteSri: ambienteSri(actual.ambiente) }
    const xml = xmlOf(preparado, identidad)
    const serie = { empresaId, ambiente: actual.ambiente, tipo: pedido.tipo, establecimiento: actual.establecimiento, punto: actual.punto }
    const done = await sql.insertCorreccion(tx, {
      ...preparado.fila,
      serie,
      id: pedido.id,
      secuencial: actual.secuencial,
      version: actual.version + 1,
      clave: actual.clave,
      fecha_emision: actual.fecha_emision,
      vendedor_id: usuarioId,
      en: ahora,
      xml: deflate(xml),
      sha256: createHash('sha256').update(xml).digest(),
    })
    if (!done) throw errors.conflict()
    const version = actual.version + 1
    await preparado.store?.(tx, version, identidad)
    const escrito = { id: pedido.id, version, serie, usuarioId, en: ahora }
    await moveCartera(tx, { ...escrito, secuencial: actual.secuencial, fecha: actual.fecha_emision }, preparado)
    const faltas = await moveExistencias(tx, escrito, preparado, contexto)
    const ligados = pedido.tipo === COD_DOC.LIQUIDACION_COMPRA ? await listLigados(tx, empresaId, pedido.id) : []
    const difieren = ligados.filter(({ difiere }) => difiere)
    return answerOf({ ...actual, estado: 'EMITIDO', total: preparado.fila.total }, [
      ...preparado.avisos,
      ...faltas,
      ...difieren.map(avisoLigado),
    ])
  })
}

interface EmitidoRow {
  id: string
  clave: string
  estado: string
  fecha_emision: string
  total: Monto
  establecimiento: string
  punto: string
  secuencial: number
}

export function answerOf(row: EmitidoRow, avisos: Problem[]): Emitido {
  const estado = row.estado as Estado
  return {
    id: row.id,
    numero: formatNumero({ estab: row.establecimiento, ptoEmi: row.punto, secuencial: row.secuencial }),
    clave: claveOf(row.clave),
    estado,
    estado_generacion: generationStatusOf(estado),
    estado_tributario: taxStatusOf(estado) ?? 2,
    fecha_emision: row.fecha_emision,
    total: row.total,
    avisos: avisos.map(({ campo, message }) => ({ campo: campo ?? '', message })),
  }
}

function asDuplicate(error: unknown): never {
  // The document has the id of its form: the form was already issued under another key.
  if (isUniqueViolation(error, 'documento_pkey')) throw errors.conflict()
  throw error
}
