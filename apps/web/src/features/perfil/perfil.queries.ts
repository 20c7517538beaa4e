import {
  cancelCorreo,
  changePassword,
  closeSesion,
  closeSesiones,
  deleteAvatar,
  editPerfil,
  encodePassword,
  passwordRequirements,
  readPerfil,
  readSesiones,
  resendCorreo,
  saveAvatar,
  type Perfil,
  type PerfilFormInput,
} from '@yupana/contract'
import { queryOptions } from '@tanstack/react-query'

import { fetchData, send } from '../../lib/http/http.ts'
import { noticeSuccess } from '../../lib/pagina/notices.ts'
import { queryClient } from '../../lib/http/query-client.ts'
import { settings } from '../../lib/pagina/settings.ts'

const PERFIL = ['perfil', 'datos']
const SESIONES = ['perfil', 'sesiones']
const SESSION = ['sesion']

export const perfilQuery = () =>
  queryOptions({ queryKey: PERFIL, queryFn: ({ signal }) => fetchData(readPerfil, { signal }), staleTime: Infinity, gcTime: Infinity })

export const requisitosQuery = () =>
  queryOptions({
    queryKey: ['perfil', 'requisitos'],
    queryFn: ({ signal }) => fetchData(passwordRequirements, { signal, background: true }),
    staleTime: Infinity,
  })

export const sesionesQuery = () => queryOptions({ queryKey: SESIONES, queryFn: ({ signal }) => fetchData(readSesiones, { signal }) })

function takeOver(perfil: Perfil) {
  queryClient.setQueryData(PERFIL, perfil)
  // The top bar shows name and picture from the session.
  void queryClient.invalidateQueries({ queryKey: SESSION })
}

const encoded = (password: string) => encodePassword(password, settings.codec)

/** Sends another link to the mail address that waits for verification. */
export async function resendVerification(): Promise<void> {
  noticeSuccess(await send(resendCorreo), resendCorreo.msg)
  await queryClient.invalidateQueries({ queryKey: PERFIL })
}

export async function cancelVerification(): Promise<void> {
  noticeSuccess(await send(cancelCorreo), cancelCorreo.msg)
  await queryClient.invalidateQueries({ queryKey: PERFIL })
}

/** @throws HttpError: 422 at its field, also when another mail address needs the password */
export async function savePerfil({ pass, ...form }: PerfilFormInput): Promise<Perfil> {
  const answer = await send(editPerfil, { body: { ...form, ...(pass ? { pass: encoded(pass) } : {}) } })
  noticeSuccess(answer, editPerfil.msg)
  takeOver(answer.data)
  return answer.data
}

/** @throws HttpError: 422 at its field */
export async function savePassword(current: string, next: string): Promise<void> {
  noticeSuccess(await send(changePassword, { body: { current_pass: encoded(current), new_pass: encoded(next) } }), changePassword.msg)
  await queryClient.invalidateQueries({ queryKey: SESIONES })
}

export async function uploadAvatar(file: File): Promise<void> {
  const form = new FormData()
  form.append('file', file)
  const answer = await send(saveAvatar, { body: form })
  noticeSuccess(answer, saveAvatar.msg)
  takeOver(answer.data)
}

export async function removeAvatar(): Promise<void> {
  const answer = await send(deleteAvatar)
  noticeSuccess(answer, deleteAvatar.msg)
  takeOver(answer.data)
}

export async function closeSession(id: string): Promise<void> {
  noticeSuccess(await send(closeSesion, { params: { id } }), closeSesion.msg)
  await queryClient.invalidateQueries({ queryKey: SESIONES })
}

export async function closeOtherSessions(): Promise<void> {
  noticeSuccess(await send(closeSesiones), closeSesiones.msg)
  await queryClient.invalidateQueries({ queryKey: SESIONES })
}
