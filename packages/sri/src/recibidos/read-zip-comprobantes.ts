import { readComprobante, type ComprobanteLeido } from '../documentos/read-comprobante.ts'
import { XmlError } from '../xml/xml-error.ts'
import { LIMITES_ZIP, readZip, type LimitesZip } from './zip.ts'

/** One XML of a ZIP, or the reason why it could not be read. */
export type ArchivoLeido =
  | { readonly archivo: string; readonly leido: ComprobanteLeido; readonly problema?: undefined }
  | { readonly archivo: string; readonly leido?: undefined; readonly problema: string }

/** Files that operating systems add to a ZIP. */
const BASURA = /(^|\/)(__MACOSX\/|\._|\.DS_Store$|Thumbs\.db$)/

/**
 * The documents of a ZIP, each XML read by itself: an unreadable one gives its reason and does not stop the others; files of other kinds
 * are left out. Throws `ZipError` when the ZIP itself is refused.
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
