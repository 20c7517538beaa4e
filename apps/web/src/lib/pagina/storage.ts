/** The only two keys the application keeps in the browser (R-9.35, O-104). */
export const STORAGE_KEYS = { session: 'auth', appearance: 'app-config' } as const
type StorageKey = (typeof STORAGE_KEYS)[keyof typeof STORAGE_KEYS]

// The browser may refuse storage (private windows, company policy): the application then works without it.
const attempt = <T>(action: () => T): T | undefined => {
  try {
    return action()
  } catch {
    return undefined
  }
}

export const readStored = (key: StorageKey): unknown => attempt(() => JSON.parse(localStorage.getItem(key) ?? 'null') as unknown)

export const writeStored = (key: StorageKey, value: unknown) => attempt(() => localStorage.setItem(key, JSON.stringify(value)))

export const removeStored = (key: StorageKey) => attempt(() => localStorage.removeItem(key))

// Values of this tab alone (O-118): they survive a reload, and no other tab sees them.

export const readTab = (key: StorageKey): unknown => attempt(() => JSON.parse(sessionStorage.getItem(key) ?? 'null') as unknown)

export const writeTab = (key: StorageKey, value: unknown) => attempt(() => sessionStorage.setItem(key, JSON.stringify(value)))

export const removeTab = (key: StorageKey) => attempt(() => sessionStorage.removeItem(key))
