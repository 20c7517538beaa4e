import { useEffect, useRef } from 'react'

import { currentSession } from '../lib/sesion/session.ts'
import { settings } from '../lib/pagina/settings.ts'

/**
 * In something asked for over this screen while it was on its way, the palette for one: who types there goes on typing there. A link in
 * one is what led here.
 */
const isElsewhere = () => Boolean(document.activeElement?.matches('[role="dialog"] :not(a)'))

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
