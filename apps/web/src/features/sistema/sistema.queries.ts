import { queryOptions } from '@tanstack/react-query'
import {
  configGeneral,
  deleteLogoSistema,
  editSistema,
  readSistema,
  saveLogoSistema,
  sriMantenimiento,
  type Sistema,
  type SistemaForm,
} from '@yupana/contract'

import { fetchData, send } from '../../lib/http/http.ts'
import { noticeSuccess } from '../../lib/pagina/notices.ts'
import { queryClient } from '../../lib/http/query-client.ts'

const MAINTENANCE_EVERY_MS = 60_000

export const systemConfigQuery = () =>
  queryOptions({
    queryKey: ['config_general'],
    queryFn: ({ signal }) => fetchData(configGeneral, { signal }),
    staleTime: Infinity,
    gcTime: Infinity,
  })

/** Whether the SRI is reachable, checked every minute while the page is visible. */
export const maintenanceQuery = () =>
  queryOptions({
    queryKey: ['sri_mantenimiento'],
    queryFn: ({ signal }) => fetchData(sriMantenimiento, { signal, background: true }),
    refetchInterval: MAINTENANCE_EVERY_MS,
  })

const SISTEMA = ['sistema']

/** Always read anew: the edited version must be the present one. */
export const sistemaQuery = () =>
  queryOptions({ queryKey: SISTEMA, queryFn: ({ signal }) => fetchData(readSistema, { signal }), gcTime: 0, refetchOnReconnect: false })

const reread = () =>
  Promise.all([systemConfigQuery().queryKey, maintenanceQuery().queryKey].map((queryKey) => queryClient.invalidateQueries({ queryKey })))

/** @throws HttpError: 409 when another user saved in between */
export async function saveSistema(form: SistemaForm, version: number): Promise<Sistema> {
  const answer = await send(editSistema, { body: { ...form, version } })
  noticeSuccess(answer, editSistema.msg)
  queryClient.setQueryData(SISTEMA, answer.data)
  await reread()
  return answer.data
}

const rereadSistema = () => queryClient.invalidateQueries({ queryKey: SISTEMA })

export async function uploadLogo(file: File): Promise<void> {
  const body = new FormData()
  body.append('file', file)
  noticeSuccess(await send(saveLogoSistema, { body }), saveLogoSistema.msg)
  await rereadSistema()
}

export async function removeLogo(): Promise<void> {
  noticeSuccess(await send(deleteLogoSistema), deleteLogoSistema.msg)
  await rereadSistema()
}
