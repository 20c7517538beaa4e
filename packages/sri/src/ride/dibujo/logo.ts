import type { Pieza } from './lienzo.ts'

/** The logo scaled into a box of any proportion, centred; undefined when the bytes are no picture pdfkit can draw. */
export function logoPieza(doc: PDFKit.PDFDocument, logo: Uint8Array | undefined, width: number, maxHeight: number): Pieza | undefined {
  const image = logo && openImage(doc, logo)
  if (!image) return undefined
  const scale = Math.min(width / image.width, maxHeight / image.height)
  const shown = { width: image.width * scale, height: image.height * scale }
  return {
    height: shown.height,
    draw: (lienzo, x, y) => lienzo.doc.image(image, x + (width - shown.width) / 2, y, shown),
  }
}

interface Imagen {
  readonly width: number
  readonly height: number
}

// A factura must print even with a damaged logo, so an unreadable one is left out. Only bytes are accepted: pdfkit would follow a string as
// a path.
function openImage(doc: PDFKit.PDFDocument, logo: Uint8Array): (Imagen & PDFKit.Mixins.ImageSrc) | undefined {
  try {
    const image = (doc as unknown as { openImage(src: Uint8Array): Imagen & PDFKit.Mixins.ImageSrc }).openImage(Buffer.from(logo))
    return image.width > 0 && image.height > 0 ? image : undefined
  } catch {
    return undefined
  }
}
