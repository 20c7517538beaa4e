import { useState } from 'react'

/** Rows that can be chosen at once. */
export const MAX_SELECTION = 1_000

/** Rows chosen by their ids. They survive paging and sorting; another search or filter forgets them. */
export function useSelection(scope: string) {
  const [chosen, setChosen] = useState<{ scope: string; ids: ReadonlySet<string> }>({ scope, ids: new Set() })
  const ids = chosen.scope === scope ? chosen.ids : new Set<string>()
  const put = (next: Iterable<string>) => setChosen({ scope, ids: new Set(next) })
  return {
    ids,
    clear: () => put([]),
    /** All of these and no others. */
    choose: put,
    toggle: (id: string) => put(ids.has(id) ? [...ids].filter((other) => other !== id) : [...ids, id]),
    /** All of these, or none when all were chosen. */
    togglePage: (page: readonly string[]) =>
      put(page.every((id) => ids.has(id)) ? [...ids].filter((id) => !page.includes(id)) : [...ids, ...page]),
  }
}
export type Selection = ReturnType<typeof useSelection>
