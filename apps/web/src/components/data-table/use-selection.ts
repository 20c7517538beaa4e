import { useState } from 'react'

/** Most rows that can be chosen at once. */
export const MAX_SELECTION = 1_000

/** Rows chosen by id. The choice survives paging and sorting; another search or filter clears it. */
export function useSelection(scope: string) {
  const [chosen, setChosen] = useState<{ scope: string; ids: ReadonlySet<string> }>({ scope, ids: new Set() })
  const ids = chosen.scope === scope ? chosen.ids : new Set<string>()
  const put = (next: Iterable<string>) => setChosen({ scope, ids: new Set(next) })
  return {
    ids,
    clear: () => put([]),
    /** Chooses exactly these rows. */
    choose: put,
    toggle: (id: string) => put(ids.has(id) ? [...ids].filter((other) => other !== id) : [...ids, id]),
    /** Chooses all rows of the page, or none if all were chosen. */
    togglePage: (page: readonly string[]) =>
      put(page.every((id) => ids.has(id)) ? [...ids].filter((id) => !page.includes(id)) : [...ids, ...page]),
  }
}
export type Selection = ReturnType<typeof useSelection>
