import type { Marca } from '@yupana/sri'

import { inEmpresa, type Tx } from '../../../db/transaction.ts'
import type { Deps } from '../../../deps.ts'
import { errors } from '../../../errors.ts'
import { PRODUCTO } from '../../../instalacion/version.ts'
import { inflate } from '../../../db/bytes.ts'
import type { EmpresaId } from '../../../db/empresa-id.ts'
import { readArchivos, type ArchivosDocumento } from './detalle.sql.ts'
import { saveEntregado } from './ride.sql.ts'

const PLACE = '{{comprobante}}'

/** Marks that a RIDE must carry, so that nobody mistakes a trial or a pending document for the real thing (O-64, O-90, O-98). */
export function marcasOf({
  ambiente,
  estado,
  fecha_autorizacion,
}: Pick<ArchivosDocumento, 'ambiente' | 'estado' | 'fecha_autorizacion'>): Marca[] {
  const marcas: Marca[] = []
  if (ambiente !== 'PRODUCCION') marcas.push(ambiente)
  if (estado === 'ANULADO') marcas.push('ANULADO')
  else if (fecha_autorizacion === null) marcas.push('PENDIENTE')
  return marcas
}

/** Text from which a document is printed: signed, or not signed yet. */
export const textOf = ({ firmado, xml }: ArchivosDocumento): string => inflate(firmado ?? xml).toString('utf8')

/** @throws 429 or 503 when it cannot be drawn now */
export function ride(
  { imprenta }: Pick<Deps, 'imprenta'>,
  empresaId: EmpresaId,
  archivos: ArchivosDocumento,
  formato: 'A4' | 'TICKET',
  vendedor?: string,
): Promise<Uint8Array> {
  return imprenta.ride(empresaId, textOf(archivos), {
    formato,
    marcas: marcasOf(archivos),
    producto: archivos.producto ?? PRODUCTO,
    ...(archivos.logo && { logo: archivos.logo }),
    ...(archivos.fecha_autorizacion !== null && { autorizacion: { fecha: archivos.fecha_autorizacion } }),
    ...(vendedor && { vendedor }),
  })
}

/** Draws the RIDE for a download, and records its hash before it leaves (O-105). @throws as `ride` */
export async function downloadableRide(
  deps: Pick<Deps, 'clock' | 'db' | 'imprenta'>,
  empresaId: EmpresaId,
  documento: { id: string; archivos: ArchivosDocumento; vendedor?: string | undefined },
  formato: 'A4' | 'TICKET',
): Promise<Uint8Array> {
  const pdf = await ride(deps, empresaId, documento.archivos, formato, documento.vendedor)
  const entregado = { empresaId, documentoId: documento.id, formato, pdf, en: deps.clock.now() }
  await inEmpresa(deps.db, empresaId, (tx) => saveEntregado(tx, entregado))
  return pdf
}

const cdata = (text: string) => `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`
const element = (name: string, text: string) => `<${name}>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</${name}>`

/** XML for the receiver: the authorised document in its `<autorizacion>`, or the signed bytes while it waits. */
export function xmlFile(archivos: ArchivosDocumento): string {
  const signed = textOf(archivos)
  const { fecha_autorizacion: fecha, numero_autorizacion: numero } = archivos
  if (fecha === null || numero === null) return signed
  const comprobante =
    archivos.documento_identico === false && archivos.respuesta ? comprobanteOf(inflate(archivos.respuesta).toString('utf8')) : signed
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n<autorizacion>',
    element('estado', archivos.estado === 'ANULADO' ? 'ANULADO' : 'AUTORIZADO'),
    element('numeroAutorizacion', numero),
    element('fechaAutorizacion', fecha),
    element('ambiente', archivos.ambiente_autorizacion ?? (archivos.ambiente === 'PRODUCCION' ? 'PRODUCCIÓN' : 'PRUEBAS')),
    `<comprobante>${cdata(comprobante ?? signed)}</comprobante><mensajes/></autorizacion>`,
  ].join('')
}

/** The document inside a stored answer whose text differed from ours. */
function comprobanteOf(respuesta: string): string | undefined {
  if (respuesta.includes(PLACE)) return undefined
  const start = respuesta.indexOf('<comprobante>')
  const end = respuesta.indexOf('</comprobante>')
  return start < 0 || end < start
    ? undefined
    : respuesta
        .slice(start + 13, end)
        .replace(/^\s*<!\[CDATA\[/, '')
        .replace(/\]\]>\s*$/, '')
}

/** @throws 404 for an absent document and for another company's alike, 422 for one that was issued outside and has no file here */
export async function requireArchivos(tx: Tx, empresaId: EmpresaId, id: string): Promise<ArchivosDocumento> {
  const archivos = await readArchivos(tx, empresaId, id)
  if (!archivos) throw errors.notFound()
  if (archivos.registro !== '') throw errors.issuedOutside()
  return archivos
}
