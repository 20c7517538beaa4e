import {
  applyCarga,
  applyCargaPersonas,
  readCarga,
  readCargaPersonas,
  readPlantilla,
  readPlantillaPersonas,
  searchErrorCarga,
  searchErrorCargaPersonas,
  TIPO_CARGA_PERSONAS,
  uploadPersonas,
  uploadProductos,
  type Carga,
  type EstadoCarga,
  type TipoCarga,
} from '@yupana/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import { fetchData, fetchFile } from '../../lib/http/http.ts'
import { queryClient } from '../../lib/http/query-client.ts'
import { saveFile } from '../../lib/http/save-file.ts'
import { PALABRAS } from './carga-words.ts'

const LIVE_MS = 1_000
const keyOf = (id: string) => ['carga', id]

/** Products and people have separate calls. */
export const DE_PRODUCTOS = { read: readCarga, errores: searchErrorCarga, apply: applyCarga } as const
export const DE_PERSONAS = { read: readCargaPersonas, errores: searchErrorCargaPersonas, apply: applyCargaPersonas } as const
export type Llamadas = typeof DE_PRODUCTOS | typeof DE_PERSONAS

export const isUnderWay = (estado: EstadoCarga): boolean => estado === 'RECIBIDA' || estado === 'APLICANDO'

/** Polled while a worker has the upload. */
export const cargaQuery = ({ read }: Llamadas, id: string) =>
  queryOptions({
    queryKey: keyOf(id),
    queryFn: ({ signal }): Promise<Carga> => fetchData(read, { params: { id }, signal, background: true }),
    refetchInterval: ({ state: { data } }) => (data === undefined || isUnderWay(data.estado) ? LIVE_MS : false),
  })

export const erroresQuery = ({ errores }: Llamadas, id: string, page: number) =>
  queryOptions({
    queryKey: [...keyOf(id), 'errores', page],
    queryFn: ({ signal }) => fetchData(errores, { params: { id }, query: { page, size: 20 }, signal }),
    placeholderData: keepPreviousData,
  })

interface Envio {
  tipo: TipoCarga
  file: File
  headers: Record<string, string>
  onProgress: (sent: number, total: number) => void
}

export async function uploadHoja({ tipo, file, headers, onProgress }: Envio): Promise<Carga> {
  const form = new FormData()
  form.set('file', file)
  const rest = { body: form as never, headers, onProgress }
  const carga = await (tipo === TIPO_CARGA_PERSONAS
    ? fetchData(uploadPersonas, rest)
    : fetchData(uploadProductos, { ...rest, query: { type_upload_id: tipo } }))
  queryClient.setQueryData(keyOf(carga.id), carga)
  return carga
}

export async function apply(llamadas: Llamadas, id: string): Promise<void> {
  queryClient.setQueryData(keyOf(id), await fetchData(llamadas.apply, { params: { id } }))
}

const CARGADO = ['producto', 'actualizacion', 'movimiento', 'persona']
/** Queries changed by an upload are read anew. */
export const forgetCargado = () => Promise.all(CARGADO.map((key) => queryClient.invalidateQueries({ queryKey: [key] })))

export async function downloadPlantilla(tipo: TipoCarga, formato: 'xlsx' | 'csv'): Promise<void> {
  const blob = await (tipo === TIPO_CARGA_PERSONAS
    ? fetchFile(readPlantillaPersonas, { query: { formato } })
    : fetchFile(readPlantilla, { query: { type_upload_id: tipo, formato } }))
  saveFile(blob, `${PALABRAS[tipo].plantilla}.${formato}`)
}
