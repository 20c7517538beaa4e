import {
  acceptRegistroCliente,
  allRegistroCliente,
  createRegistroCliente,
  readRegistroCliente,
  refuseRegistroCliente,
  revokeRegistroCliente,
  type RegistroRecibido,
} from '@yupana/contract'
import { queryOptions } from '@tanstack/react-query'

import { fetchData, send } from '../../lib/http/http.ts'
import { HttpError } from '../../lib/http/http-error.ts'
import { queryClient } from '../../lib/http/query-client.ts'
import { noticeSuccess } from '../../lib/pagina/notices.ts'
import { PERSONA_LISTA } from '../persona/persona-palabras.ts'

const CONCEPTO = 'registro-cliente'
const LISTA = [CONCEPTO, 'lista'] as const

const forget = (...queryKey: readonly string[]) => queryClient.invalidateQueries({ queryKey })
/** A settled record is gone: only the list is read anew, since reading the record would give 404. */
const forgetLista = () => forget(...LISTA)

/** Waiting links and received data. A background query of the list of people: its failure is not reported. */
export const registrosQuery = () =>
  queryOptions({
    queryKey: LISTA,
    queryFn: ({ signal }) => fetchData(allRegistroCliente, { signal, background: true }),
  })

export const recibidoQuery = (id: string) =>
  queryOptions({
    queryKey: [CONCEPTO, 'recibido', id],
    gcTime: 0,
    queryFn: ({ signal }) => fetchData(readRegistroCliente, { params: { id }, signal }),
  })

/** A link for each opened dialog; repeating the call gives the same link. */
export const enlaceQuery = (headers: Record<string, string>) =>
  queryOptions({
    queryKey: ['registro-enlace', headers],
    gcTime: 0,
    staleTime: Infinity,
    queryFn: () => fetchData(createRegistroCliente, { headers }),
  })

/** After a refusal because of a meanwhile changed record, the data is read anew. */
const asking = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    if (error instanceof HttpError && (error.status === 404 || error.status === 409)) void forget(CONCEPTO)
    throw error
  }
}

/** @throws HttpError: 409 when another user registered or changed the person meanwhile */
export async function acceptRecibido({ id, persona }: RegistroRecibido, headers: Record<string, string>): Promise<void> {
  const body = { persona: persona && { id: persona.id, version: persona.version } }
  noticeSuccess(await asking(send(acceptRegistroCliente, { params: { id }, body, headers })), acceptRegistroCliente.msg)
  await Promise.all([forgetLista(), forget(PERSONA_LISTA)])
}

/** @throws HttpError */
export async function refuseRecibido(id: string): Promise<void> {
  noticeSuccess(await asking(send(refuseRegistroCliente, { params: { id } })), refuseRegistroCliente.msg)
  await forgetLista()
}

/** @throws HttpError: 409 when the client's data arrived first */
export async function revokeEnlace(id: string): Promise<void> {
  noticeSuccess(await asking(send(revokeRegistroCliente, { params: { id } })), revokeRegistroCliente.msg)
  await forgetLista()
}
