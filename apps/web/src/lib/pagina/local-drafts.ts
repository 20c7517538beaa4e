/**
 * Unsaved text, kept in this browser for its user and company (O-104): it survives an expired session, a closed window and an
 * unreachable server. «Cerrar Sesión» erases it.
 */
const DATABASE = 'yupana'
const STORE = 'borrador'
const LAST = '\uffff'

export interface LocalDraft {
  id: string
  content: unknown
  /** Time of the last keystroke, as an ISO instant by the server's clock. */
  at: string
}

export interface Owner {
  userId: string
  companyId: string
}

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('IndexedDB'))
  })

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1)
  request.onupgradeneeded = () => void request.result.createObjectStore(STORE)
  return done(request)
}

// Private windows and company policies refuse the storage: the page then works without it.
async function within<T>(mode: IDBTransactionMode, action: (store: IDBObjectStore) => Promise<T>): Promise<T | undefined> {
  if (typeof indexedDB === 'undefined') return undefined
  try {
    const database = await open()
    try {
      return await action(database.transaction(STORE, mode).objectStore(STORE))
    } finally {
      database.close()
    }
  } catch {
    return undefined
  }
}

const prefixOf = ({ userId, companyId }: Owner) => `${userId}/${companyId}/`
const startingWith = (prefix: string) => IDBKeyRange.bound(prefix, prefix + LAST)
/** Time of this user's last sign-out in this browser: later writes of an editor open in another tab are not kept. */
const closedKey = (userId: string) => `cierre/${userId}`

/** The drafts of one user in one company, while a screen is open. */
export function openLocalDrafts(owner: Owner) {
  const since = Date.now()
  const prefix = prefixOf(owner)
  return {
    list: async (): Promise<LocalDraft[]> =>
      (await within('readonly', (store) => done(store.getAll(startingWith(prefix)) as IDBRequest<LocalDraft[]>))) ?? [],
    write: (draft: LocalDraft) =>
      within('readwrite', async (store) => {
        const closed = (await done(store.get(closedKey(owner.userId)) as IDBRequest<number | undefined>)) ?? 0
        if (closed < since) await done(store.put(draft, prefix + draft.id))
      }),
    erase: (id: string) => within('readwrite', (store) => done(store.delete(prefix + id))),
  }
}
export type LocalDrafts = ReturnType<typeof openLocalDrafts>

/** Erases all drafts of this user in this browser, in every company. */
export const eraseLocalDrafts = (userId: string) =>
  within('readwrite', async (store) => {
    await done(store.put(Date.now(), closedKey(userId)))
    await done(store.delete(startingWith(`${userId}/`)))
  })
