import type { Borrador } from '@yupana/contract'
import { COD_DOC } from '@yupana/fiscal'
import { queryOptions } from '@tanstack/react-query'

import { fetchData, send } from '../../lib/http/http.ts'
import { HttpError } from '../../lib/http/http-error.ts'
import { noticeSuccess } from '../../lib/pagina/notices.ts'
import { queryClient } from '../../lib/http/query-client.ts'
import { BORRADORES_KEY } from '../comprobante/ficha.queries.ts'
import type { TipoDocumento, ValoresEmision } from './tipo-documento.ts'

/** A stored draft: the typed form, and the key under which it is issued, so that it is issued once. */
export interface Contenido<V = ValoresEmision> {
  formato: 1
  /** Code of its type; absent for a factura. */
  tipo?: string
  valores: V
  clave: string
  resumen: { cliente: string; total: string }
  /** Set between sending and the answer: the server is asked about it before anything else. */
  emitiendo?: true
  /** Version of the rejected document it corrects; absent for a new one. */
  corrige?: number
}

/** The field of a stored draft that names its type. */
export const tipoOfContenido = (codigo: string): { tipo?: string } => (codigo === COD_DOC.FACTURA ? {} : { tipo: codigo })

/** The content of a row, if it is a draft that the editor of this type understands. */
export function contenidoOf<V>(codigo: string, content: unknown): Contenido<V> | undefined {
  const found = content as Partial<Contenido<V>> | null
  const isUnderstood =
    found?.formato === 1 && (found.tipo ?? COD_DOC.FACTURA) === codigo && found.valores !== undefined && found.clave !== undefined
  return isUnderstood ? (found as Contenido<V>) : undefined
}

export interface BorradorNuevo<V = ValoresEmision> {
  id: string
  contenido: Contenido<V>
  sinNombre: boolean
}

const MOST_SHOWN = 50

/** The calls about drafts of one type. */
export function borradoresDe<V extends ValoresEmision, F>({ codigo, ruta, nombre, llamadas }: TipoDocumento<V, F>) {
  const LISTA = [ruta, 'borradores'] as const
  return {
    nombre,
    contenidoOf: (content: unknown) => contenidoOf<V>(codigo, content),

    /** Keeps a draft on the server, also once its list is on screen. @throws HttpError: 409 once it was issued */
    save: async ({ id, contenido, sinNombre }: BorradorNuevo<V>): Promise<Borrador> => {
      const body = { id, contenido: { ...contenido }, sin_nombre: sinNombre }
      const saved = await fetchData(llamadas.createBorrador, { body, background: true })
      void queryClient.invalidateQueries({ queryKey: BORRADORES_KEY })
      return saved
    },

    list: () =>
      queryOptions({
        queryKey: LISTA,
        queryFn: ({ signal }) => fetchData(llamadas.searchBorrador, { query: { size: MOST_SHOWN }, signal }),
        gcTime: 0,
      }),

    /** The user's unnamed draft. Undefined when the server does not answer. */
    findUnnamed: async (): Promise<Borrador | undefined> => {
      try {
        const { content } = await fetchData(llamadas.searchBorrador, { query: { sin_nombre: true }, background: true })
        return content.find(({ contenido }) => contenidoOf<V>(codigo, contenido))
      } catch (error) {
        if (error instanceof HttpError) return undefined
        throw error
      }
    },

    /** The draft of that id; undefined when there is none. @throws HttpError when the server did not answer */
    find: async (id: string): Promise<Borrador | undefined> => {
      try {
        return await fetchData(llamadas.readBorrador, { params: { id }, background: true })
      } catch (error) {
        if (error instanceof HttpError && error.status === 404) return undefined
        throw error
      }
    },

    /** Gives an unnamed draft its place in the list, so that the next one does not replace it. */
    keep: async ({ id, contenido }: Pick<BorradorNuevo<V>, 'id' | 'contenido'>): Promise<void> => {
      await send(llamadas.editBorrador, { params: { id }, body: { contenido: { ...contenido }, sin_nombre: false }, background: true })
    },

    remove: async (id: string): Promise<void> => {
      noticeSuccess(await send(llamadas.deleteBorrador, { params: { id } }), llamadas.deleteBorrador.msg)
      await queryClient.invalidateQueries({ queryKey: LISTA })
    },

    /** Deletes a draft without a message; a missing one is no error. */
    drop: (id: string) => send(llamadas.deleteBorrador, { params: { id }, background: true }).catch(() => undefined),
  }
}
export type Borradores<V extends ValoresEmision> = ReturnType<typeof borradoresDe<V, unknown>>
