import { COMPROBANTE_CALLS } from '@yupana/contract'

import { fetchFile } from '../../lib/http/http.ts'
import { saveFile } from '../../lib/http/save-file.ts'

/** The two printed forms: an A4 page, and 80 mm for a receipt printer. */
export type Formato = 'A4' | 'TICKET'

/** Whether this browser shows a PDF inside a page; if not, the PDF is saved as a file. */
export const showsPdf = (): boolean => navigator.pdfViewerEnabled !== false

export const fetchRide = (id: string, formato: Formato, signal?: AbortSignal): Promise<Blob> =>
  fetchFile(COMPROBANTE_CALLS.downloadRide, { params: { id }, query: { formato }, ...(signal ? { signal } : {}) })

/** Saves the RIDE as `{clave}.pdf`. @throws HttpError */
export async function downloadRide(id: string, clave: string, formato: Formato = 'A4'): Promise<void> {
  saveFile(await fetchRide(id, formato), `${clave}.pdf`)
}

/** Saves the XML as `{clave}.xml`: the authorised one if there is one, else the signed one. @throws HttpError */
export async function downloadXml(id: string, clave: string): Promise<void> {
  saveFile(await fetchFile(COMPROBANTE_CALLS.downloadXml, { params: { id } }), `${clave}.xml`)
}
