import { useEffect, useState, type ComponentType } from 'react'

import { noticeStore } from '../../lib/pagina/notices.ts'
import { useStore } from '../../lib/pagina/store.ts'

/**
 * The toasts come after the first screen, and before they are needed: «no response» must be told without a network.
 * Where they did not come, the next notice asks again; notices wait in their store.
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
