import { useState } from 'react'

import { useIsDesktop } from '../../components/theme/viewport.ts'

/** Whether the menu shows. From 1025 px on it is part of the page, below it a drawer: each remembers its own state. */
export function useMenuState() {
  const isDesktop = useIsDesktop()
  const [isPanelOpen, setPanelOpen] = useState(true)
  const [drawer, setDrawer] = useState({ opened: false, returnsFocus: true })
  return {
    isDesktop,
    isPanelOpen,
    // A window that grew leaves no mask behind.
    drawer: { ...drawer, opened: drawer.opened && !isDesktop },
    isOpen: isDesktop ? isPanelOpen : drawer.opened,
    toggle: () => (isDesktop ? setPanelOpen(!isPanelOpen) : setDrawer({ opened: !drawer.opened, returnsFocus: true })),
    close: () => setDrawer({ opened: false, returnsFocus: true }),
    /** The chosen screen takes the focus, not the button. */
    leave: () => setDrawer({ opened: false, returnsFocus: false }),
  }
}
