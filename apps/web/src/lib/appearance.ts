import { readStored, STORAGE_KEYS, writeStored } from './storage.ts'
import { createStore } from './store.ts'

export type ColorMode = 'light' | 'dark'

export interface Appearance {
  colorMode: ColorMode
  menuTheme: ColorMode
}

const modeOf = (value: unknown): ColorMode => (value === 'dark' ? 'dark' : 'light')

function restore(): Appearance {
  const stored = (readStored(STORAGE_KEYS.appearance) ?? {}) as Partial<Record<keyof Appearance, unknown>>
  return { colorMode: modeOf(stored.colorMode), menuTheme: modeOf(stored.menuTheme) }
}

export const appearanceStore = createStore<Appearance>(restore())

/** Content, menu and top bar change together. */
export function toggleTheme() {
  const mode: ColorMode = appearanceStore.get().colorMode === 'dark' ? 'light' : 'dark'
  const next = { ...(readStored(STORAGE_KEYS.appearance) as object | null), colorMode: mode, menuTheme: mode }
  writeStored(STORAGE_KEYS.appearance, next)
  appearanceStore.set({ colorMode: mode, menuTheme: mode })
}
