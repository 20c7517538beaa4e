import { QueryClient, type InvalidateOptions, type InvalidateQueryFilters, type QueryKey } from '@tanstack/react-query'

import { HttpError } from './http-error.ts'
import { forgetNotices } from '../pagina/notices.ts'
import { sessionStore } from '../sesion/session.ts'
import { sessionNotice } from '../sesion/session-notice.ts'

// The HTTP layer has reported refusals; any other error belongs to the error screen.
const throwOnError = (error: Error) => !(error instanceof HttpError)

class Answers extends QueryClient {
  /**
   * As in the library, but a first read that is still running is also repeated: it may have begun before the change, and the library would
   * accept its answer.
   */
  override invalidateQueries<Key extends QueryKey>(filters?: InvalidateQueryFilters<Key>, options?: InvalidateOptions): Promise<void> {
    for (const query of this.getQueryCache().findAll({ ...filters, type: 'active', fetchStatus: 'fetching' }))
      if (query.state.data === undefined) void query.cancel({ silent: true })
    return super.invalidateQueries(filters, options)
  }
}

/** No retry, no refetch on focus (specification §7, Helpers). */
export const queryClient = new Answers({
  defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false, throwOnError }, mutations: { retry: false, throwOnError } },
})

const setAnswer = queryClient.setQueryData.bind(queryClient)
// As in the library, with two differences:
// - A running read is cancelled: it may have begun before this data was known, and would overwrite it.
// - A change of data that was already invalidated asks again, since the change may lack the newer data.
// Assigned, because the compiler does not accept an override.
Object.assign(queryClient, {
  setQueryData: (...[queryKey, updater, options]: Parameters<typeof setAnswer>) => {
    const query = queryClient.getQueryCache().find({ queryKey })
    const { data: known, isInvalidated = false, fetchStatus } = query?.state ?? {}
    const data: unknown = typeof updater === 'function' ? updater(known) : updater
    if (data === undefined) return undefined
    const isChange = typeof updater === 'function'
    if (fetchStatus === 'fetching' && (!isChange || known !== undefined)) void query?.cancel({ revert: true })
    const answer = setAnswer(queryKey, data, options)
    if (isChange && isInvalidated && known !== undefined) void queryClient.invalidateQueries({ queryKey, exact: true })
    return answer
  },
})

/** After a deletion refetches all queries of the concept except the deleted record, whose screen may still be open for a moment. */
export const forgetDeleted = (concept: string, id: string) =>
  queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === concept && !queryKey.includes(id) })

/** User and company whose data this tab shows; undefined before sign-in. */
export const identity = () => {
  const { session } = sessionStore.get()
  return session && `${session.id}/${session.businessId}`
}

/** Clears the cache when the user or the company changes. */
export function clearCacheWithSession() {
  let previous = identity()
  return sessionStore.subscribe(() => {
    const present = identity()
    if (previous !== undefined && present !== previous) {
      queryClient.clear()
      forgetNotices()
    }
    previous = present
  })
}

/** Queries that are kept until an edit, a change of company or the server's notice (specification §7, O-116). */
const KEPT: readonly unknown[] = ['sesion', 'menus', 'empresas', 'perfil', 'rol', 'config_general']

export const followSessionNotice = (): (() => void) =>
  sessionNotice.subscribe(() => void queryClient.invalidateQueries({ predicate: ({ queryKey: [concept] }) => KEPT.includes(concept) }))
