import {
  allTipoRimpe,
  allUsuario,
  changeAmbiente,
  confirmCondiciones,
  createEstablecimiento,
  createPunto,
  deleteCertificado,
  deleteLogo,
  editEstablecimiento,
  editPunto,
  editSerie,
  encodePassword,
  readEmpresaPerfil,
  readLogo,
  recoverClaveFirma,
  replaceCertificado,
  saveEmpresaPerfil,
  saveLogo,
  searchEstablecimiento,
  searchPunto,
  searchSerie,
  showClaveFirma,
  uploadCertificado,
  type Ambiente,
  type ClaveFirma,
  type CondicionesConfirmadas,
  type EmpresaForm,
  type EmpresaPerfil,
  type Establecimiento,
  type EstablecimientoForm,
  type PuntoEmision,
  type PuntoForm,
  type SerieForm,
} from '@yupana/contract'
import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'

import { everyRow } from '../../lib/http/every-row.ts'
import { fetchData, fetchFile, send } from '../../lib/http/http.ts'
import { noticeSuccess } from '../../lib/pagina/notices.ts'
import { queryClient } from '../../lib/http/query-client.ts'
import { settings } from '../../lib/pagina/settings.ts'
import { CERTIFICADOS } from './certificados.queries.ts'

const KEY = 'empresa'
const PERFIL = [KEY, 'perfil']
const PUNTOS = [KEY, 'puntos']
const SERIES = [KEY, 'series']
const SESSION = ['sesion']

/** Read once per visit: the edited version is the one that was shown. */
export const perfilQuery = () =>
  queryOptions({ queryKey: PERFIL, queryFn: ({ signal }) => fetchData(readEmpresaPerfil, { signal }), gcTime: 0, staleTime: Infinity })

export const logoQuery = () =>
  queryOptions({ queryKey: [KEY, 'logo'], queryFn: ({ signal }) => fetchFile(readLogo, { signal }), gcTime: 0 })

export interface EstablecimientoConPuntos extends Establecimiento {
  puntos: PuntoEmision[]
}

/** Establishments, each with its emission points. */
export const puntosQuery = () =>
  queryOptions({
    queryKey: PUNTOS,
    queryFn: async ({ signal }): Promise<EstablecimientoConPuntos[]> => {
      const [establecimientos, puntos] = await Promise.all([
        everyRow((query) => fetchData(searchEstablecimiento, { query, signal })),
        everyRow((query) => fetchData(searchPunto, { query, signal })),
      ])
      return establecimientos.map((one) => ({ ...one, puntos: puntos.filter(({ establecimiento }) => establecimiento === one.codigo) }))
    },
  })

export const usuariosQuery = (enabled: boolean) =>
  queryOptions({ queryKey: [KEY, 'usuarios'], queryFn: ({ signal }) => fetchData(allUsuario, { signal }), enabled })

export const seriesQuery = (establecimiento: string, punto: string) =>
  queryOptions({
    queryKey: [...SERIES, establecimiento, punto],
    queryFn: ({ signal }) => everyRow((query) => fetchData(searchSerie, { query: { ...query, establecimiento, punto }, signal })),
    enabled: punto !== '',
  })

/** Printed text of each kind of RIMPE; the form works without it. */
export const tiposRimpeQuery = () =>
  queryOptions({
    queryKey: [KEY, 'rimpe'],
    queryFn: ({ signal }) => fetchData(allTipoRimpe, { signal, background: true }),
    staleTime: Infinity,
  })

function takeOver(perfil: EmpresaPerfil) {
  queryClient.setQueryData(PERFIL, perfil)
  // The top bar shows name and environment from the session.
  void queryClient.invalidateQueries({ queryKey: SESSION })
}

/** @throws HttpError: 409 when another user saved in between */
export async function savePerfil(form: z.input<typeof EmpresaForm>): Promise<EmpresaPerfil> {
  const answer = await send(saveEmpresaPerfil, { body: form })
  noticeSuccess(answer, saveEmpresaPerfil.msg)
  takeOver(answer.data)
  return answer.data
}

/** @throws HttpError */
export async function answerCondiciones(body: CondicionesConfirmadas): Promise<void> {
  const answer = await send(confirmCondiciones, { body })
  noticeSuccess(answer, confirmCondiciones.msg)
  takeOver(answer.data)
}

const fileForm = (file: File, fields: Record<string, string> = {}): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', file)
  return form
}

const rereadLogo = () =>
  Promise.all([queryClient.invalidateQueries({ queryKey: PERFIL }), queryClient.resetQueries({ queryKey: [KEY, 'logo'] })])

export async function uploadLogo(file: File): Promise<void> {
  noticeSuccess(await send(saveLogo, { body: fileForm(file) }), saveLogo.msg)
  await rereadLogo()
}

export async function removeLogo(): Promise<void> {
  noticeSuccess(await send(deleteLogo), deleteLogo.msg)
  await rereadLogo()
}

/** Every list and count belongs to the present environment: all queries are read anew (O-90). */
export async function setAmbiente(ambiente: Ambiente): Promise<void> {
  const answer = await send(changeAmbiente, { body: { ambiente, confirmar: true } })
  noticeSuccess(answer, changeAmbiente.msg)
  takeOver(answer.data)
  await queryClient.invalidateQueries()
}

const rereadPuntos = () =>
  Promise.all([queryClient.invalidateQueries({ queryKey: PUNTOS }), queryClient.invalidateQueries({ queryKey: SERIES })])

/** @throws HttpError: 409 when another user has saved since `version` was read; without a version it is new */
export async function saveEstablecimiento(form: EstablecimientoForm & { codigo: string }, version: number | undefined): Promise<void> {
  const { codigo, ...body } = form
  const answer =
    version === undefined
      ? await send(createEstablecimiento, { body: form })
      : await send(editEstablecimiento, { params: { codigo }, body: { ...body, version } })
  noticeSuccess(answer, version === undefined ? createEstablecimiento.msg : editEstablecimiento.msg)
  await rereadPuntos()
}

/** As `saveEstablecimiento`. @throws HttpError */
export async function savePunto(form: PuntoForm & { establecimiento: string; codigo: string }, version: number | undefined): Promise<void> {
  const { establecimiento, codigo, ...body } = form
  const answer =
    version === undefined
      ? await send(createPunto, { body: form })
      : await send(editPunto, { params: { establecimiento, codigo }, body: { ...body, version } })
  noticeSuccess(answer, version === undefined ? createPunto.msg : editPunto.msg)
  await rereadPuntos()
}

export async function saveSerie(form: SerieForm): Promise<void> {
  noticeSuccess(await send(editSerie, { body: form }), editSerie.msg)
  await queryClient.invalidateQueries({ queryKey: SERIES })
}

export interface Firma {
  file: File
  pass: string
  confirmar: boolean
}

/** The password travels encoded, as at sign-in, and is not stored. @throws HttpError with the reasons at `file`, `pass` and `confirmar` */
export async function uploadFirma({ file, pass, confirmar }: Firma, reemplaza: string | undefined): Promise<void> {
  const body = fileForm(file, { pass: encodePassword(pass, settings.codec), ...(confirmar ? { confirmar: 'true' } : {}) })
  noticeSuccess(
    await (reemplaza === undefined ? send(uploadCertificado, { body }) : send(replaceCertificado, { params: { id: reemplaza }, body })),
    uploadCertificado.msg,
  )
  await queryClient.invalidateQueries({ queryKey: CERTIFICADOS })
}

export async function removeFirma(id: string): Promise<void> {
  noticeSuccess(await send(deleteCertificado, { params: { id } }), deleteCertificado.msg)
  await queryClient.invalidateQueries({ queryKey: CERTIFICADOS })
}

/** Mails the user a link to the password (O-15). @throws HttpError: 429 after three in a day */
export async function mailClaveFirma(): Promise<void> {
  noticeSuccess(await send(recoverClaveFirma), recoverClaveFirma.msg)
}

/** Returns the password of the signature, once. @throws HttpError with the reasons at `pass` and `codigo` */
export const readClaveFirma = (codigo: string, pass: string): Promise<ClaveFirma> =>
  fetchData(showClaveFirma, { body: { codigo, pass: encodePassword(pass, settings.codec) } })
