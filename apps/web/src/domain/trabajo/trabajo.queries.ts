import {
  archivosReporte,
  cancelTrabajo,
  downloadTrabajo,
  exportReporte,
  listTrabajo,
  startArchivos,
  startReporte,
  type PedidoArchivos,
  type PedidoReporte,
  type Trabajo,
} from '@yupana/contract'
import { queryOptions } from '@tanstack/react-query'

import { download } from '../../lib/http/download.ts'
import { fetchData, fetchFile } from '../../lib/http/http.ts'
import { queryClient } from '../../lib/http/query-client.ts'
import { saveFile } from '../../lib/http/save-file.ts'

const LIVE_MS = 1_000
const KEY = ['trabajo']

export const isUnderWay = ({ estado }: Trabajo): boolean => estado === 'PENDIENTE' || estado === 'EN_CURSO'

/** Polled while a worker has one of them. */
export const trabajosQuery = queryOptions({
  queryKey: KEY,
  queryFn: ({ signal }): Promise<Trabajo[]> => fetchData(listTrabajo, { signal, background: true }),
  refetchInterval: ({ state: { data } }) => (data?.some(isUnderWay) ? LIVE_MS : false),
})

const forget = () => queryClient.invalidateQueries({ queryKey: KEY })

/** Starts a job in the workers. Returns false for a small file, which is downloaded at once. */
export async function startLarge(pedido: PedidoReporte | PedidoArchivos): Promise<boolean> {
  const { trabajo } = await ('reporte' in pedido ? fetchData(startReporte, { body: pedido }) : fetchData(startArchivos, { body: pedido }))
  if (trabajo) await forget()
  return trabajo !== null
}

export async function cancel({ id }: Trabajo): Promise<void> {
  await fetchData(cancelTrabajo, { params: { id } })
  await forget()
}

export const takeFile = async ({ id }: Trabajo): Promise<void> => download(await fetchData(downloadTrabajo, { params: { id } }))

/** Repeats a job; a file that is small by now is downloaded at once. */
export async function startAgain({ pedido: { reporte, formato, ...rest }, archivo }: Trabajo): Promise<void> {
  if (reporte && formato) {
    const query = { ...rest, reporte, formato }
    if (!(await startLarge(query))) saveFile(await fetchFile(exportReporte, { query }), archivo)
    return
  }
  const query = { desde: rest.desde, hasta: rest.hasta }
  if (!(await startLarge(query))) saveFile(await fetchFile(archivosReporte, { query }), archivo)
}
