import type { Descarga, SolicitudFirma } from '@yupana/contract'
import { DOCUMENTOS_FIRMA, FORMATO_DOCUMENTO, type DocumentoFirma, type FormatoDocumento } from '@yupana/fiscal'
import type { FastifyReply } from 'fastify'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { inEmpresa, type Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import type { Upload } from '../../plugins/peticion/upload.ts'
import type { Sesion } from '../../plugins/sesion/session.ts'
import * as archivo from '../archivo/archivo.door.ts'
import { recordAuditoria } from '../auditoria/auditoria.door.ts'
import { giveDescarga, type Descargable } from '../descarga/descarga.door.ts'
import { rehacer } from '../imagen/imagen.door.ts'
import { read, requireMia, type Solicitante } from './firma.service.ts'
import * as sql from './firma.sql.ts'
import { nombreDocumento } from './paquete.service.ts'

/** A file of a request is accepted while it is a draft, where it was observed, or where an observed request lacks it. */
async function requireAbierto(tx: Tx, autor: Solicitante, id: string, clase: DocumentoFirma, lock = false): Promise<sql.Solicitud> {
  const solicitud = await requireMia(tx, autor, id, lock)
  if (solicitud.estado === 'BORRADOR') return solicitud
  const guardado = (await sql.readDocumentos(tx, autor.empresaId, id)).find((one) => one.clase === clase)
  if (solicitud.estado !== 'OBSERVADA' || (guardado && guardado.observacion === null)) throw errors.signatureClosed()
  return solicitud
}

/** The document named by the form. @throws 422 for none, and for the video, which comes in parts */
function claseOf({ clase = '' }: Upload['fields']): DocumentoFirma {
  const found = DOCUMENTOS_FIRMA.find((one) => one === clase)
  if (!found || FORMATO_DOCUMENTO[found] === 'VIDEO') throw errors.field('DOCUMENT', 'clase', 'Diga qué documento es.')
  return found
}

/** The bytes to store, checked by their content. @throws 422 with the problem */
async function checked(deps: Deps, quien: string, formato: FormatoDocumento, bytes: Buffer): Promise<{ tipo: string; bytes: Buffer }> {
  if (formato === 'FOTO') return rehacer(deps, quien, 'La foto', bytes)
  const problem = archivo.whyNotPdf(bytes)
  if (problem !== undefined) throw errors.field('PDF', 'file', problem)
  return { tipo: 'application/pdf', bytes }
}

/** Replaces a photograph or a PDF. @throws 404, 422 with the problem of the file */
export async function upload(deps: Deps, autor: Solicitante, id: string, readFile: () => Promise<Upload>): Promise<SolicitudFirma> {
  const { empresaId, en } = autor
  // Before the file is read.
  await inEmpresa(deps.db, empresaId, (tx) => requireMia(tx, autor, id))
  const { filename, fields, bytes } = await readFile()
  const clase = claseOf(fields)
  await inEmpresa(deps.db, empresaId, (tx) => requireAbierto(tx, autor, id, clase))
  const hecho = await checked(deps, empresaId, FORMATO_DOCUMENTO[clase], bytes)
  const puesto = await archivo.put(deps, { empresaId, nombre: filename, tipo: hecho.tipo, en }, hecho.bytes)
  return inEmpresa(deps.db, empresaId, async (tx) => {
    await requireAbierto(tx, autor, id, clase, true)
    await place(tx, autor, id, clase, await archivo.keep(tx, puesto))
    return read(tx, autor, id)
  })
}

async function place(tx: Tx, { empresaId, en }: Solicitante, id: string, clase: DocumentoFirma, archivoId: string): Promise<void> {
  const before = await sql.putDocumento(tx, empresaId, { solicitudId: id, clase, archivoId }, en)
  if (before !== undefined) await archivo.removeArchivos(tx, empresaId, [before])
  await sql.touchSolicitud(tx, empresaId, id, clase === 'VIDEO' ? null : undefined, en)
}

interface VideoEmpezado {
  archivo: string
  partes: number
  recibidas: number
}

/** Begins the upload of a video, or continues the same one. @throws 404, 422 */
export async function beginVideo(
  tx: Tx,
  autor: Solicitante,
  id: string,
  { nombre, tamano }: { nombre: string; tamano: number },
): Promise<VideoEmpezado> {
  const { empresaId, en } = autor
  const { video_pendiente } = await requireAbierto(tx, autor, id, 'VIDEO', true)
  const before = video_pendiente === null ? undefined : await archivo.findArchivo(tx, empresaId, video_pendiente)
  if (before?.nombre === nombre && before.tamano === tamano)
    return { archivo: before.id, partes: before.partes, recibidas: await archivo.countPartes(tx, empresaId, before.id) }
  if (before) await archivo.removeArchivos(tx, empresaId, [before.id])
  const nuevo = await archivo.begin(tx, { empresaId, nombre, tipo: 'video/*', en }, tamano)
  await sql.touchSolicitud(tx, empresaId, id, nuevo, en)
  return { archivo: nuevo, partes: Math.ceil(tamano / archivo.PARTE_BYTES), recibidas: 0 }
}

/**
 * Stores one part of a video; the first part shows its format, and the last one completes it. @throws 404 for an upload that is not the
 * present one, 422
 */
export async function putParte(
  deps: Deps,
  autor: Solicitante,
  id: string,
  { archivo: archivoId, n }: { archivo: string; n: number },
  bytes: Buffer,
): Promise<{ recibidas: number; completo: boolean }> {
  const { empresaId } = autor
  const [fila, habia] = await inEmpresa(
    deps.db,
    empresaId,
    async (tx) => [await requirePendiente(tx, autor, id, archivoId), await archivo.countPartes(tx, empresaId, archivoId)] as const,
  )
  const tipo = n === 0 ? archivo.tipoDeVideo(bytes, fila.tamano) : fila.tipo
  if (tipo === undefined)
    throw errors.field('VIDEO', 'file', 'El archivo no es un video MP4, MOV o WebM que se pueda ver, o es demasiado corto.')
  // A part received before is not stored again.
  const parte = n < habia ? undefined : await archivo.putParte(deps, { empresaId, archivo: fila, n }, bytes)
  return inEmpresa(deps.db, empresaId, async (tx) => {
    await requirePendiente(tx, autor, id, archivoId, true)
    if (parte) await archivo.keepParte(tx, { empresaId, archivo: fila, n }, parte)
    const recibidas = await archivo.countPartes(tx, empresaId, archivoId)
    if (n === 0) await archivo.setTipo(tx, empresaId, archivoId, tipo)
    if (recibidas < fila.partes) return { recibidas, completo: false }
    await archivo.complete(tx, empresaId, archivoId)
    await place(tx, autor, id, 'VIDEO', archivoId)
    return { recibidas, completo: true }
  })
}

/** The file whose parts are arriving. @throws 404 for another file */
async function requirePendiente(tx: Tx, autor: Solicitante, id: string, archivoId: string, lock = false) {
  const { video_pendiente } = await requireAbierto(tx, autor, id, 'VIDEO', lock)
  const fila = video_pendiente === archivoId ? await archivo.findArchivo(tx, autor.empresaId, archivoId) : undefined
  if (!fila) throw errors.notFound()
  return fila
}

interface Vista {
  empresaId: EmpresaId
  usuarioId: string
  en: Date
}

/** A document about to be seen; the audit has the user and the document before its first byte leaves. @throws 404 */
async function look(tx: Tx, { empresaId, usuarioId, en }: Vista, id: string, clase: DocumentoFirma): Promise<sql.DocumentoGuardado> {
  const found = (await sql.readDocumentos(tx, empresaId, id)).find((one) => one.clase === clase)
  if (!found) throw errors.notFound()
  await recordAuditoria(tx, { empresaId, usuarioId, en, accion: 'firma.ver_documento', objeto: id, detalle: { documento: clase } })
  return found
}

/** Sends a document of a request. @throws 404 */
export async function show(deps: Deps, reply: FastifyReply, vista: Vista, id: string, clase: DocumentoFirma): Promise<FastifyReply> {
  const guardado = await inEmpresa(deps.db, vista.empresaId, (tx) => look(tx, vista, id, clase))
  return archivo.sendArchivo(deps, reply, vista.empresaId, { ...guardado, id: guardado.archivo_id })
}

/** A ticket for a document, which counts as a look at it. @throws 404, 410, 503 when the storage lacks it */
export async function giveDocumento(
  deps: Deps,
  session: Pick<Sesion, 'usuarioId' | 'tokenHash'>,
  empresaId: EmpresaId,
  id: string,
  clase: DocumentoFirma,
): Promise<Descarga> {
  const vista = { empresaId, usuarioId: session.usuarioId, en: deps.clock.now() }
  const found = await inEmpresa(deps.db, empresaId, async (tx) =>
    (await sql.readDocumentos(tx, empresaId, id)).find((one) => one.clase === clase),
  )
  if (!found) throw errors.notFound()
  // A browser shows no message during a download: an unreadable file is reported before.
  await archivo.requireReadable(deps, empresaId, found.archivo_id)
  return inEmpresa(deps.db, empresaId, async (tx) => {
    const { archivo_id: objeto, tipo } = await look(tx, vista, id, clase)
    return giveDescarga(deps, tx, session, { empresaId, tipo: 'DOCUMENTO_FIRMA', objeto, nombre: nombreDocumento(clase, tipo) })
  })
}

/** The document of a ticket. @throws 404, 410, 503 */
export async function sendDocumentoFirma(
  deps: Deps,
  reply: FastifyReply,
  { empresaId, objeto, nombre }: Descargable,
): Promise<FastifyReply> {
  const fila = await inEmpresa(deps.db, empresaId, (tx) => archivo.findArchivo(tx, empresaId, objeto))
  if (!fila) throw errors.notFound()
  return archivo.sendArchivo(deps, reply, empresaId, fila, nombre)
}
