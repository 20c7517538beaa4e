import type { ComponentPropsWithRef, MouseEvent } from 'react'

import { openOutbound } from '../lib/observacion/outbound.ts'

/** A link to an outside address, in another tab. With Ctrl or the middle button the browser opens it as usual. */
export function OutboundLink({ href, onClick, ...props }: ComponentPropsWithRef<'a'> & { href: string }) {
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    openOutbound(href)
  }
  return <a {...props} href={href} target="_blank" rel="noopener noreferrer" onClick={open} />
}
