import type { Endpoint, Lista, Listing } from '@yupana/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'

import { fetchData, send, type CallInput } from '../../lib/http/http.ts'
import { HttpError } from '../../lib/http/http-error.ts'
import { noticeSuccess } from '../../lib/pagina/notices.ts'
import { queryClient } from '../../lib/http/query-client.ts'

export interface Guardado {
  id: string
  version: number
}

type Answering<T> = Endpoint<z.ZodMiniType, z.ZodMiniType, z.ZodMiniType, z.ZodMiniType<T>>

/** The particulars of a catalogue: words, rights and calls. */
interface Concepto<Row extends Guardado, Saved extends Row> {
  /** Names its address, its cached answers and its preferences. */
  lista: Lista
  /** Prefix of the required rights: `persona:crear` … */
  right: 'persona' | 'producto'
  words: {
    /** «Personas» */
    title: string
    /** «persona», «personas» */
    one: string
    several: string
    /** «Nueva persona» */
    nuevo: string
    /** «la persona», «esta persona» */
    the: string
    this: string
  }
  search: Answering<Listing<Row>>
  /** Downloads the list as a file; absent for a tree. */
  file?: Endpoint
  /** Absent for records without an address of their own. */
  read?: Answering<Row>
  create: Answering<Saved>
  edit: Answering<Saved>
  remove: Endpoint
  /** Absent where records are deleted one by one. */
  removeAll?: Endpoint
  restore: Endpoint
}

/** The calls of a catalogue, with its cache and its messages. */
export type Catalogo<Row extends Guardado = Guardado, Saved extends Row = Row> = ReturnType<typeof catalogoOf<Row, Saved>>

export function catalogoOf<Row extends Guardado, Saved extends Row = Row>({ lista, right, words, read, ...calls }: Concepto<Row, Saved>) {
  /** Earlier results may have changed: lists and searches are read anew. */
  const forget = () =>
    queryClient.invalidateQueries({ predicate: ({ queryKey: [concept, kind] }) => concept === lista && kind !== 'ficha' })
  /** A record that changed or was deleted since it was read: the list is read anew, so that the next try begins from the present data. */
  const ask: typeof send = (call, input) =>
    send(call, input).catch((error: unknown) => {
      if (error instanceof HttpError && (error.status === 404 || error.status === 409)) void forget()
      throw error
    })
  return {
    lista,
    right,
    words,
    base: `/${lista}`,
    file: calls.file,
    removesSeveral: calls.removeAll !== undefined,
    forget: () => void forget(),
    pathOf: ({ id }: Guardado) => `/${lista}/${id}`,

    listQuery: (query: NonNullable<CallInput<unknown>['query']>) =>
      queryOptions({
        queryKey: [lista, 'lista', query],
        queryFn: ({ signal }) => fetchData(calls.search, { query, signal }),
        placeholderData: keepPreviousData,
      }),

    /** One page of the list's results, for selecting them. @throws HttpError */
    page: (query: NonNullable<CallInput<unknown>['query']>) => fetchData(calls.search, { query }),

    /** Always read anew: the edited version must be the present one. */
    recordQuery: (id: string) =>
      queryOptions({
        queryKey: [lista, 'ficha', id],
        gcTime: 0,
        refetchOnReconnect: false,
        queryFn: ({ signal }) =>
          read ? fetchData(read, { params: { id }, signal }) : Promise.reject(new Error(`${lista} has no records by address`)),
      }),

    /** Creates, or saves over the version that was read. @throws HttpError */
    async save(form: object, before: Guardado | undefined, headers: Record<string, string>): Promise<Saved> {
      const call = before ? calls.edit : calls.create
      // Id and version go in the form where the address does not carry them.
      const { id, version } = before ?? {}
      const isNamed = call.path.includes('/:id')
      const answer = await ask(call, {
        ...(isNamed && id !== undefined ? { params: { id } } : {}),
        body: before ? { ...form, ...(isNamed ? {} : { id }), version } : form,
        ...(before ? {} : { headers }),
      })
      noticeSuccess(answer, call.msg)
      void forget()
      return answer.data
    },

    /** Calls `eliminar`, whose code is loaded at the first deletion. */
    async remove(ids: readonly string[], onPart?: (done: readonly string[]) => void): Promise<void> {
      const { eliminar } = await import('./eliminar.ts')
      return eliminar({ ...calls, ask, forget }, ids, onPart)
    },
  }
}
