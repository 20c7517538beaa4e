import { useSyncExternalStore } from 'react'

/** From here on the preview stands beside the lines (ui §9). */
const WIDE = '(min-width: 1600px)'

const subscribe = (listener: () => void) => {
  const media = window.matchMedia(WIDE)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}

export const useIsWide = (): boolean => useSyncExternalStore(subscribe, () => window.matchMedia(WIDE).matches)
