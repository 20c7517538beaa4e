import { useSyncExternalStore } from 'react'

import { DESKTOP_WIDTH } from './tokens.ts'

const query = () => window.matchMedia(`(min-width: ${DESKTOP_WIDTH}px)`)

const subscribe = (listener: () => void) => {
  const media = query()
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}

/** Below 1025 px every menu is a drawer. */
export const useIsDesktop = (): boolean => useSyncExternalStore(subscribe, () => query().matches)
