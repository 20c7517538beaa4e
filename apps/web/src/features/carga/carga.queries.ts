import {
  applyCarga,
  readCarga,
  readPlantilla,
  searchErrorCarga,
  uploadProductos,
  type Carga,
  type EstadoCarga,
  type TipoCarga,
} from '@yupana/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import { fetchData, fetchFile } from '../../lib/http/http.ts'
import { queryClient } from '../../lib/http/query-client.ts'
import { saveFile } from '../../lib/http/save-file.ts'

const LIVE_MS = 1_000
const keyOf = (id: string) => ['carga', id]

export const isUnderWay = (estado: EstadoCarga): boolean => estado === 'RECIBIDA' || estado === 'APLICANDO'

/** Asked again and again while a worker has it. */
export const cargaQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => fetchData(readCarga, { params: { id }, signal, background: true }),
    refetchInterval: ({ state: { data } }) => (data === undefined || isUnderWay(data.estado) ? LIVE_MS : false),
  })

export const erroresQuery = (id: string, page: number) =>
  queryOptions({
    queryKey: [...keyOf(id), 'errores', page],
    queryFn: ({ signal }) => fetchData(searchErrorCarga, { params: { id }, query: { page, size: 20 }, signal }),
    placeholderData: keepPreviousData,
  })

interface Envio {
  tipo: TipoCarga
  file: File
  headers: Record<string, string>
  onProgress: (sent: number, total: number) => void
}

export async function uploadHoja({ tipo, file, headers, onProgress }: Envio): Promise<Carga> {
  const body = new FormData()
  body.set('file', file)
  const carga = await fetchData(uploadProductos, { query: { type_upload_id: tipo }, body: body as never, headers, onProgress })
  queryClient.setQueryData(keyOf(carga.id), carga)
  return carga
}

export async function apply(id: string): Promise<void> {
  queryClient.setQueryData(keyOf(id), await fetchData(applyCarga, { params: { id } }))
}

/** Products were changed behind the page. */
export const forgetProductos = () =>
  Promise.all([queryClient.invalidateQueries({ queryKey: ['producto'] }), queryClient.invalidateQueries({ queryKey: ['actualizacion'] })])

export async function downloadPlantilla(tipo: TipoCarga, formato: 'xlsx' | 'csv'): Promise<void> {
  const blob = await fetchFile(readPlantilla, { query: { type_upload_id: tipo, formato } })
  saveFile(blob, `${tipo === 1 ? 'plantilla-productos' : 'plantilla-precios'}.${formato}`)
}
