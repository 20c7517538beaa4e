import {
  bringGastos,
  createGastoPersonal,
  deleteGastoPersonal,
  discardGastoRecibido,
  editGastoPersonal,
  exportAnexoGastos,
  printFormularioGp,
  proposeGastoPersonal,
  readResumenGastos,
  readSituacion,
  saveSituacion,
  searchGastoPersonal,
  searchGastoRecibido,
  type FormatoExportacion,
  type GastoPersonal,
  type GastoPersonalForm,
  type GastosTraidos,
  type SituacionForm,
} from '@yupana/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import { fetchData, fetchFile, send, type CallInput } from '../../lib/http/http.ts'
import { untilRefused } from '../../lib/http/http-error.ts'
import { queryClient } from '../../lib/http/query-client.ts'
import { saveFile } from '../../lib/http/save-file.ts'
import { createSendingKey } from '../../lib/http/sending-key.ts'
import { addNotice, noticeSuccess } from '../../lib/pagina/notices.ts'

const KEY = 'gasto_personal'
type Query = NonNullable<CallInput<unknown>['query']>

export const gastosQuery = (query: Query) =>
  queryOptions({
    queryKey: [KEY, 'lista', query],
    queryFn: ({ signal }) => fetchData(searchGastoPersonal, { query, signal }),
    placeholderData: keepPreviousData,
  })

export const resumenQuery = (anio: number) =>
  queryOptions({
    queryKey: [KEY, 'resumen', anio],
    queryFn: ({ signal }) => fetchData(readResumenGastos, { query: { anio }, signal }),
  })

/** Always read anew: a save must be based on the present version. */
export const situacionQuery = (anio: number) =>
  queryOptions({
    queryKey: [KEY, 'situacion', anio],
    gcTime: 0,
    refetchOnReconnect: false,
    queryFn: ({ signal }) => fetchData(readSituacion, { query: { anio }, signal }),
  })

/** The last choice for a supplier; nobody waits for it. */
export const propuestaQuery = (ruc: string) =>
  queryOptions({
    queryKey: [KEY, 'propuesta', ruc],
    enabled: /^\d{13}$/.test(ruc),
    queryFn: ({ signal }) => fetchData(proposeGastoPersonal, { query: { ruc }, signal, background: true }),
  })

const forget = () => queryClient.invalidateQueries({ queryKey: [KEY] })

/** Creates, or saves over the version that was read. @throws HttpError */
export async function saveGasto(form: GastoPersonalForm, before: GastoPersonal | undefined, headers: Record<string, string>) {
  const answer = before
    ? await send(editGastoPersonal, { params: { id: before.id }, body: { ...form, version: before.version } })
    : await send(createGastoPersonal, { body: form, headers })
  noticeSuccess(answer, (before ? editGastoPersonal : createGastoPersonal).msg)
  void forget()
  return answer.data
}

/** Deletes at once; the notice can undo it by creating an equal record. */
export async function removeGasto({
  id,
  version: _version,
  total: _total,
  de_empresa: _deEmpresa,
  numero,
  clave_acceso,
  nota,
  ...rest
}: GastoPersonal): Promise<void> {
  await send(deleteGastoPersonal, { params: { id } })
  void forget()
  const form = { ...rest, numero: numero ?? undefined, clave_acceso: clave_acceso ?? undefined, nota: nota ?? undefined }
  const keyFor = createSendingKey()
  addNotice({
    severity: 'success',
    detail: deleteGastoPersonal.msg,
    action: { label: 'Deshacer', run: () => void untilRefused(saveGasto(form, undefined, keyFor(form))) },
  })
}

/** Received documents without a category. */
export const recibidosQuery = (query: Query) =>
  queryOptions({
    queryKey: [KEY, 'recibidos', query],
    queryFn: ({ signal }) => fetchData(searchGastoRecibido, { query, signal }),
    placeholderData: keepPreviousData,
  })

/** @throws HttpError with the reason at `file` */
export async function bringRecibidos(files: readonly File[], onProgress: (sent: number, total: number) => void): Promise<GastosTraidos> {
  const body = new FormData()
  for (const file of files) body.append('file', file)
  const answer = await fetchData(bringGastos, { body: body as never, onProgress })
  void forget()
  return answer
}

/** Puts a document aside or back; the notice undoes it. @throws HttpError */
export async function discardRecibido(clave_acceso: string, descartado: boolean): Promise<void> {
  await send(discardGastoRecibido, { body: { clave_acceso, descartado } })
  void forget()
  addNotice({
    severity: 'success',
    detail: descartado ? 'Comprobante descartado' : 'Comprobante devuelto',
    action: { label: 'Deshacer', run: () => void untilRefused(discardRecibido(clave_acceso, !descartado)) },
  })
}

/** @throws HttpError */
export async function writeSituacion(form: SituacionForm, version: number): Promise<void> {
  const answer = await send(saveSituacion, { body: { ...form, version } })
  noticeSuccess(answer, saveSituacion.msg)
  await forget()
}

export const downloadFormulario = (anio: number): Promise<unknown> =>
  untilRefused(fetchFile(printFormularioGp, { query: { anio } }).then((file) => saveFile(file, `sri-gp-${anio}.pdf`)))

export const downloadAnexo = (anio: number, formato: FormatoExportacion): Promise<unknown> =>
  untilRefused(
    fetchFile(exportAnexoGastos, { query: { anio, formato } }).then((file) => saveFile(file, `anexo-gastos-personales-${anio}.${formato}`)),
  )
