import { settings } from '../pagina/settings.ts'

/** Time to report the visit of an outside address before it opens, ms (specification §7, Helpers). */
export const OUTBOUND_DELAY_MS = 150

/** Opens an outside address in another tab, after reporting the visit where this installation counts visits. */
export function openOutbound(address: string): void {
  const endpoint = settings.analiticaUrl
  if (endpoint !== null) void import('./page-views.ts').then(({ sendOutbound }) => sendOutbound(endpoint, address)).catch(() => undefined)
  setTimeout(() => window.open(address, '_blank', 'noopener,noreferrer'), OUTBOUND_DELAY_MS)
}
