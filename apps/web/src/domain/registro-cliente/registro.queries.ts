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
/** What is settled is gone: to ask for it again would be answered with 404. */
const forgetLista = () => forget(...LISTA)

/** Links that wait, and what came by others. The list of people asks by itself: its failure is nobody's news. */
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

/** A link of its own for each dialog that is opened: asked for again, it is the same one. */
export const enlaceQuery = (headers: Record<string, string>) =>
  queryOptions({
    queryKey: ['registro-enlace', headers],
    gcTime: 0,
    staleTime: Infinity,
    queryFn: () => fetchData(createRegistroCliente, { headers }),
  })

/** What is refused because it changed meanwhile is asked anew. */
const asking = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    if (error instanceof HttpError && (error.status === 404 || error.status === 409)) void forget(CONCEPTO)
    throw error
  }
}

/** @throws HttpError: 409 when somebody else registered or changed the person meanwhile */
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

/** @throws HttpError: 409 when its client was faster */
export async function revokeEnlace(id: string): Promise<void> {
  noticeSuccess(await asking(send(revokeRegistroCliente, { params: { id } })), revokeRegistroCliente.msg)
  await forgetLista()
}
