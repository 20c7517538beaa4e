import { useEffect } from 'react'

import type { LineaRetencion } from '../../domain/retencion/lineas.ts'
import { createStore, useStore } from '../../lib/pagina/store.ts'

/** The retención issued with a liquidación, as typed. */
export interface JuntaValores {
  /** Habitual payments to the supplier have no minimum base. */
  habitual: boolean
  /** Empty: derived from the lines. */
  cod_sustento: string
  /** The lines follow the proposal until the user edits them. */
  automatica: boolean
  retenciones: LineaRetencion[]
}

export const emptyJunta = (): JuntaValores => ({ habitual: false, cod_sustento: '', automatica: true, retenciones: [] })

// Tables of the law, loaded while the supplier is chosen: the screen does not wait for them, and they import nothing of it.
const cargada = createStore<typeof import('./junta-ley.ts') | undefined>(undefined)

/** @throws when the network fails */
export async function loadLey(): Promise<void> {
  if (!cargada.get()) cargada.set(await import('./junta-ley.ts'))
}

/** The loaded tables; undefined until then, and the first call starts loading. */
export function currentLey() {
  const ley = cargada.get()
  if (!ley) void loadLey().catch(() => undefined)
  return ley
}

export function useLey() {
  const ley = useStore(cargada)
  useEffect(() => void currentLey(), [])
  return ley
}
