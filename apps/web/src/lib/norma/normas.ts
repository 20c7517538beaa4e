import { enmiendasOf, normasVigentes } from '@yupana/contract'
import { applyEnmiendas } from '@yupana/fiscal'

import { fetchData } from '../http/http.ts'
import { HttpError } from '../http/http-error.ts'
import { announcedNormas } from './normas-version.ts'
import { createStore, useStore } from '../pagina/store.ts'

/** Version of the legal facts that this page computes with; it follows the server's shortly after a change. */
export const normasStore = createStore(0)

/** For values computed from the law: draws again when the legal facts change. */
export const useNormas = (): number => useStore(normasStore)

async function takeOver(): Promise<void> {
  if (announcedNormas.get() <= normasStore.get()) return
  try {
    const { version, enmiendas } = await fetchData(normasVigentes, { background: true })
    applyEnmiendas(enmiendasOf(enmiendas))
    normasStore.set(version)
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    // The next answer announces the version again.
    announcedNormas.set(normasStore.get())
  }
}

/** Follows the version announced by the server. */
export const followNormas = (): (() => void) => announcedNormas.subscribe(() => void takeOver())
