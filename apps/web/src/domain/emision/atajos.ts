import { useKeys } from '../../lib/teclado/use-keys.ts'
import type { TeclaConEfecto } from './teclas.ts'

/** Keys of an editor, by the name they have in its table. */
export const useAtajos = <T extends string>(teclas: Readonly<Record<T, TeclaConEfecto>>, atajos: Partial<Record<NoInfer<T>, () => void>>) =>
  useKeys((Object.entries(atajos) as [T, () => void][]).map(([tecla, run]) => ({ ...teclas[tecla], run })))
