import { useState } from 'react'

import { useIsDesktop } from '../../components/theme/viewport.ts'
import { appearanceStore } from '../../lib/pagina/appearance.ts'
import { useStore } from '../../lib/pagina/store.ts'

/**
 * Whether and how the menu shows. From 1025 px on it is a part of the page, or an overlay by choice; below that every mode is a drawer.
 * Part and drawer remember their states separately.
 */
export function useMenuState() {
  const isDesktop = useIsDesktop()
  const { menuMode } = useStore(appearanceStore)
  const inPage = isDesktop && menuMode !== 'overlay'
  const [isPanelOpen, setPanelOpen] = useState(true)
  const [drawer, setDrawer] = useState({ opened: false, returnsFocus: true })
  return {
    /** The menu's mode as a part of the page; undefined otherwise. */
    part: inPage && isPanelOpen ? menuMode : undefined,
    // A window that has become wider leaves no mask behind.
    drawer: { ...drawer, opened: drawer.opened && !inPage },
    isOpen: inPage ? isPanelOpen : drawer.opened,
    toggle: () => (inPage ? setPanelOpen(!isPanelOpen) : setDrawer({ opened: !drawer.opened, returnsFocus: true })),
    close: () => setDrawer({ opened: false, returnsFocus: true }),
    /** Closes the drawer without returning the focus to the button: the chosen screen takes it. */
    leave: () => setDrawer({ opened: false, returnsFocus: false }),
  }
}
