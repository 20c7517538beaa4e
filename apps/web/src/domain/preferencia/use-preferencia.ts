import { PREFERENCIA_INICIAL, readPreferencia, savePreferencia, type Lista, type Preferencia } from '@yupana/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'

import { fetchData, send } from '../../lib/http/http.ts'
import { untilRefused } from '../../lib/http/http-error.ts'
import { queryClient } from '../../lib/http/query-client.ts'

/** Read once for each page load: only this user changes it. Nobody waits for it, so its failure is nobody's news. */
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
  /** Known, or not to be had: then as every list begins. */
  isReady: boolean
  /** What was chosen before this one counts, drawn or not. */
  change: (changes: Changes) => void
}

type Changes = Partial<Preferencia> | ((current: Preferencia) => Partial<Preferencia>)

/** One after the other: what was chosen last is what stays. */
let previous: Promise<unknown> = Promise.resolve()

interface Opciones {
  /** What the server does not take stays until the page is loaded again, and nobody is told: other work goes on here. */
  survives?: boolean
}

/** What holds at this instant: two choices in a row are not yet drawn. */
export const currentPreferencia = (lista: Lista): Preferencia =>
  queryClient.getQueryData(preferenciaQuery(lista).queryKey) ?? PREFERENCIA_INICIAL

/** Shown at once, kept on the server; what the server refuses goes back to what it was, or is asked for where that was not read yet. */
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

/** How this user likes a list or page in this company (O-104). */
export function usePreferencia(lista: Lista, opciones: Opciones = {}): PreferenciaControl {
  const { data, isFetched } = useQuery(preferenciaQuery(lista))
  return {
    value: data ?? PREFERENCIA_INICIAL,
    isReady: isFetched,
    change: (changes) => void untilRefused(change(lista, changes, opciones)),
  }
}
