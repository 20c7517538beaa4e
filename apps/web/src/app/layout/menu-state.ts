import { useState } from 'react'

import { useIsDesktop } from '../../components/theme/viewport.ts'
import { appearanceStore } from '../../lib/pagina/appearance.ts'
import { useStore } from '../../lib/pagina/store.ts'

/**
 * Whether the menu shows, and how. From 1025 px on it is part of the page unless somebody wants it over the content; below that
 * every mode is a drawer. Part and drawer each remember their own state.
 */
export function useMenuState() {
  const isDesktop = useIsDesktop()
  const { menuMode } = useStore(appearanceStore)
  const inPage = isDesktop && menuMode !== 'overlay'
  const [isPanelOpen, setPanelOpen] = useState(true)
  const [drawer, setDrawer] = useState({ opened: false, returnsFocus: true })
  return {
    /** What of the page the menu is at this moment. */
    part: inPage && isPanelOpen ? menuMode : undefined,
    // A window that grew leaves no mask behind.
    drawer: { ...drawer, opened: drawer.opened && !inPage },
    isOpen: inPage ? isPanelOpen : drawer.opened,
    toggle: () => (inPage ? setPanelOpen(!isPanelOpen) : setDrawer({ opened: !drawer.opened, returnsFocus: true })),
    close: () => setDrawer({ opened: false, returnsFocus: true }),
    /** The chosen screen takes the focus, not the button. */
    leave: () => setDrawer({ opened: false, returnsFocus: false }),
  }
}
