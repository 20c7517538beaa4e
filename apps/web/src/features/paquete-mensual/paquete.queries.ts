import { readPaquete, savePaquete, sendPaquete, type Paquete, type PaqueteForm } from '@yupana/contract'
import { queryOptions } from '@tanstack/react-query'

import { fetchData, send } from '../../lib/http/http.ts'
import { queryClient } from '../../lib/http/query-client.ts'
import { noticeSuccess } from '../../lib/pagina/notices.ts'

const KEY = ['paquete-mensual']
/** Polling interval while a package is being sent; delays of the mail server are not followed. */
const LIVE_MS = 3_000
const LIVE_FOR_MS = 600_000

const isUnderWay = ({ cuenta, envios }: Paquete): boolean =>
  cuenta === 'SMTP' &&
  envios.some(({ estado, creado_en: creado }) => estado === 'PENDIENTE' && Date.now() - new Date(creado).getTime() < LIVE_FOR_MS)

export const paqueteQuery = () =>
  queryOptions({
    queryKey: KEY,
    queryFn: ({ signal }) => fetchData(readPaquete, { signal, background: true }),
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data) ? LIVE_MS : false),
  })

/** @throws HttpError: 409 when another user saved in between */
export async function guardarPaquete(form: PaqueteForm): Promise<Paquete> {
  const answer = await send(savePaquete, { body: form })
  noticeSuccess(answer, savePaquete.msg)
  queryClient.setQueryData(KEY, answer.data)
  return answer.data
}

/** @throws HttpError */
export async function enviarPaquete(mes: string, headers: Record<string, string>): Promise<void> {
  const answer = await send(sendPaquete, { body: { mes }, headers })
  noticeSuccess(answer, sendPaquete.msg)
  queryClient.setQueryData(KEY, answer.data)
}
