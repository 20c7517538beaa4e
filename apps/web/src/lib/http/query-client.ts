import { QueryClient, type InvalidateOptions, type InvalidateQueryFilters, type QueryKey } from '@tanstack/react-query'

import { HttpError } from './http-error.ts'
import { forgetNotices } from '../pagina/notices.ts'
import { sessionStore } from '../sesion/session.ts'
import { sessionNotice } from '../sesion/session-notice.ts'

// Refusals were told by the HTTP layer; anything else is a surprise and belongs to the error screen.
const throwOnError = (error: Error) => !(error instanceof HttpError)

class Answers extends QueryClient {
  /**
   * As the kit does, but what is on its way for the first time is asked anew as well: it may have been read before what has changed, and
   * the kit would take it for the answer after.
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
// As the kit does, but an answer that is still on its way is dropped: it may have been read before, and would take the place of this one.
// A change over what was known may lack the news for which it was asked: where there is some, it is asked anew.
// Assigned, as the compiler takes no override of it.
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

/** After a deletion everything of that concept is asked anew, but the record: its screen may stand a moment longer, and it is gone. */
export const forgetDeleted = (concept: string, id: string) =>
  queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === concept && !queryKey.includes(id) })

/** Of whom and of which company is what this tab shows; undefined before somebody signs in. */
export const identity = () => {
  const { session } = sessionStore.get()
  return session && `${session.id}/${session.businessId}`
}

/** The next user, or the next company, sees nothing of the previous one. */
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

/** What is kept for good: an edit, a change of company or the server's notice ends it (specification §7, O-116). */
const KEPT: readonly unknown[] = ['sesion', 'menus', 'empresas', 'perfil', 'rol', 'config_general']

export const followSessionNotice = (): (() => void) =>
  sessionNotice.subscribe(() => void queryClient.invalidateQueries({ predicate: ({ queryKey: [concept] }) => KEPT.includes(concept) }))
