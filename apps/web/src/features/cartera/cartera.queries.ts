import {
  createPago,
  createSaldoInicial,
  downloadEstadoCuenta,
  downloadPago,
  exemptRecordatorio,
  exportEstadoCuenta,
  mailEstadoCuenta,
  mailPago,
  readContextoCaja,
  readPagoCartera,
  readPersona,
  readRecordatorio,
  readRecordatoriosDePersona,
  resumenCartera,
  reversePago,
  reverseSaldoInicial,
  saveRecordatorio,
  searchCuenta,
  searchDeudor,
  searchEstadoCuenta,
  searchPago,
  type Cuenta,
  type FormatoExportacion,
  type PagoCarteraFormInput,
  type PagoFila,
  type RecordatorioForm,
  type SaldoInicialForm,
} from '@yupana/contract'
import type { SentidoCartera } from '@yupana/fiscal'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import { printPdf } from '../../domain/comprobante/print-ride.ts'
import { today } from '../../lib/formato/format.ts'
import { untilRefused } from '../../lib/http/http-error.ts'
import { fetchData, fetchFile, send, type CallInput } from '../../lib/http/http.ts'
import { queryClient } from '../../lib/http/query-client.ts'
import { saveFile } from '../../lib/http/save-file.ts'
import { addNotice, noticeSuccess } from '../../lib/pagina/notices.ts'

const KEY = 'cartera'
type Query = NonNullable<CallInput<unknown>['query']>

export const cuentasQuery = (query: Query) =>
  queryOptions({
    queryKey: [KEY, 'lista', query],
    queryFn: ({ signal }) => fetchData(searchCuenta, { query, signal }),
    placeholderData: keepPreviousData,
  })

export const deudoresQuery = (query: Query) =>
  queryOptions({
    queryKey: [KEY, 'personas', query],
    queryFn: ({ signal }) => fetchData(searchDeudor, { query, signal }),
    placeholderData: keepPreviousData,
  })

export const resumenQuery = (query: { sentido: SentidoCartera; persona_id?: string; q?: string }) =>
  queryOptions({ queryKey: [KEY, 'resumen', query], queryFn: ({ signal }) => fetchData(resumenCartera, { query, signal }) })

export const pagosQuery = (query: Query) =>
  queryOptions({
    queryKey: [KEY, 'pagos', query],
    queryFn: ({ signal }) => fetchData(searchPago, { query, signal }),
    placeholderData: keepPreviousData,
  })

export const pagoQuery = (id: string) =>
  queryOptions({
    queryKey: [KEY, 'pago', id],
    queryFn: ({ signal }) => fetchData(readPagoCartera, { params: { id }, signal, background: true }),
  })

/** The present till of the user. */
export const cajaAbiertaQuery = () =>
  queryOptions({
    queryKey: ['caja', 'contexto'],
    gcTime: 0,
    staleTime: 0,
    queryFn: ({ signal }) => fetchData(readContextoCaja, { signal, background: true }),
  })

export const estadoQuery = (query: Query) =>
  queryOptions({
    queryKey: [KEY, 'estado', query],
    queryFn: ({ signal }) => fetchData(searchEstadoCuenta, { query, signal }),
    placeholderData: keepPreviousData,
  })

export const terceroQuery = (id: string) =>
  queryOptions({
    queryKey: ['persona', 'cartera', id],
    queryFn: ({ signal }) => fetchData(readPersona, { params: { id }, signal, background: true }),
  })

export interface Abiertas {
  cuentas: Cuenta[]
  total: number
}

/** A page of a person's open documents, by due date, then balances in favour; with the total number. */
export const abiertasQuery = (sentido: SentidoCartera, persona_id: string, page = 0) =>
  queryOptions({
    queryKey: [KEY, 'abiertas', sentido, persona_id, page],
    gcTime: 0,
    queryFn: async ({ signal }): Promise<Abiertas> => {
      const query = { sentido, persona_id, page, size: 50, sort: 'vence,ASC' }
      const sides = await Promise.all(
        ['PENDIENTE', 'FAVOR'].map((estado) => fetchData(searchCuenta, { query: { ...query, estado }, signal })),
      )
      return {
        cuentas: sides.flatMap(({ content }) => content),
        total: sides.reduce((sum, { totalElements }) => sum + totalElements, 0),
      }
    },
  })

/** The next page, read anew. @throws HttpError */
export const moreAbiertas = (sentido: SentidoCartera, persona_id: string, page: number) =>
  queryClient.fetchQuery({ ...abiertasQuery(sentido, persona_id, page), staleTime: 0 })

export const recordatorioQuery = () =>
  queryOptions({
    queryKey: [KEY, 'recordatorio'],
    gcTime: 0,
    staleTime: Infinity,
    queryFn: ({ signal }) => fetchData(readRecordatorio, { signal, background: true }),
  })

export const recordatoriosDeQuery = (id: string) =>
  queryOptions({
    queryKey: [KEY, 'recordatorio', id],
    queryFn: ({ signal }) => fetchData(readRecordatoriosDePersona, { params: { id }, signal, background: true }),
  })

/** @throws HttpError: 409 when another user saved in between */
export async function guardarRecordatorio(body: RecordatorioForm): Promise<void> {
  noticeSuccess(await send(saveRecordatorio, { body }), saveRecordatorio.msg)
  await queryClient.invalidateQueries({ queryKey: [KEY, 'recordatorio'] })
}

/** @throws HttpError */
export async function eximir(id: string, exento: boolean): Promise<void> {
  const answer = await send(exemptRecordatorio, { params: { id }, body: { exento } })
  noticeSuccess(answer, exento ? 'Ya no recibe recordatorios automáticos' : 'Recibe otra vez los recordatorios automáticos')
  queryClient.setQueryData(recordatoriosDeQuery(id).queryKey, answer.data)
}

const forget = () => queryClient.invalidateQueries({ queryKey: [KEY] })

/** Tells who receives the automatic receipt, or why it is not sent. */
function tellRecibo({ correos, sin_correo: reason }: { correos: readonly { para: string }[]; sin_correo?: string | undefined }): void {
  if (reason !== undefined) addNotice({ severity: 'warn', detail: `El recibo no se envió por correo. ${reason}` })
  else if (correos.length > 0)
    addNotice({ severity: 'info', detail: `El recibo va por correo a ${correos.map(({ para }) => para).join(', ')}.` })
}

/** @throws HttpError: 422 when the payment was reversed meanwhile */
export async function sendRecibo(
  id: string,
  { mensaje, correos }: { correos: string[]; mensaje: string },
  headers: Record<string, string>,
): Promise<void> {
  const answer = await send(mailPago, { params: { id }, body: { correos, ...(mensaje !== '' && { mensaje }) }, headers })
  noticeSuccess(answer, mailPago.msg)
  queryClient.setQueryData(pagoQuery(id).queryKey, answer.data)
}

export async function savePago(body: PagoCarteraFormInput, headers: Record<string, string>): Promise<void> {
  const answer = await send(createPago, { body, headers })
  noticeSuccess(answer, body.sentido === 'COBRAR' ? 'Cobro registrado exitosamente' : createPago.msg)
  tellRecibo(answer.data)
  await forget()
}

export async function takeBackPago({ id, sentido }: Pick<PagoFila, 'id' | 'sentido'>, motivo: string, sinCaja: boolean): Promise<void> {
  const body = { motivo, ...(sinCaja && { sin_caja: true }) }
  const answer = await send(reversePago, { params: { id }, body })
  noticeSuccess(answer, sentido === 'COBRAR' ? 'Cobro reversado exitosamente' : reversePago.msg)
  await forget()
}

export async function saveSaldo(body: SaldoInicialForm, headers: Record<string, string>): Promise<void> {
  noticeSuccess(await send(createSaldoInicial, { body, headers }), createSaldoInicial.msg)
  await forget()
}

/** @throws HttpError: 422 when a part was paid meanwhile */
export async function takeBackSaldo(id: string, motivo: string): Promise<void> {
  noticeSuccess(await send(reverseSaldoInicial, { params: { id }, body: { motivo } }), reverseSaldoInicial.msg)
  await forget()
}

/** @throws HttpError: 422 when nothing is owed */
export async function recordar(
  id: string,
  { mensaje, ...form }: { correos: string[]; mensaje: string; con_estado: boolean },
  headers: Record<string, string>,
): Promise<void> {
  const body = { ...form, ...(mensaje !== '' && { mensaje }) }
  noticeSuccess(await send(mailEstadoCuenta, { params: { id }, body, headers }), mailEstadoCuenta.msg)
  await queryClient.invalidateQueries({ queryKey: [KEY, 'recordatorio', id] })
}

interface Estado {
  sentido: SentidoCartera
  persona_id: string
  desde?: string
  hasta?: string
}

/** Sends the account statement of these days. @throws HttpError */
export async function sendEstado(
  { persona_id: id, ...estado }: Estado,
  { mensaje, correos }: { correos: string[]; mensaje: string },
  headers: Record<string, string>,
): Promise<void> {
  const body = { correos, estado, ...(mensaje !== '' && { mensaje }) }
  noticeSuccess(await send(mailEstadoCuenta, { params: { id }, body, headers }), 'Estado de cuenta enviado por correo')
  await queryClient.invalidateQueries({ queryKey: [KEY, 'recordatorio', id] })
}

export const downloadRecibo = ({ id, numero }: Pick<PagoFila, 'id' | 'numero'>) =>
  untilRefused(fetchFile(downloadPago, { params: { id } }).then((file) => saveFile(file, `recibo-${numero}.pdf`)))

export const printRecibo = ({ id, numero }: Pick<PagoFila, 'id' | 'numero'>) =>
  untilRefused(
    fetchFile(downloadPago, { params: { id }, query: { formato: 'TICKET' } }).then((file) => printPdf(file, `recibo-${numero}-ticket`)),
  )

const nombre = (ending: string) => `estado-de-cuenta-${today()}.${ending}`
export const downloadEstado = (query: Estado) =>
  untilRefused(fetchFile(downloadEstadoCuenta, { query: { ...query } }).then((file) => saveFile(file, nombre('pdf'))))
export const exportEstado = (query: Estado, formato: FormatoExportacion) =>
  untilRefused(fetchFile(exportEstadoCuenta, { query: { ...query, formato } }).then((file) => saveFile(file, nombre(formato))))
