import {
  deleteBuzon,
  estadoBuzon,
  leerBuzon,
  probarBuzon,
  readBuzon,
  saveBuzon,
  type Buzon,
  type BuzonAjuste,
  type BuzonEstado,
  type BuzonForm,
} from '@yupana/contract'
import { queryOptions } from '@tanstack/react-query'

import { fetchData, send } from '../../lib/http/http.ts'
import { queryClient } from '../../lib/http/query-client.ts'
import { noticeSuccess } from '../../lib/pagina/notices.ts'

const KEY = 'buzon'
const AJUSTE = [KEY, 'ajuste']
const ESTADO = [KEY, 'estado']
const LEYENDO_MS = 1_500
const QUIETO_MS = 60_000

export const buzonQuery = () =>
  queryOptions({ queryKey: AJUSTE, queryFn: ({ signal }) => fetchData(readBuzon, { signal, background: true }) })

/** A background query; the documents of a reading appear in the lists. */
export const estadoBuzonQuery = () =>
  queryOptions({
    queryKey: ESTADO,
    queryFn: async ({ signal }) => {
      const before = queryClient.getQueryData<BuzonEstado | null>(ESTADO)
      const now = await fetchData(estadoBuzon, { signal, background: true })
      if (before?.leyendo && now?.leyendo === false) {
        void queryClient.invalidateQueries({ queryKey: ['recibido'] })
        void queryClient.invalidateQueries({ queryKey: AJUSTE })
      }
      return now
    },
    refetchInterval: ({ state: { data } }) => (data?.leyendo ? LEYENDO_MS : data?.activo ? QUIETO_MS : false),
  })

/** @throws HttpError */
export async function readMailboxNow(): Promise<void> {
  queryClient.setQueryData(ESTADO, await fetchData(leerBuzon))
}

/** Number of mails in the mailbox. @throws HttpError with the reason, at its field */
export const probar = async (form: BuzonAjuste): Promise<number> => (await send(probarBuzon, { body: form })).data.correos

/** @throws HttpError: 409 when another user saved in between */
export async function guardarBuzon(form: BuzonForm): Promise<Buzon> {
  const answer = await send(saveBuzon, { body: form })
  noticeSuccess(answer, saveBuzon.msg)
  queryClient.setQueryData(AJUSTE, answer.data)
  queryClient.setQueryData(ESTADO, answer.data.estado)
  void queryClient.invalidateQueries({ queryKey: ['pendientes'] })
  return answer.data
}

/** @throws HttpError */
export async function removeBuzon(): Promise<void> {
  const answer = await send(deleteBuzon)
  noticeSuccess(answer, deleteBuzon.msg)
  await Promise.all([KEY, 'pendientes'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })))
}
