import { useEffect, useRef } from 'react'

import { currentSession } from '../lib/sesion/session.ts'
import { settings } from '../lib/pagina/settings.ts'

/**
 * In something asked for over this screen while it was on its way, the palette or the bell: who is there stays there. A link in one that
 * led here, as those of the menu on a phone, is left behind.
 */
function isElsewhere() {
  const active = document.activeElement
  if (!active?.closest('[role="dialog"]')) return false
  return !(active instanceof HTMLAnchorElement && active.href === location.href)
}

/** The h1 of a screen. It takes the focus when the screen opens and names the tab «Página · Empresa». */
export function PageTitle({ children, takesFocus = true }: { children: string; takesFocus?: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${children} · ${currentSession()?.businessName ?? settings.producto}`
    if (takesFocus && !isElsewhere()) heading.current?.focus({ preventScroll: true })
  }, [children, takesFocus])
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  )
}
