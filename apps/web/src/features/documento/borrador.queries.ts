import { createBorrador, deleteBorrador, editBorrador, readBorrador, searchBorrador, type Borrador } from '@yupana/contract'
import { queryOptions } from '@tanstack/react-query'

import { fetchData, send } from '../../lib/http.ts'
import { HttpError } from '../../lib/http-error.ts'
import { noticeSuccess } from '../../lib/notices.ts'
import { queryClient } from '../../lib/query-client.ts'
import type { FacturaValores } from './factura-valores.ts'

/** A draft as it is stored: what was typed and the key it will be issued with, so that it is issued once whatever happens. */
export interface Contenido {
  formato: 1
  valores: FacturaValores
  clave: string
  resumen: { cliente: string; total: string }
  /** It was sent and no answer has come yet: the server is asked before anything else. */
  emitiendo?: true
  /** Version of the rejected invoice that it corrects; absent for a new one. */
  corrige?: number
}

/** What a row holds, when it is a draft this editor understands. */
export const contenidoOf = (content: unknown): Contenido | undefined => {
  const found = content as Partial<Contenido> | null
  return found?.formato === 1 && found.valores !== undefined && found.clave !== undefined ? (found as Contenido) : undefined
}

export interface BorradorNuevo {
  id: string
  contenido: Contenido
  sinNombre: boolean
}

/** Keeps a draft on the server. @throws HttpError: 409 once it was issued */
export const saveBorrador = ({ id, contenido, sinNombre }: BorradorNuevo): Promise<Borrador> =>
  fetchData(createBorrador, { body: { id, contenido: { ...contenido }, sin_nombre: sinNombre }, background: true })

const LISTA = ['documento', 'borradores'] as const
const MOST_SHOWN = 50

export const borradoresQuery = () =>
  queryOptions({ queryKey: LISTA, queryFn: ({ signal }) => fetchData(searchBorrador, { query: { size: MOST_SHOWN }, signal }), gcTime: 0 })

/** The one this user left without a name. A server that does not answer offers nothing. */
export async function findUnnamed(): Promise<Borrador | undefined> {
  try {
    const { content } = await fetchData(searchBorrador, { query: { sin_nombre: true }, background: true })
    return content[0]
  } catch (error) {
    if (error instanceof HttpError) return undefined
    throw error
  }
}

/** The draft of that id; undefined when there is none. @throws HttpError when the server did not answer */
export async function findBorrador(id: string): Promise<Borrador | undefined> {
  try {
    return await fetchData(readBorrador, { params: { id }, background: true })
  } catch (error) {
    if (error instanceof HttpError && error.status === 404) return undefined
    throw error
  }
}

/** Gives an unnamed draft its place in the list, so that the next one does not replace it. */
export async function keepBorrador({ id, contenido }: Pick<Borrador, 'id'> & { contenido: Contenido }): Promise<void> {
  await send(editBorrador, { params: { id }, body: { contenido: { ...contenido }, sin_nombre: false }, background: true })
}

export async function removeBorrador(id: string): Promise<void> {
  noticeSuccess(await send(deleteBorrador, { params: { id } }), 'Borrador eliminado exitosamente')
  await queryClient.invalidateQueries({ queryKey: LISTA })
}

/** Forgets a draft nobody asked to be told about; one that is gone already is gone. */
export const dropBorrador = (id: string) => send(deleteBorrador, { params: { id }, background: true }).catch(() => undefined)
