import {
  decideOrden,
  editTiendaAjuste,
  editTiendaCupon,
  editTiendaPrecio,
  editTiendaProducto,
  fileDeclaracionComprada,
  issueOrden,
  listTiendaCupon,
  readOrdenEnCola,
  readPagoEnCola,
  readTiendaAjuste,
  refundOrden,
  searchDeclaracionEnCola,
  searchOrdenEnCola,
  searchTiendaPrecio,
  type OrdenRevisada,
  type TiendaAjuste,
  type TiendaProductoForm,
} from '@yupana/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'

import { fetchData, fetchFile, send, type CallInput } from '../../lib/http/http.ts'
import { queryClient } from '../../lib/http/query-client.ts'
import { noticeSuccess } from '../../lib/pagina/notices.ts'
import type { PorPresentar } from './presentada-dialog.tsx'

const KEY = 'administracion-tienda'
const AJUSTE = [KEY, 'ajuste']

export interface Lugar {
  empresa_id: string
  id: string
}

export const ajusteQuery = () => queryOptions({ queryKey: AJUSTE, queryFn: ({ signal }) => fetchData(readTiendaAjuste, { signal }) })

/** @throws HttpError */
export async function saveAjuste(body: z.input<typeof editTiendaAjuste.body & {}>): Promise<TiendaAjuste> {
  const answer = await send(editTiendaAjuste, { body })
  noticeSuccess(answer, editTiendaAjuste.msg)
  queryClient.setQueryData(AJUSTE, answer.data)
  return answer.data
}

/** @throws HttpError */
export async function saveProducto(body: TiendaProductoForm): Promise<void> {
  noticeSuccess(await send(editTiendaProducto, { body }), editTiendaProducto.msg)
  await queryClient.invalidateQueries({ queryKey: AJUSTE })
}

export const colaQuery = (query: NonNullable<CallInput<unknown>['query']>) =>
  queryOptions({
    queryKey: [KEY, 'cola', query],
    queryFn: ({ signal }) => fetchData(searchOrdenEnCola, { query, signal }),
    placeholderData: keepPreviousData,
  })

const fichaOf = ({ empresa_id, id }: Lugar) => [KEY, 'ficha', empresa_id, id]

export const enColaQuery = (lugar: Lugar) =>
  queryOptions({
    queryKey: fichaOf(lugar),
    gcTime: 0,
    queryFn: ({ signal }) => fetchData(readOrdenEnCola, { params: { ...lugar }, signal }),
  })

/** @throws HttpError */
export const fetchPagoEnCola = ({ empresa_id, id }: Lugar): Promise<Blob> => fetchFile(readPagoEnCola, { params: { empresa_id, id } })

/** @throws HttpError */
export async function decide(
  { empresa_id, id, version }: OrdenRevisada,
  estado: 'PAGADA' | 'RECHAZADA' | 'ANULADA',
  motivo?: string,
): Promise<void> {
  const answer = await send(decideOrden, { body: { empresa_id, id, version, estado, ...(motivo !== undefined && { motivo }) } })
  noticeSuccess(answer, decideOrden.msg)
  keep(answer.data)
}

const CUPONES = [KEY, 'cupon']

export const cuponesQuery = () => queryOptions({ queryKey: CUPONES, queryFn: ({ signal }) => fetchData(listTiendaCupon, { signal }) })

/** @throws HttpError */
export async function saveCupon(body: z.input<typeof editTiendaCupon.body & {}>): Promise<void> {
  noticeSuccess(await send(editTiendaCupon, { body }), editTiendaCupon.msg)
  await queryClient.invalidateQueries({ queryKey: CUPONES })
}

export const preciosQuery = (query: NonNullable<CallInput<unknown>['query']>) =>
  queryOptions({
    queryKey: [KEY, 'precio', query],
    queryFn: ({ signal }) => fetchData(searchTiendaPrecio, { query, signal }),
    placeholderData: keepPreviousData,
  })

/** @throws HttpError */
export async function savePrecio(body: z.input<typeof editTiendaPrecio.body & {}>): Promise<void> {
  noticeSuccess(await send(editTiendaPrecio, { body }), editTiendaPrecio.msg)
  await queryClient.invalidateQueries({ queryKey: [KEY, 'precio'] })
}

export const declaracionesQuery = (query: NonNullable<CallInput<unknown>['query']>) =>
  queryOptions({
    queryKey: [KEY, 'declaracion', query],
    queryFn: ({ signal }) => fetchData(searchDeclaracionEnCola, { query, signal }),
    placeholderData: keepPreviousData,
  })

/** @throws HttpError */
export async function fileDeclaracion(
  { empresa_id, orden_id: id, formulario, periodo, version }: PorPresentar,
  acuse: { numero: string; fecha: string },
): Promise<void> {
  const answer = await send(fileDeclaracionComprada, { body: { empresa_id, id, formulario, periodo, version, ...acuse } })
  noticeSuccess(answer, fileDeclaracionComprada.msg)
  keep(answer.data)
}

function keep(orden: OrdenRevisada): void {
  queryClient.setQueryData(fichaOf(orden), orden)
  void queryClient.invalidateQueries({ queryKey: [KEY, 'cola'] })
  void queryClient.invalidateQueries({ queryKey: [KEY, 'declaracion'] })
}

/** @throws HttpError */
export async function refund({ empresa_id, id, version }: OrdenRevisada, motivo: string): Promise<void> {
  const answer = await send(refundOrden, { body: { empresa_id, id, version, motivo } })
  noticeSuccess(answer, refundOrden.msg)
  keep(answer.data)
}

/** @throws HttpError */
export const issue = async ({ empresa_id, id }: Lugar): Promise<void> => keep(await fetchData(issueOrden, { body: { empresa_id, id } }))
