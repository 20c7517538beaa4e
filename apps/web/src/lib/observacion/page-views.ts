import { maskPath } from './mask.ts'

/** A view counts once the address has not changed for this time, in ms: a redirect passes through addresses that nobody sees. */
const SETTLE_MS = 150

/** Sends one page view in the Plausible events format; the route without identifiers stands for the address (O-17). */
function sendPageView(endpoint: string, pathname: string) {
  send(endpoint, 'pageview', pathname)
}

function send(endpoint: string, name: string, pathname: string, props?: Record<string, string>) {
  const { origin, hostname } = window.location
  navigator.sendBeacon(endpoint, JSON.stringify({ name, domain: hostname, url: origin + maskPath(pathname), props }))
}

/** Reports a visit of an outside address; only its origin is sent. */
export const sendOutbound = (endpoint: string, address: string) =>
  send(endpoint, 'Outbound Link: Click', window.location.hash.replace(/^#/, '').replace(/\?.*$/s, '') || '/', {
    url: new URL(address).origin,
  })

/** Counts visited routes; the returned function is called with each new route. */
export function createPageViews(endpoint: string): (pathname: string) => void {
  let pending: { pathname: string; timer: ReturnType<typeof setTimeout> } | undefined
  let last: string | undefined
  const flush = () => {
    if (!pending) return
    clearTimeout(pending.timer)
    const { pathname } = pending
    pending = undefined
    if (pathname === last) return
    last = pathname
    sendPageView(endpoint, pathname)
  }
  window.addEventListener('pagehide', flush)
  return (pathname) => {
    clearTimeout(pending?.timer)
    pending = { pathname, timer: setTimeout(flush, SETTLE_MS) }
  }
}
