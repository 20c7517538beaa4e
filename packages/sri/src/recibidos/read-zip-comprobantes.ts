import { readComprobante, type ComprobanteLeido } from '../documentos/read-comprobante.ts'
import { XmlError } from '../xml/xml-error.ts'
import { LIMITES_ZIP, readZip, type LimitesZip } from './zip.ts'

/** One XML of a ZIP: read, or why it could not be. */
export type ArchivoLeido =
  | { readonly archivo: string; readonly leido: ComprobanteLeido; readonly problema?: undefined }
  | { readonly archivo: string; readonly leido?: undefined; readonly problema: string }

/** What systems put beside the files that a person packed. */
const BASURA = /(^|\/)(__MACOSX\/|\._|\.DS_Store$|Thumbs\.db$)/

/**
 * The documents of a ZIP as people hand them on, each XML read by itself: one that cannot be read says why and does not stop the others;
 * files
 * of other kinds are left out. Throws `ZipError` where the ZIP itself is refused.
 */
export function* readZipComprobantes(zip: Uint8Array, limites: LimitesZip = LIMITES_ZIP): Generator<ArchivoLeido> {
  for (const { nombre, bytes } of readZip(zip, limites)) {
    if (!/\.xml$/i.test(nombre) || BASURA.test(nombre)) continue
    try {
      yield { archivo: nombre, leido: readComprobante(bytes) }
    } catch (error) {
      if (!(error instanceof XmlError)) throw error
      yield { archivo: nombre, problema: error.message }
    }
  }
}
