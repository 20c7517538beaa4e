import { readStored, STORAGE_KEYS, writeStored } from './storage.ts'
import { createStore } from './store.ts'

export type ColorMode = 'light' | 'dark'

export const MENU_MODES = ['static', 'overlay', 'slim', 'horizontal'] as const
export type MenuMode = (typeof MENU_MODES)[number]

export interface Appearance {
  colorMode: ColorMode
  menuTheme: ColorMode
  menuMode: MenuMode
  /** Whether shortcuts of a single character work: «?» (WCAG 2.1.4). */
  letterKeys: boolean
}

const modeOf = (value: unknown): ColorMode => (value === 'dark' ? 'dark' : 'light')

function restore(): Appearance {
  const stored = (readStored(STORAGE_KEYS.appearance) ?? {}) as Partial<Record<keyof Appearance, unknown>>
  return {
    colorMode: modeOf(stored.colorMode),
    menuTheme: modeOf(stored.menuTheme),
    menuMode: MENU_MODES.find((mode) => mode === stored.menuMode) ?? 'static',
    letterKeys: stored.letterKeys !== false,
  }
}

export const appearanceStore = createStore<Appearance>(restore())

/** Stores the choice under `app-config`, and keeps the other keys there. */
export function changeAppearance(changes: Partial<Appearance>) {
  writeStored(STORAGE_KEYS.appearance, { ...(readStored(STORAGE_KEYS.appearance) as object | null), ...changes })
  appearanceStore.set({ ...appearanceStore.get(), ...changes })
}

/** Content, menu and top bar change together. */
export function toggleTheme() {
  const mode: ColorMode = appearanceStore.get().colorMode === 'dark' ? 'light' : 'dark'
  changeAppearance({ colorMode: mode, menuTheme: mode })
}
