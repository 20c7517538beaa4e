import { randomUUID } from 'node:crypto'
import type { Anulacion, AnulacionForm, PuedeAnular } from '@yupana/contract'
import {
  anulacionOf,
  fechaIn,
  firstOfMonth,
  MODO_EMISION,
  nombreComprobante,
  type AnulacionConsejo,
  type CodDoc,
  type Estado,
  type Fecha,
} from '@yupana/fiscal'

import type { EmpresaId } from '../../../db/empresa-id.ts'
import type { Tx } from '../../../db/transaction.ts'
import type { Deps } from '../../../deps.ts'
import { errors } from '../../../errors.ts'
import type { SesionAbierta } from '../../../plugins/sesion/session.ts'
import { recordAuditoria } from '../../auditoria/auditoria.door.ts'
import { noteReverso } from '../../caja/caja.door.ts'
import { reverseCartera } from '../../cartera/cartera.door.ts'
import { reverseDocumento } from '../../movimiento/movimiento.door.ts'
import { isMesCerrado } from '../armado/armado.door.ts'
import * as sql from './anular.sql.ts'
import { medioSiSale } from '../../carta/carta.door.ts'
import { listLigados, marcaAsunto, numeroOfClave } from '../identidad/identidad.door.ts'

/** A person who requests a voiding files it in the portal next, so the SRI is first asked soon after. */
const PRIMERA_CONSULTA_MS = 60_000

type Documento = Pick<sql.Anulable, 'tipo' | 'estado' | 'ambiente' | 'fecha_emision' | 'receptor_tipo' | 'modo_emision'>

const PREIMPRESO = 'Un comprobante preimpreso no se anula en el portal: déjelo sin efecto ante el SRI y regístrelo aquí con su prueba.'

export function consejoOf(
  { tipo, estado, fecha_emision: fechaEmision, receptor_tipo: tipoIdentificacion, modo_emision: modo }: Omit<Documento, 'ambiente'>,
  hoy: Fecha,
): AnulacionConsejo {
  const consejo = anulacionOf({ codDoc: tipo as CodDoc, estado: estado as Estado, fechaEmision, tipoIdentificacion }, hoy)
  return modo === MODO_EMISION.FISICA && consejo.offered
    ? { offered: false, motivo: PREIMPRESO, plazo: consejo.plazo, late: consejo.late }
    : consejo
}

export async function puedeAnular(tx: Tx, empresaId: EmpresaId, id: string, documento: Documento, hoy: Fecha): Promise<PuedeAnular> {
  const { offered, motivo, plazo, late, aceptacionDias, alternativa } = consejoOf(documento, hoy)
  return {
    ofrecida: offered,
    motivo: motivo ?? null,
    plazo: plazo.hasta,
    extendido: plazo.extendido,
    tarde: late,
    aceptacion: aceptacionDias ?? null,
    alternativa: alternativa ?? null,
    ligados: await listLigados(tx, empresaId, id),
    mes_cerrado: await isMesCerrado(tx, { empresaId, ambiente: documento.ambiente }, firstOfMonth(documento.fecha_emision)),
  }
}

export async function anulacionDe(tx: Tx, empresaId: EmpresaId, id: string, names: ReadonlyMap<string, string>): Promise<Anulacion | null> {
  const row = await sql.readAnulacion(tx, empresaId, id)
  if (!row) return null
  const { usuario_id: usuario, hasta: plazo, aceptacion_dias: aceptacion, ...rest } = row
  return { ...rest, plazo, aceptacion, quien: usuario === null ? null : (names.get(usuario) ?? null) }
}

/** When the voiding of a document was requested; nothing once the SRI has decided. */
export async function anulacionPedida(tx: Tx, empresaId: EmpresaId, id: string): Promise<string | undefined> {
  const last = await sql.readAnulacion(tx, empresaId, id)
  return last && sql.ABIERTAS.some((estado) => estado === last.estado) ? last.solicitada_en : undefined
}

async function requireAnulable(tx: Tx, empresaId: EmpresaId, id: string): Promise<sql.Anulable> {
  const documento = await sql.readAnulable(tx, empresaId, id)
  if (!documento) throw errors.notFound()
  return documento
}

/** Notes that the portal is being asked to void a document; it stays AUTORIZADO until the SRI says otherwise (O-56). */
export async function requestAnulacion(
  { clock }: Deps,
  tx: Tx,
  { empresaId, usuarioId }: SesionAbierta,
  id: string,
  { motivo }: AnulacionForm,
): Promise<void> {
  const documento = await requireAnulable(tx, empresaId, id)
  const en = clock.now()
  const { offered, motivo: why, plazo, aceptacionDias } = consejoOf(documento, fechaIn(en))
  if (!offered) throw errors.notVoidable(why ?? 'Este comprobante no se anula.')
  const added = await sql.insertSolicitud(tx, {
    empresaId,
    id,
    usuarioId,
    en,
    motivo,
    ...plazo,
    aceptacionDias: aceptacionDias ?? null,
    estado: 'SOLICITADA',
    proximoIntento: new Date(en.getTime() + PRIMERA_CONSULTA_MS),
  })
  if (!added) throw errors.notVoidable('Ya hay una solicitud de anulación en curso.')
  await recordAuditoria(tx, { empresaId, usuarioId, en, accion: 'documento.anular', objeto: id, detalle: { motivo, plazo: plazo.hasta } })
}

/** Brings the next question to the SRI forward: the person who comes from the portal need not wait for it. */
export const askAnulacion = ({ clock }: Pick<Deps, 'clock'>, tx: Tx, empresaId: EmpresaId, id: string): Promise<void> =>
  sql.bringNow(tx, empresaId, id, clock.now())

export async function withdrawAnulacion({ clock }: Deps, tx: Tx, { empresaId, usuarioId }: SesionAbierta, id: string): Promise<void> {
  const en = clock.now()
  if (!(await sql.withdrawSolicitud(tx, empresaId, id, en)))
    throw errors.notVoidable('No hay una solicitud que retirar: si el SRI ya la tramita, retírela en su portal.')
  await recordAuditoria(tx, { empresaId, usuarioId, en, accion: 'documento.retirar_anulacion', objeto: id })
}

/** Who voids: a person with proof, or a process that the SRI told. */
export type Quien = { usuarioId: string } | { proceso: string }

/**
 * Moves an authorised document to ANULADO, takes back what it moved and tells its receiver. Answers false when it was no longer
 * authorised.
 */
export async function anular(
  { config }: Pick<Deps, 'config'>,
  tx: Tx,
  quien: Quien,
  documento: { empresaId: EmpresaId; id: string } & Pick<sql.Anulable, 'ambiente' | 'clave'>,
  causa: string,
  en: Date,
): Promise<boolean> {
  const { empresaId, id, ambiente, clave } = documento
  await sql.lockNotasOf(tx, empresaId, id)
  const correoId = randomUUID()
  const asunto = `${marcaAsunto(ambiente)}Anulación: ${nombreComprobante(clave.slice(8, 10)).toLowerCase()} ${numeroOfClave(clave)}`
  const usuarioId = 'usuarioId' in quien ? quien.usuarioId : null
  const done = await sql.saveAnulado(tx, {
    empresaId,
    id,
    en,
    causa,
    usuarioId,
    proceso: 'proceso' in quien ? quien.proceso : null,
    correo: { id: correoId, messageId: `<${correoId}@yupana>`, asunto, medioSiSale: medioSiSale(config) },
  })
  if (!done) return false
  await reverseCartera(tx, { empresaId, id, usuarioId, en })
  await noteReverso(tx, { empresaId, id, usuarioId, en })
  await reverseDocumento(tx, { empresaId, id, usuarioId, en })
  return true
}

/** Records a voiding that a person proves. No rule of ours refuses it: the SRI may have voided the document by itself. */
export async function recordAnulacion(
  deps: Deps,
  tx: Tx,
  { empresaId, usuarioId }: SesionAbierta,
  id: string,
  prueba: string,
): Promise<void> {
  const documento = await requireAnulable(tx, empresaId, id)
  const en = deps.clock.now()
  if (documento.estado === 'ANULADO') throw errors.voidedMeanwhile()
  if (documento.estado !== 'AUTORIZADO') throw errors.wrongState(documento.estado, 'anular')
  if (!(await anular(deps, tx, { usuarioId }, { ...documento, empresaId, id }, `Anulación registrada: ${prueba}`, en)))
    throw errors.voidedMeanwhile()
  await recordAuditoria(tx, { empresaId, usuarioId, en, accion: 'documento.registrar_anulacion', objeto: id, detalle: { prueba } })
}
