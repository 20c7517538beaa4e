import { useEffect, useRef } from 'react'

import { currentSession } from '../lib/sesion/session.ts'
import { settings } from '../lib/pagina/settings.ts'

/**
 * A dialog opened while this screen was loading, such as the palette or the bell, keeps the focus. A dialog left by one of its links, such
 * as the menu on a phone, does not.
 */
function isElsewhere() {
  const active = document.activeElement
  if (!active?.closest('[role="dialog"]')) return false
  return !(active instanceof HTMLAnchorElement && active.href === location.href)
}

/** The h1 of a screen. It takes the focus when the screen opens, and names the tab «Página · Empresa». */
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
