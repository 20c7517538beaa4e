import { enmiendasOf, normasVigentes } from '@yupana/contract'
import { applyEnmiendas } from '@yupana/fiscal'

import { fetchData } from '../http/http.ts'
import { HttpError } from '../http/http-error.ts'
import { announcedNormas } from './normas-version.ts'
import { createStore, useStore } from '../pagina/store.ts'

/** The version of the legal facts that this page computes with: the same as the server, a moment after it changed. */
export const normasStore = createStore(0)

/** For whatever is computed from the law: it is computed anew when another law holds. */
export const useNormas = (): number => useStore(normasStore)

async function takeOver(): Promise<void> {
  if (announcedNormas.get() <= normasStore.get()) return
  try {
    const { version, enmiendas } = await fetchData(normasVigentes, { background: true })
    applyEnmiendas(enmiendasOf(enmiendas))
    normasStore.set(version)
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    // The next answer tells it again.
    announcedNormas.set(normasStore.get())
  }
}

/** Follows what every answer of the server tells. */
export const followNormas = (): (() => void) => announcedNormas.subscribe(() => void takeOver())
