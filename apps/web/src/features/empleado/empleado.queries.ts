import {
  allEmpleado,
  assignMenu,
  deleteEmpleado,
  deleteInvitacion,
  editEmpleado,
  listRol,
  menusEmpleado,
  searchInvitacion,
  searchPunto,
  sendInvitacion,
  toggleEmpleado,
  type EmpleadoForm,
  type InvitacionForm,
  type MenusEmpleado,
} from '@yupana/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import { everyRow } from '../../lib/http/every-row.ts'
import { fetchData, send, type CallInput } from '../../lib/http/http.ts'
import { noticeSuccess } from '../../lib/pagina/notices.ts'
import { queryClient } from '../../lib/http/query-client.ts'

const KEY = 'empleado'
const EMPLEADOS = [KEY, 'lista']
const INVITACIONES = [KEY, 'invitaciones']

export const empleadosQuery = () => queryOptions({ queryKey: EMPLEADOS, queryFn: ({ signal }) => fetchData(allEmpleado, { signal }) })

/** Roles are fixed by the program: read once (specification §7). */
export const rolesQuery = () =>
  queryOptions({ queryKey: ['rol'], queryFn: ({ signal }) => fetchData(listRol, { signal }), staleTime: Infinity, gcTime: Infinity })

/** Read anew whenever the screen opens: the edited menus are the ones shown. */
export const menusQuery = (id: string) =>
  queryOptions({
    queryKey: [KEY, 'menus', id],
    queryFn: ({ signal }) => fetchData(menusEmpleado, { params: { id }, signal }),
    gcTime: 0,
    staleTime: Infinity,
  })

export const readMenus = (id: string): Promise<MenusEmpleado> => fetchData(menusEmpleado, { params: { id } })

/** All emission points of the company, with their people. */
export const puntosQuery = () =>
  queryOptions({
    queryKey: [KEY, 'puntos'],
    queryFn: ({ signal }) => everyRow((query) => fetchData(searchPunto, { query, signal })),
  })

export const invitacionesQuery = (query: NonNullable<CallInput<unknown>['query']>) =>
  queryOptions({
    queryKey: [...INVITACIONES, query],
    queryFn: ({ signal }) => fetchData(searchInvitacion, { query, signal }),
    placeholderData: keepPreviousData,
  })

const reread = () => queryClient.invalidateQueries({ queryKey: EMPLEADOS })

/** @throws HttpError: 422 for the last ADMIN */
export async function toggleStatus(id: string): Promise<void> {
  noticeSuccess(await send(toggleEmpleado, { params: { id } }), toggleEmpleado.msg)
  await reread()
}

/** @throws HttpError: 422 for the last ADMIN */
export async function removeEmpleado(id: string): Promise<void> {
  noticeSuccess(await send(deleteEmpleado, { params: { id } }), deleteEmpleado.msg)
  await reread()
}

export async function saveMenus(id: string, menus: string[]): Promise<void> {
  noticeSuccess(await send(assignMenu, { body: { id, menus } }), assignMenu.msg)
  await reread()
}

/** Another role has its own menus. @throws HttpError: 422 for the last ADMIN */
export async function saveEmpleado(id: string, body: EmpleadoForm): Promise<void> {
  noticeSuccess(await send(editEmpleado, { params: { id }, body }), editEmpleado.msg)
  queryClient.removeQueries({ queryKey: menusQuery(id).queryKey })
  await reread()
}

/** Returns the link if the installation sends no mail, for the inviting user to pass on. @throws HttpError */
export async function invite(body: InvitacionForm, headers: Record<string, string>): Promise<string | null> {
  const answer = await send(sendInvitacion, { body, headers })
  noticeSuccess(answer, sendInvitacion.msg)
  await queryClient.invalidateQueries({ queryKey: INVITACIONES })
  return answer.data.enlace
}

export async function removeInvitacion(id: string): Promise<void> {
  noticeSuccess(await send(deleteInvitacion, { params: { id } }), deleteInvitacion.msg)
  await queryClient.invalidateQueries({ queryKey: INVITACIONES })
}
