import {
  importRecibido,
  MAX_ARCHIVOS_RECIBIDO,
  pedidosRecibido,
  pedirRecibidos,
  readRecibido,
  RECIBIDO_MAX_BYTES,
  type Importacion,
  type Pedidos,
} from '@yupana/contract'
import { queryOptions } from '@tanstack/react-query'

import { HttpError } from '../../lib/http/http-error.ts'
import { fetchData, send } from '../../lib/http/http.ts'
import { queryClient } from '../../lib/http/query-client.ts'

export const KEY = 'recibido'

export const recibidoQuery = (id: string) =>
  queryOptions({ queryKey: [KEY, 'ficha', id], gcTime: 0, queryFn: ({ signal }) => fetchData(readRecibido, { params: { id }, signal }) })

const PEDIDOS_MS = 1_000
const pedidosKey = [KEY, 'pedidos']

/** Polled while claves are pending; new documents appear in the list. */
export const pedidosQuery = () =>
  queryOptions({
    queryKey: pedidosKey,
    queryFn: async ({ signal }) => {
      const before = queryClient.getQueryData<Pedidos | null>(pedidosKey)
      const now = await fetchData(pedidosRecibido, { signal, background: true })
      if (before && now && now.traidos !== before.traidos) void queryClient.invalidateQueries({ queryKey: [KEY, 'lista'] })
      return now
    },
    refetchInterval: ({ state: { data } }) => (data && data.pendientes > 0 ? PEDIDOS_MS : false),
  })

const NADA: Importacion = { nuevos: 0, pedidos: 0, repetidos: 0, rechazados: 0, archivos: [] }

const plus = (one: Importacion, other: Importacion): Importacion => ({
  nuevos: one.nuevos + other.nuevos,
  pedidos: one.pedidos + other.pedidos,
  repetidos: one.repetidos + other.repetidos,
  rechazados: one.rechazados + other.rechazados,
  archivos: [...one.archivos, ...other.archivos],
})

/** Groups files into sendings: XML files together, each other file alone. */
export function enviosOf(files: readonly File[]): File[][] {
  const envios: File[][] = []
  let juntos: File[] | undefined
  let bytes = 0
  for (const file of files) {
    if (!/\.xml$/i.test(file.name)) {
      envios.push([file])
      continue
    }
    bytes += file.size
    if (juntos === undefined || juntos.length === MAX_ARCHIVOS_RECIBIDO || bytes > RECIBIDO_MAX_BYTES) {
      envios.push((juntos = []))
      bytes = file.size
    }
    juntos.push(file)
  }
  return envios
}

/** Sends one group; a file that is refused as a whole counts as refused. @throws HttpError for any other failure */
async function enviar(envio: readonly File[], onProgress: OnProgress): Promise<Importacion> {
  try {
    return await importar(envio, onProgress)
  } catch (error) {
    const motivo = error instanceof HttpError ? error.fieldErrors['file'] : undefined
    if (motivo === undefined) throw error
    const archivos = envio.map(({ name }) => ({ archivo: name, resultado: 'RECHAZADO' as const, motivo, id: null }))
    return { ...NADA, rechazados: archivos.length, archivos }
  }
}

/**
 * Sends several files, one group after the other; `onDone` receives the results so far. @throws HttpError when the rest could not be sent
 */
export async function importMany(files: readonly File[], onProgress: OnProgress, onDone: (hasta: Importacion) => void): Promise<void> {
  const total = files.reduce((all, { size }) => all + size, 0)
  let [sent, done] = [0, NADA]
  for (const envio of enviosOf(files)) {
    const size = envio.reduce((all, file) => all + file.size, 0)
    const answer = await enviar(envio, (part, whole) => onProgress(sent + (whole > 0 ? (part / whole) * size : 0), total))
    sent += size
    done = plus(done, answer)
    onDone(done)
  }
}

export const forgetRecibidos = () =>
  Promise.all([KEY, 'compra', 'retencion_recibida'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })))

type OnProgress = (sent: number, total: number) => void

/** @throws HttpError with the reason, if its only file is refused as a whole */
export async function importar(files: readonly File[], onProgress: OnProgress): Promise<Importacion> {
  const body = new FormData()
  for (const file of files) body.append('file', file)
  try {
    return await fetchData(importRecibido, { body: body as never, onProgress })
  } finally {
    void forgetRecibidos()
  }
}

/** Records the names of files too large to be sent, among the refused ones. Its failure is not reported: the user knows already. */
export async function anotarGrandes(files: readonly File[]): Promise<void> {
  const body = new FormData()
  body.append('grandes', files.map(({ name }) => name).join('\n'))
  await fetchData(importRecibido, { body: body as never, background: true }).catch(() => undefined)
  await queryClient.invalidateQueries({ queryKey: [KEY, 'rechazos'] })
}

/** @throws HttpError with the problem at `claves` */
export async function pedir(claves: string): Promise<Importacion> {
  const { data } = await send(pedirRecibidos, { body: { claves } })
  void queryClient.invalidateQueries({ queryKey: pedidosKey })
  void queryClient.invalidateQueries({ queryKey: [KEY, 'rechazos'] })
  return data
}
