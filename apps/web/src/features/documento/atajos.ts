import { useKeys } from '../../lib/use-keys.ts'
import { TECLAS, type Tecla } from './teclas.ts'

/** Keys of the editor, by the name they have in its help. */
export const useAtajos = (atajos: Partial<Record<Tecla, () => void>>) =>
  useKeys((Object.entries(atajos) as [Tecla, () => void][]).map(([tecla, run]) => ({ ...TECLAS[tecla], run })))
