import { startOf } from '@yupana/fiscal'

import type { ContenidoRide } from '../contenido/contenido.ts'
import type { Presentacion } from './presentacion.ts'

/** Date of a draft without one, so that it always gives the same bytes. */
const SIN_FECHA = '2000-01-01'

interface Tamano {
  readonly width: number
  readonly height: number
}

/**
 * An empty PDF whose date and identifier come from the document, so that the same document printed under the same name always gives
 * the same bytes (O-105). pdfkit derives the file's identifier from this information. pdfkit is loaded on first use: it is heavy.
 */
export async function createPdf(
  contenido: ContenidoRide,
  { autorizacion, producto }: Pick<Presentacion, 'autorizacion' | 'producto'>,
  { width, height }: Tamano,
): Promise<PDFKit.PDFDocument> {
  const { PDFDocument } = (await import('pdfkit')) as unknown as { PDFDocument: new (options: object) => PDFKit.PDFDocument }
  return new PDFDocument({
    size: [width, height],
    margin: 0,
    autoFirstPage: false,
    bufferPages: true,
    font: null,
    lang: 'es-EC',
    displayTitle: true,
    info: {
      Title: `${contenido.titulo} ${contenido.clave.numero}`,
      Author: contenido.emisor.razonSocial,
      Subject: contenido.clave.claveAcceso ?? '',
      Producer: producto,
      Creator: producto,
      CreationDate: autorizacion.instant ?? startOf(contenido.clave.fechaEmision ?? SIN_FECHA),
    },
  })
}

/** Closes the document and returns its bytes. */
export function finishPdf(doc: PDFKit.PDFDocument): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
    doc.end()
  })
}
