import { MAX_ADJUNTOS, MAX_BYTES_ADJUNTOS, type Anotacion } from '@yupana/contract'
import type { FastifyReply } from 'fastify'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { inEmpresa, type Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import type { Upload } from '../../plugins/peticion/upload.ts'
import * as archivo from '../archivo/archivo.door.ts'
import { recordAuditoria } from '../auditoria/auditoria.door.ts'
import { readTipo } from '../comprobante/lectura/lectura.door.ts'
import { rehacer } from '../imagen/imagen.door.ts'
import * as sql from './anotacion.sql.ts'

/** The author, the company and the time. */
export interface Autor extends sql.Quien {
  empresaId: EmpresaId
}

/** @throws 404 */
async function requireDocumento(tx: Tx, empresaId: EmpresaId, id: string): Promise<void> {
  if ((await readTipo(tx, empresaId, id)) === undefined) throw errors.notFound()
}

/** @throws 404 */
export async function read(tx: Tx, empresaId: EmpresaId, documentoId: string): Promise<Anotacion> {
  await requireDocumento(tx, empresaId, documentoId)
  const del = { empresaId, documentoId }
  return { ...(await sql.readNota(tx, del)), adjuntos: await sql.readAdjuntos(tx, del) }
}

/** @throws 404, 409 when another user wrote since `version` was read */
export async function saveNota(
  tx: Tx,
  { empresaId, usuarioId, en }: Autor,
  documentoId: string,
  { nota = null, version }: { nota?: string | null | undefined; version: number },
): Promise<Anotacion> {
  const before = await read(tx, empresaId, documentoId)
  if (!(await sql.writeNota(tx, { empresaId, documentoId }, { nota, version }, { usuarioId, en }))) throw errors.conflict()
  const detalle = { nota: [before.nota?.texto ?? null, nota] }
  await recordAuditoria(tx, { empresaId, usuarioId, en, accion: 'documento.nota_interna', objeto: documentoId, detalle })
  return read(tx, empresaId, documentoId)
}

/** The bytes to store: a PDF unchanged, a picture converted. @throws 422 with the problem */
async function checked(deps: Deps, empresaId: EmpresaId, bytes: Buffer): Promise<{ tipo: string; bytes: Buffer }> {
  if (bytes.subarray(0, 5).toString('latin1') !== '%PDF-') return rehacer(deps, empresaId, 'La imagen adjunta', bytes)
  const problem = archivo.whyNotPdf(bytes)
  if (problem !== undefined) throw errors.field('PDF', 'file', problem)
  return { tipo: 'application/pdf', bytes }
}

/** @throws 404, 422 with the problem of the file, or without room for it */
export async function attach(deps: Deps, autor: Autor, documentoId: string, readFile: () => Promise<Upload>): Promise<Anotacion> {
  const { empresaId, usuarioId, en } = autor
  // Before the file is read.
  await inEmpresa(deps.db, empresaId, (tx) => requireDocumento(tx, empresaId, documentoId))
  const { filename, bytes } = await readFile()
  const hecho = await checked(deps, empresaId, bytes)
  const puesto = await archivo.put(deps, { empresaId, nombre: filename, tipo: hecho.tipo, en }, hecho.bytes)
  return inEmpresa(deps.db, empresaId, async (tx) => {
    await sql.lockAdjuntos(tx, empresaId)
    const { adjuntos } = await read(tx, empresaId, documentoId)
    if (adjuntos.length >= MAX_ADJUNTOS)
      throw errors.field('ATTACHMENTS', 'file', `El comprobante ya tiene ${MAX_ADJUNTOS} adjuntos: elimine uno para añadir otro.`)
    if ((await sql.sumBytes(tx, empresaId)) + hecho.bytes.length > MAX_BYTES_ADJUNTOS)
      throw errors.field(
        'ATTACHMENTS',
        'file',
        `Los adjuntos de su empresa llegaron a ${MAX_BYTES_ADJUNTOS / 1e9} GB: elimine los que ya no necesita.`,
      )
    const id = await archivo.keep(tx, puesto)
    await sql.insertAdjunto(tx, { empresaId, documentoId }, id, { usuarioId, en })
    await recordAuditoria(tx, { ...autor, accion: 'documento.adjuntar', objeto: documentoId, detalle: { archivo: filename } })
    return read(tx, empresaId, documentoId)
  })
}

/** A file with its document. @throws 404 */
async function requireAdjunto(tx: Tx, empresaId: EmpresaId, id: string) {
  const adjunto = await sql.findAdjunto(tx, empresaId, id)
  const guardado = adjunto && (await archivo.findArchivo(tx, empresaId, id))
  if (!guardado) throw errors.notFound()
  return { documentoId: adjunto.documento_id, guardado }
}

/** Sends a file as stored. @throws 404 */
export async function show(deps: Deps, reply: FastifyReply, empresaId: EmpresaId, id: string): Promise<FastifyReply> {
  const { guardado } = await inEmpresa(deps.db, empresaId, (tx) => requireAdjunto(tx, empresaId, id))
  return archivo.sendArchivo(deps, reply, empresaId, guardado)
}

/** With its file, for good. @throws 404 */
export async function remove(tx: Tx, autor: Autor, id: string): Promise<void> {
  const { documentoId, guardado } = await requireAdjunto(tx, autor.empresaId, id)
  await archivo.removeArchivos(tx, autor.empresaId, [id])
  const detalle = { archivo: guardado.nombre }
  await recordAuditoria(tx, { ...autor, accion: 'documento.quitar_adjunto', objeto: documentoId, detalle })
}
