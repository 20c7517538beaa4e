import { createHash } from 'node:crypto'
import type { Descarga } from '@yupana/contract'
import { DOCUMENTO_FIRMA_LABEL, TIPO_FIRMA_LABEL, displayFecha, fechaIn, type DocumentoFirma } from '@yupana/fiscal'
import type { FastifyReply } from 'fastify'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { inEmpresa } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import { sendFile } from '../../http/exportacion.ts'
import { zipOf } from '../../http/zip-stream.ts'
import type { Sesion } from '../../plugins/sesion/session.ts'
import { open } from '../archivo/archivo.door.ts'
import { recordAuditoria } from '../auditoria/auditoria.door.ts'
import { giveDescarga, type Descargable } from '../descarga/descarga.door.ts'
import { entidadAMano, type Entidad, type Entrega, type Paquete } from './entidad.ts'
import * as sql from './firma.sql.ts'

const EXTENSION: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
}

/** «Constitución de la compañía» as a file name. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[^\w ]/g, '')
    .replaceAll(' ', '-')
    .toLowerCase()

/** «cedula-lado-frontal.png». */
export const nombreDocumento = (clase: DocumentoFirma, tipo: string): string =>
  `${plain(DOCUMENTO_FIRMA_LABEL[clase])}.${EXTENSION[tipo] ?? 'bin'}`

async function* archivosOf(deps: Deps, empresaId: EmpresaId, solicitud: sql.Solicitud, documentos: readonly sql.DocumentoGuardado[]) {
  const manifiesto: object[] = []
  for (const { clase, tipo, tamano, partes, archivo_id: id } of documentos) {
    const archivo = nombreDocumento(clase, tipo)
    const sum = createHash('sha256')
    const bytes = await open(deps, empresaId, { id, partes })
    async function* hashed() {
      for await (const part of bytes as AsyncIterable<Buffer>) {
        sum.update(part)
        yield part
      }
    }
    yield { nombre: archivo, partes: hashed() }
    manifiesto.push({ archivo, documento: DOCUMENTO_FIRMA_LABEL[clase], tipo, tamano, sha256: sum.digest('hex') })
  }
  const { id, tipo, anios, fecha, datos } = solicitud
  const contents = { solicitud: id, tipo: TIPO_FIRMA_LABEL[tipo], anios, fecha, datos, archivos: manifiesto }
  // Last: it has the hashes of the files before.
  yield { nombre: 'manifiesto.json', partes: [`${JSON.stringify(contents, null, 2)}\n`] }
}

interface Pedido {
  empresa_id: EmpresaId
  id: string
  /** Allows a second sending. */
  isAgain: boolean
}

/**
 * Sends an approved request to the certification entity, which charges for each. The sending is noted first, in a transaction that ends
 * before the first byte leaves: a caller at the same instant, or after a crash in between, gets that as an error. The audit has the sender.
 * @throws 404, 422
 */
export async function sendToEntidad(deps: Deps, entidad: Entidad, { usuarioId }: { usuarioId: string }, pedido: Pedido): Promise<Entrega> {
  const paquete = await inEmpresa(deps.db, pedido.empresa_id, async (tx): Promise<Paquete> => {
    const { empresa_id: empresaId, id, isAgain } = pedido
    const solicitud = await sql.findSolicitud(tx, empresaId, id)
    const documentos = await sql.readDocumentos(tx, empresaId, id)
    if (!solicitud || solicitud.estado === 'BORRADOR' || documentos.length === 0) throw errors.notFound()
    if (solicitud.estado !== 'APROBADA' && solicitud.estado !== 'EMITIDA') throw errors.signatureMove()
    const en = deps.clock.now()
    const isFirst = await sql.markPaquete(tx, empresaId, id, en)
    if (!isFirst && !isAgain) throw errors.signatureTaken(displayFecha(fechaIn(new Date(solicitud.paquete_en ?? en))))
    await recordAuditoria(tx, {
      empresaId,
      usuarioId,
      en,
      accion: 'firma.paquete',
      objeto: id,
      detalle: { titular: solicitud.titular, ...(!isFirst && { otra_vez: true }) },
    })
    return {
      nombre: `firma-${plain(solicitud.datos.numero_documento ?? solicitud.titular)}.zip`,
      archivos: archivosOf(deps, empresaId, solicitud, documentos),
    }
  })
  return entidad.send(pedido.id, paquete)
}

/** The manual sending: a ticket for the package, which the desk takes to the entity. @throws 404, 422 */
export async function givePaquete(deps: Deps, session: Pick<Sesion, 'usuarioId' | 'tokenHash'>, pedido: Pedido): Promise<Descarga> {
  const { nombre } = await sendToEntidad(deps, entidadAMano, session, pedido)
  const { empresa_id: empresaId, id: objeto } = pedido
  return inEmpresa(deps.db, empresaId, (tx) => giveDescarga(deps, tx, session, { empresaId, tipo: 'PAQUETE_FIRMA', objeto, nombre }))
}

/** The package of a ticket. @throws 404 */
export async function sendPaqueteFirma(deps: Deps, reply: FastifyReply, { empresaId, objeto, nombre }: Descargable): Promise<FastifyReply> {
  const [solicitud, documentos] = await inEmpresa(
    deps.db,
    empresaId,
    async (tx) => [await sql.findSolicitud(tx, empresaId, objeto), await sql.readDocumentos(tx, empresaId, objeto)] as const,
  )
  if (!solicitud || documentos.length === 0) throw errors.notFound()
  return sendFile(reply, 'application/zip', nombre, zipOf(archivosOf(deps, empresaId, solicitud, documentos)))
}
