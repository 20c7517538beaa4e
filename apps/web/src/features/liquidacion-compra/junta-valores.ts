import { useEffect } from 'react'

import type { LineaRetencion } from '../../domain/retencion/lineas.ts'
import { createStore, useStore } from '../../lib/pagina/store.ts'

/** The retención that is issued with a liquidación, as it is typed. */
export interface JuntaValores {
  /** Payments to the supplier are habitual: no minimum base. */
  habitual: boolean
  /** Empty: what its lines give right to. */
  cod_sustento: string
  /** The lines are those of the proposal, until somebody takes them over. */
  automatica: boolean
  retenciones: LineaRetencion[]
}

export const emptyJunta = (): JuntaValores => ({ habitual: false, cod_sustento: '', automatica: true, retenciones: [] })

// The tables of the law come while the supplier is chosen: the screen does not wait for them, and they import nothing of it.
const cargada = createStore<typeof import('./junta-ley.ts') | undefined>(undefined)

/** @throws where the network does not bring them */
export async function loadLey(): Promise<void> {
  if (!cargada.get()) cargada.set(await import('./junta-ley.ts'))
}

/** Undefined while they are on their way: who asks begins that. */
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
