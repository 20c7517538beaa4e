import {
  createEmpresa,
  disableUsuario,
  dropFactor,
  editPlan,
  enableUsuario,
  endSesiones,
  inviteAdministrador,
  reactivateEmpresa,
  readSaludInstalacion,
  requestImpersonacion,
  searchEmpresa,
  searchUsuario,
  sendRestablecer,
  suspendEmpresa,
  type EmpresaNuevaForm,
  type Endpoint,
  type ImpersonacionForm,
  type InvitarAdministradorForm,
  type PlanForm,
} from '@yupana/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import { fetchData, send, type CallInput } from '../../lib/http/http.ts'
import { noticeSuccess } from '../../lib/pagina/notices.ts'
import { queryClient } from '../../lib/http/query-client.ts'

const KEY = 'administracion'
/** Polling interval while the screen is open. */
const SALUD_EVERY_MS = 10_000

type Query = NonNullable<CallInput<unknown>['query']>

export const empresasQuery = (query: Query) =>
  queryOptions({
    queryKey: [KEY, 'empresa', query],
    queryFn: ({ signal }) => fetchData(searchEmpresa, { query, signal }),
    placeholderData: keepPreviousData,
  })

export const usuariosQuery = (query: Query) =>
  queryOptions({
    queryKey: [KEY, 'usuario', query],
    queryFn: ({ signal }) => fetchData(searchUsuario, { query, signal }),
    placeholderData: keepPreviousData,
  })

export const saludQuery = () =>
  queryOptions({
    queryKey: [KEY, 'salud'],
    queryFn: ({ signal }) => fetchData(readSaludInstalacion, { signal, background: true }),
    refetchInterval: SALUD_EVERY_MS,
  })

/** @throws HttpError */
async function change(call: Endpoint, body: object): Promise<void> {
  noticeSuccess(await send(call, { body }), call.msg)
  await queryClient.invalidateQueries({ queryKey: [KEY] })
}

export interface AdminInvitado {
  enlace: string | null
  /** Mail address of the invited person. */
  invitado: string
}

export const saveEmpresa = async (form: EmpresaNuevaForm): Promise<AdminInvitado> => {
  const creada = await fetchData(createEmpresa, { body: form })
  await queryClient.invalidateQueries({ queryKey: [KEY] })
  return creada
}

export async function inviteAdmin(id: string, body: InvitarAdministradorForm, headers: Record<string, string>): Promise<AdminInvitado> {
  const invitado = await fetchData(inviteAdministrador, { params: { id }, body, headers })
  await queryClient.invalidateQueries({ queryKey: [KEY] })
  return invitado
}
export const suspend = (id: string, motivo: string) => change(suspendEmpresa, { id, motivo })
export const reactivate = (id: string, motivo: string) => change(reactivateEmpresa, { id, motivo })
export const savePlan = (form: PlanForm) => change(editPlan, form)

export const setActivo = (id: string, activo: boolean, motivo: string) => change(activo ? enableUsuario : disableUsuario, { id, motivo })
export const quitarFactor = (id: string, motivo: string) => change(dropFactor, { id, motivo })
export const closeSesiones = (id: string) => change(endSesiones, { id })
export const restablecer = (id: string) => change(sendRestablecer, { id })

/** Gets an address that opens a session in the user's name, once and within two minutes. */
export const askImpersonacion = async (form: ImpersonacionForm): Promise<string> =>
  (await fetchData(requestImpersonacion, { body: form })).token
