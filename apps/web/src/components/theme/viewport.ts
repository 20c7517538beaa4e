import { useCallback, useSyncExternalStore } from 'react'

import { MENU_WIDTH } from './tokens.ts'

/** Below this width a table row is a card. */
const CARDS_WIDTH = 640

function useIsWide(px: number): boolean {
  const query = `(min-width: ${px}px)`
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}

/** Below 1025 px every menu is a drawer. */
export const useIsDesktop = (): boolean => useIsWide(MENU_WIDTH)

/** Below 640 px lists are cards and lines are edited in a sheet. */
export const useIsPhone = (): boolean => !useIsWide(CARDS_WIDTH)
