import { randomUUID } from 'node:crypto'
import type { SolicitudFirma, SolicitudFirmaForm, SolicitudFirmaNueva } from '@yupana/contract'
import {
  canMoveFirma,
  checkDatosFirma,
  DOCUMENTO_FIRMA_LABEL,
  fechaIn,
  isEmail,
  isFirmaCerrada,
  nombreDeFirma,
  TIPO_FIRMA_LABEL,
  type DatosFirma,
  type TipoFirma,
} from '@yupana/fiscal'
import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { errors, type Problem } from '../../errors.ts'
import { loadQr } from '../../http/qr.ts'
import { removeArchivos } from '../archivo/archivo.door.ts'
import { recordAuditoria } from '../auditoria/auditoria.door.ts'
import { claim } from '../idempotencia/idempotencia.door.ts'
import { exigidosOf, leida, textoVideoOf, videoOf } from './firma-leida.ts'
import * as sql from './firma.sql.ts'
import * as pago from './pago-firma.sql.ts'

/** The owner of a request: no other user of the company opens it. */
export interface Solicitante {
  empresaId: EmpresaId
  usuarioId: string
  /** Name, as the history shows it. */
  quien: string
  en: Date
}

/** Drafts of one user: a bound against abuse. */
const MAX_BORRADORES = 20

/** Requests sent and not decided, by user and by company: each is reviewed by hand. */
const MAX_EN_CURSO = 10
const MAX_EN_CURSO_EMPRESA = 30

/** Length of an address in the form. */
const MAX_DIRECCION = 100

const TEXTO_CAMBIADO = 'Lo que se dice en el video ya no es lo que está escrito: grábelo otra vez con el texto nuevo.'

const hoyOf = ({ en }: Pick<Solicitante, 'en'>) => fechaIn(en)

/** @throws 404 for an unknown request, or one of another user */
export async function requireMia(tx: Tx, { empresaId, usuarioId }: Solicitante, id: string, lock = false): Promise<sql.Solicitud> {
  const solicitud = await sql.findSolicitud(tx, empresaId, id, lock)
  if (solicitud?.usuario_id !== usuarioId) throw errors.notFound()
  return solicitud
}

export async function read(tx: Tx, autor: Solicitante, id: string): Promise<SolicitudFirma> {
  return leida(tx, autor.empresaId, await requireMia(tx, autor, id), hoyOf(autor))
}

/** The holder of the signature. */
const titularOf = (tipo: TipoFirma, datos: DatosFirma) => (tipo === 'JURIDICA' ? (datos.razon_social ?? '') : nombreDeFirma(datos))

/** Whether the RUC is of a natural person, by its third digit. */
const isDePersona = (ruc: string) => Number(ruc[2]) < 6

/** The known data for a renewal: from the given signature of this user, or the last one here, or else the company. @throws 404 */
async function knownOf(tx: Tx, { empresaId, usuarioId }: Solicitante, de: string | undefined): Promise<sql.Conocida> {
  const last = await sql.findEmitida(tx, empresaId, usuarioId, de)
  if (last) return { tipo: last.tipo, anios: last.anios, datos: last.datos }
  if (de !== undefined) throw errors.notFound()
  const { ruc = '', razon_social, dir_matriz } = (await sql.findEmpresa(tx, empresaId)) ?? {}
  const direccion = dir_matriz?.slice(0, MAX_DIRECCION)
  return isDePersona(ruc)
    ? { tipo: 'NATURAL', anios: 1, datos: { ruc, tipo_documento: 'CEDULA', numero_documento: ruc.slice(0, 10), direccion } }
    : { tipo: 'JURIDICA', anios: 1, datos: { ruc, razon_social: razon_social?.replaceAll(/["&]/g, ''), direccion } }
}

/** Begins a request, once for each key. @throws 404 for an unknown renewal, 422 for too many drafts or a used-up order */
export async function create(
  tx: Tx,
  autor: Solicitante,
  idempotencyKey: string,
  { tipo, anios, renovar = false, de, orden_id, n }: SolicitudFirmaNueva,
): Promise<SolicitudFirma> {
  const { empresaId, usuarioId, en } = autor
  const id = randomUUID()
  const contenido = {
    tipo,
    anios,
    renovar,
    ...(de !== undefined && { de }),
    ...(orden_id !== undefined && { orden_id }),
    ...(n !== undefined && { n }),
  }
  const before = await claim(tx, { empresaId, usuarioId, idempotencyKey, accion: 'firma.crear', contenido, recursoId: id, en })
  if (before !== undefined) return read(tx, autor, before)
  if ((await sql.countBorradores(tx, empresaId, usuarioId)) >= MAX_BORRADORES) throw errors.signatureDrafts(MAX_BORRADORES)
  const known = renovar ? await knownOf(tx, autor, de) : { tipo, anios, datos: {} }
  const pagada = orden_id === undefined ? undefined : { ordenId: orden_id, n }
  const nueva = { ...known, ...(pagada && (await pago.findLibre(tx, empresaId, pagada))) }
  await sql.insertSolicitud(tx, { empresaId, id, usuario_id: usuarioId, titular: titularOf(nueva.tipo, nueva.datos), ...nueva }, en)
  if (pagada && !(await pago.takePagada(tx, empresaId, pagada, id))) throw errors.signatureNonePaid()
  return read(tx, autor, id)
}

/** «persona natural, 1 año» */
const palabrasOf = ({ tipo, anios }: sql.Solicitud) => `${TIPO_FIRMA_LABEL[tipo].toLowerCase()}, ${anios === 1 ? '1 año' : `${anios} años`}`

/** Whether the data may change now. */
export const isDatosAbiertos = ({ estado, observacion_datos }: sql.Solicitud): boolean =>
  estado === 'BORRADOR' || (estado === 'OBSERVADA' && observacion_datos !== null)

/** Saves the data so far; kind and years only in a draft. @throws 404, 409, 422 */
export async function edit(tx: Tx, autor: Solicitante, id: string, form: SolicitudFirmaForm): Promise<SolicitudFirma> {
  const { empresaId, en } = autor
  const solicitud = await requireMia(tx, autor, id, true)
  if (!isDatosAbiertos(solicitud)) throw errors.signatureClosed()
  if (solicitud.version !== form.version) throw errors.conflict()
  const isDraft = solicitud.estado === 'BORRADOR'
  const isOther = form.tipo !== solicitud.tipo || form.anios !== solicitud.anios
  if (!isDraft && isOther) throw errors.signatureClosed()
  if (isOther && (await pago.findPago(tx, empresaId, id))) throw errors.signaturePaidFor(palabrasOf(solicitud))
  await sql.updateSolicitud(
    tx,
    empresaId,
    solicitud,
    {
      ...(isDraft && { tipo: form.tipo, anios: form.anios }),
      datos: JSON.stringify(form.datos),
      titular: titularOf(form.tipo, form.datos),
      ...(!isDraft && { observacion_datos: null }),
    },
    en,
  )
  await keepVideoTrue(tx, autor, solicitud)
  return read(tx, autor, id)
}

/** The video repeats the data of the request: with other names, identification or mail it is recorded again. */
async function keepVideoTrue(tx: Tx, autor: Solicitante, before: sql.Solicitud): Promise<void> {
  const { empresaId, en } = autor
  const video = videoOf(await sql.readDocumentos(tx, empresaId, before.id))
  if (video?.observacion !== null) return
  const [said, written] = [before, await requireMia(tx, autor, before.id)].map((one) => textoVideoOf(one, video, fechaIn(en)))
  if (written !== null && said !== written) await sql.observeDocumento(tx, empresaId, before.id, 'VIDEO', TEXTO_CAMBIADO)
}

/** The problems that keep a request from being sent: fields, missing documents, and observations not yet corrected. */
async function problemsOf(tx: Tx, empresaId: EmpresaId, solicitud: sql.Solicitud, en: Date): Promise<Problem[]> {
  const hoy = fechaIn(en)
  const datos: DatosFirma = solicitud.datos
  const campos = checkDatosFirma(solicitud.tipo, datos, solicitud.fecha ?? hoy).map(({ campo, mensaje }) => ({
    campo: `datos.${campo}`,
    message: mensaje,
  }))
  const correo =
    datos.correo === undefined || isEmail(datos.correo) ? [] : [{ campo: 'datos.correo', message: 'Ingrese un correo válido.' }]
  const observado =
    solicitud.observacion_datos === null ? [] : [{ campo: 'datos', message: `Corrija los datos: ${solicitud.observacion_datos}` }]
  const guardados = await sql.readDocumentos(tx, empresaId, solicitud.id)
  const documentos = exigidosOf(solicitud, hoy).flatMap((clase) => {
    const guardado = guardados.find((one) => one.clase === clase)
    const what = DOCUMENTO_FIRMA_LABEL[clase]
    if (!guardado) return [{ campo: `documentos.${clase}`, message: `Falta: ${what}.` }]
    if (guardado.observacion !== null) return [{ campo: `documentos.${clase}`, message: `${what}: suba otra vez lo que se observó.` }]
    return []
  })
  return [...campos, ...correo, ...observado, ...documentos]
}

/** @throws 422 when the most requests allowed are waiting */
async function requireLugar(tx: Tx, { empresaId, usuarioId }: Solicitante): Promise<void> {
  const { suyas, todas } = await sql.countEnCurso(tx, empresaId, usuarioId)
  if (suyas >= MAX_EN_CURSO) throw errors.signaturesWaiting(MAX_EN_CURSO)
  if (todas >= MAX_EN_CURSO_EMPRESA) throw errors.companySignaturesWaiting(MAX_EN_CURSO_EMPRESA)
}

/** Sends it to the installation, or returns it corrected. @throws 404, 409, 422 with each missing thing */
export async function send(tx: Tx, autor: Solicitante, id: string, version: number): Promise<SolicitudFirma> {
  const { empresaId, usuarioId, quien, en } = autor
  const solicitud = await requireMia(tx, autor, id, true)
  // A repeated press.
  if (solicitud.estado === 'ENVIADA') return read(tx, autor, id)
  if (!canMoveFirma(solicitud.estado, 'ENVIADA')) throw errors.signatureClosed()
  if (solicitud.version !== version) throw errors.conflict()
  const problems = await problemsOf(tx, empresaId, solicitud, en)
  if (problems.length > 0) throw errors.invalid(problems)
  const isFirst = solicitud.fecha === null
  if (isFirst) await requireLugar(tx, autor)
  await sql.updateSolicitud(tx, empresaId, solicitud, { estado: 'ENVIADA', enviada_en: en, ...(isFirst && { fecha: fechaIn(en) }) }, en)
  await sql.insertHistoria(tx, empresaId, { solicitudId: id, estado: 'ENVIADA', en, quien })
  await recordAuditoria(tx, {
    empresaId,
    usuarioId,
    en,
    accion: 'firma.enviar',
    objeto: id,
    detalle: { titular: titularOf(solicitud.tipo, solicitud.datos) },
  })
  return read(tx, autor, id)
}

/** Deletes a draft with its files. @throws 404, 422 for one that was sent */
export async function remove(tx: Tx, autor: Solicitante, id: string): Promise<void> {
  const { empresaId } = autor
  const solicitud = await requireMia(tx, autor, id, true)
  if (solicitud.estado !== 'BORRADOR') throw errors.signatureClosed()
  await dropArchivos(tx, empresaId, solicitud)
  await sql.deleteSolicitud(tx, empresaId, id)
}

/** Deletes its files, and the received parts of a video. */
export async function dropArchivos(tx: Tx, empresaId: EmpresaId, { id, video_pendiente }: sql.Solicitud): Promise<void> {
  const guardados = await sql.readDocumentos(tx, empresaId, id)
  await removeArchivos(tx, empresaId, [
    ...guardados.map(({ archivo_id }) => archivo_id),
    ...(video_pendiente === null ? [] : [video_pendiente]),
  ])
}

/** Removes the files on the holder's request, before the rule does. @throws 404, 422 while they are still needed */
export async function removeArchivosDe(tx: Tx, autor: Solicitante, id: string): Promise<SolicitudFirma> {
  const { empresaId, usuarioId, en } = autor
  const solicitud = await requireMia(tx, autor, id, true)
  if (!isFirmaCerrada(solicitud.estado)) throw errors.signatureOpen()
  if (solicitud.archivos_borrados_en === null) {
    await dropArchivos(tx, empresaId, solicitud)
    await sql.updateSolicitud(tx, empresaId, solicitud, { archivos_borrados_en: en }, en)
    await recordAuditoria(tx, { empresaId, usuarioId, en, accion: 'firma.borrar_archivos', objeto: id, detalle: { por: 'el titular' } })
  }
  return read(tx, autor, id)
}

/** The page of a request for the telephone. @throws 404 */
export async function readTelefono(
  { config }: Pick<Deps, 'config'>,
  tx: Tx,
  autor: Solicitante,
  id: string,
): Promise<{ direccion: string; qr: { lado: number; trazo: string } }> {
  await requireMia(tx, autor, id)
  const direccion = `${config.urlPublica}/#/firmas_electronicas?solicitud=${id}&paso=Documentos`
  return { direccion, qr: await loadQr(direccion) }
}
