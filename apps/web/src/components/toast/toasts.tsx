import { useEffect, useState, type ComponentType } from 'react'

import { noticeStore } from '../../lib/pagina/notices.ts'
import { useStore } from '../../lib/pagina/store.ts'

/**
 * The toasts load after the first screen, but before they are needed: «no response» must show without a network.
 * If loading fails, the next notice tries again; notices wait in their store.
 */
export function Toasts() {
  const [List, setList] = useState<ComponentType>()
  const waiting = useStore(noticeStore).messages.length
  useEffect(() => {
    if (List) return
    void import('./toast-list.tsx').then(
      ({ ToastList }) => setList(() => ToastList),
      () => undefined,
    )
  }, [List, waiting])
  return List && <List />
}
