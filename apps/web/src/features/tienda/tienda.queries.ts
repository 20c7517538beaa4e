import {
  applyCupon as applyCuponCall,
  cancelOrden,
  createOrden,
  editCarrito,
  listPeriodoComprable,
  payOrden,
  payOrdenConTarjeta,
  readDocumentoOrden,
  readOrden,
  readPago,
  readTienda,
  removeCupon as removeCuponCall,
  searchOrden,
  type DocumentoOrden,
  type Orden,
  type OrdenLinea,
  type PeriodoComprable,
} from '@yupana/contract'
import { isCobroEnCurso, type Monto } from '@yupana/fiscal'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import { fetchData, fetchFile, send, type CallInput } from '../../lib/http/http.ts'
import { queryClient } from '../../lib/http/query-client.ts'
import { noticeSuccess } from '../../lib/pagina/notices.ts'

const KEY = 'tienda'
const ORDENES = 'orden'

export const tiendaQuery = () => queryOptions({ queryKey: [KEY], queryFn: ({ signal }) => fetchData(readTienda, { signal }) })

/** @throws HttpError */
export async function putEnCarrito(producto_id: string, cantidad: number, declaracion?: OrdenLinea['declaracion']): Promise<void> {
  const cual = declaracion && { formulario: declaracion.formulario, periodo: declaracion.periodo }
  queryClient.setQueryData([KEY], await fetchData(editCarrito, { body: { producto_id, cantidad, ...cual } }))
}

/** @throws HttpError */
export async function applyCupon(codigo: string): Promise<void> {
  const answer = await send(applyCuponCall, { body: { codigo } })
  noticeSuccess(answer, applyCuponCall.msg)
  queryClient.setQueryData([KEY], answer.data)
}

/** @throws HttpError */
export async function removeCupon(): Promise<void> {
  queryClient.setQueryData([KEY], await fetchData(removeCuponCall, {}))
}

/** @throws HttpError */
export const fetchPeriodos = (): Promise<PeriodoComprable[]> => fetchData(listPeriodoComprable, {})

export const ordenesQuery = (query: NonNullable<CallInput<unknown>['query']>) =>
  queryOptions({
    queryKey: [ORDENES, 'lista', query],
    queryFn: ({ signal }) => fetchData(searchOrden, { query, signal }),
    placeholderData: keepPreviousData,
  })

const fichaOf = (id: string) => [ORDENES, 'ficha', id]

/** Polling interval for some minutes while a card is paid on the other page, so that the user need not reload. */
const EN_CURSO_MS = 4_000
const VECES = 60

export const ordenQuery = (id: string) =>
  queryOptions({
    queryKey: fichaOf(id),
    gcTime: 0,
    queryFn: ({ signal }) => fetchData(readOrden, { params: { id }, signal }),
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      dataUpdateCount < VECES && data?.tarjeta.cobros.some(({ estado }) => isCobroEnCurso(estado)) ? EN_CURSO_MS : false,
  })

function keep(orden: Orden): Orden {
  queryClient.setQueryData(fichaOf(orden.id), orden)
  void queryClient.invalidateQueries({ queryKey: [ORDENES, 'lista'] })
  return orden
}

/** @throws HttpError */
export async function order(total: Monto, headers: Record<string, string>): Promise<Orden> {
  try {
    const answer = await send(createOrden, { body: { total }, headers })
    noticeSuccess(answer, createOrden.msg)
    return keep(answer.data)
  } finally {
    // After success or failure, the shown data may be old.
    await queryClient.invalidateQueries({ queryKey: [KEY] })
  }
}

/** @throws HttpError */
export async function pay(id: string, referencia: string, file: File): Promise<void> {
  const body = new FormData()
  body.set('referencia', referencia)
  body.set('file', file)
  const answer = await send(payOrden, { params: { id }, body: body as never })
  noticeSuccess(answer, payOrden.msg)
  keep(answer.data)
}

/** Address for paying the order by card; null when that is no longer possible. @throws HttpError */
export async function beginTarjeta(id: string): Promise<string | null> {
  try {
    return (await fetchData(payOrdenConTarjeta, { params: { id } })).pagina
  } finally {
    void queryClient.invalidateQueries({ queryKey: fichaOf(id) })
  }
}

/** @throws HttpError */
export async function cancel({ id, version }: Orden): Promise<void> {
  const answer = await send(cancelOrden, { params: { id }, body: { version } })
  noticeSuccess(answer, cancelOrden.msg)
  keep(answer.data)
}

/** @throws HttpError */
export const fetchPago = (id: string): Promise<Blob> => fetchFile(readPago, { params: { id } })

/** @throws HttpError */
export const fetchDocumento = (id: string, documento: DocumentoOrden, formato: 'RIDE' | 'XML'): Promise<Blob> =>
  fetchFile(readDocumentoOrden, { params: { id }, query: { documento, formato } })
