import { PREFERENCIA_INICIAL, readPreferencia, savePreferencia, type Lista, type Preferencia } from '@yupana/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'

import { fetchData, send } from '../../lib/http/http.ts'
import { untilRefused } from '../../lib/http/http-error.ts'
import { queryClient } from '../../lib/http/query-client.ts'

/** Read once for each page load: only this user changes it. Its failure is not reported, since nobody waits for it. */
const preferenciaQuery = (lista: Lista) =>
  queryOptions({
    queryKey: ['preferencia', lista],
    queryFn: ({ signal }) => fetchData(readPreferencia, { params: { lista }, signal, background: true }),
    staleTime: Infinity,
    gcTime: Infinity,
    retryOnMount: false,
  })

export interface PreferenciaControl {
  value: Preferencia
  /** Read, or failed: then the initial preferences apply. */
  isReady: boolean
  /** Builds on the previous change, rendered or not. */
  change: (changes: Changes) => void
}

type Changes = Partial<Preferencia> | ((current: Preferencia) => Partial<Preferencia>)

/** Saves run one after the other, so that the last choice remains. */
let previous: Promise<unknown> = Promise.resolve()

interface Opciones {
  /** A change that the server refuses stays until the page is reloaded, without a message: the user's work goes on. */
  survives?: boolean
}

/** The value at this instant: of two choices in a row, the first may not be rendered yet. */
export const currentPreferencia = (lista: Lista): Preferencia =>
  queryClient.getQueryData(preferenciaQuery(lista).queryKey) ?? PREFERENCIA_INICIAL

/**
 * Shows the change at once and saves it on the server. After a refusal the earlier value returns; if none had been read, it is read now.
 */
async function change(lista: Lista, changes: Changes, { survives = false }: Opciones): Promise<void> {
  const { queryKey } = preferenciaQuery(lista)
  const known = queryClient.getQueryData(queryKey)
  const before = known ?? PREFERENCIA_INICIAL
  const next = { ...before, ...(typeof changes === 'function' ? changes(before) : changes) }
  const shown = queryClient.setQueryData(queryKey, next)
  const saving = previous.then(() => send(savePreferencia, { params: { lista }, body: next, background: survives }))
  previous = saving.catch(() => undefined)
  try {
    await saving
  } catch (error) {
    if (survives) return
    if (queryClient.getQueryData(queryKey) === shown)
      if (known) queryClient.setQueryData(queryKey, known)
      else void queryClient.resetQueries({ queryKey })
    throw error
  }
}

/** This user's preferences for a list or page in this company (O-104). */
export function usePreferencia(lista: Lista, opciones: Opciones = {}): PreferenciaControl {
  const { data, isFetched } = useQuery(preferenciaQuery(lista))
  return {
    value: data ?? PREFERENCIA_INICIAL,
    isReady: isFetched,
    change: (changes) => void untilRefused(change(lista, changes, opciones)),
  }
}
