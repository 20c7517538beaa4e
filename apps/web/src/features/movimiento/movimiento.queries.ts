import {
  changeMetodoCosto,
  createMovimiento,
  readMetodoCosto,
  readMovimiento,
  receiveMovimiento,
  reviewConteo,
  searchExistencia,
  searchMovimiento,
  type Conteo,
  type ConteoFormInput,
  type MovimientoFormInput,
  type MovimientoGuardado,
  type MetodoCostoVigente,
} from '@yupana/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import { fetchData, send, type CallInput } from '../../lib/http/http.ts'
import { noticeSuccess } from '../../lib/pagina/notices.ts'
import { MOVIMIENTO as KEY } from '../../domain/kardex/kardex.queries.ts'
import { queryClient } from '../../lib/http/query-client.ts'

type Query = NonNullable<CallInput<unknown>['query']>

export const movimientosQuery = (query: Query) =>
  queryOptions({
    queryKey: [KEY, 'lista', query],
    queryFn: ({ signal }) => fetchData(searchMovimiento, { query, signal }),
    placeholderData: keepPreviousData,
  })

export const movimientoQuery = (id: string) =>
  queryOptions({ queryKey: [KEY, 'ficha', id], gcTime: 0, queryFn: ({ signal }) => fetchData(readMovimiento, { params: { id }, signal }) })

export const existenciasQuery = (query: Query) =>
  queryOptions({
    queryKey: [KEY, 'existencias', query],
    queryFn: ({ signal }) => fetchData(searchExistencia, { query, signal }),
    placeholderData: keepPreviousData,
  })

export const metodoQuery = () =>
  queryOptions({ queryKey: [KEY, 'metodo'], gcTime: 0, queryFn: ({ signal }) => fetchData(readMetodoCosto, { signal }) })

const forget = () => queryClient.invalidateQueries({ queryKey: [KEY] })

/** @throws HttpError */
export async function saveMovimiento(body: MovimientoFormInput, headers: Record<string, string>): Promise<MovimientoGuardado> {
  const answer = await send(createMovimiento, { body, headers })
  noticeSuccess(answer, createMovimiento.msg)
  void forget()
  return answer.data
}

/** @throws HttpError */
export const revisarConteo = async (body: ConteoFormInput): Promise<Conteo> => (await send(reviewConteo, { body })).data

/** @throws HttpError */
export async function recibirMovimiento(id: string): Promise<void> {
  const answer = await send(receiveMovimiento, { params: { id } })
  noticeSuccess(answer, receiveMovimiento.msg)
  await forget()
}

/** @throws HttpError */
export async function changeMetodo(body: Pick<MetodoCostoVigente['historia'][number], 'metodo' | 'desde'>): Promise<void> {
  noticeSuccess(await send(changeMetodoCosto, { body }), changeMetodoCosto.msg)
  await forget()
}
