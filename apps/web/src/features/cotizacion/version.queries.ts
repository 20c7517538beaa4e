import { downloadVersionCotizacion, listVersionesCotizacion, readVersionCotizacion } from '@yupana/contract'
import { queryOptions } from '@tanstack/react-query'

import { fetchData, fetchFile } from '../../lib/http/http.ts'
import { saveFile } from '../../lib/http/save-file.ts'

export const versionesQuery = (id: string) =>
  queryOptions({
    queryKey: ['cotizacion', 'versiones', id],
    queryFn: ({ signal }) => fetchData(listVersionesCotizacion, { params: { id }, signal, background: true }),
  })

/** A sent version never changes; answers to it are in the list. */
export const versionQuery = (id: string, n: number) =>
  queryOptions({
    queryKey: ['cotizacion', 'version', id, n],
    queryFn: ({ signal }) => fetchData(readVersionCotizacion, { params: { id, n: String(n) }, signal, background: true }),
  })

/** @throws HttpError */
export async function downloadVersion({ id, numero, n }: { id: string; numero: string; n: number }): Promise<void> {
  const file = await fetchFile(downloadVersionCotizacion, { params: { id, n: String(n) } })
  saveFile(file, `cotizacion-${numero}-version-${n}.pdf`)
}
