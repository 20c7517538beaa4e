import { settings } from '../pagina/settings.ts'

/** Time for the visit of an address outside to be told of before it opens, ms (specification §7, Helpers). */
export const OUTBOUND_DELAY_MS = 150

/** Opens an address outside in another tab, once it was told of where this installation counts visits. */
export function openOutbound(address: string): void {
  const endpoint = settings.analiticaUrl
  if (endpoint !== null) void import('./page-views.ts').then(({ sendOutbound }) => sendOutbound(endpoint, address)).catch(() => undefined)
  setTimeout(() => window.open(address, '_blank', 'noopener,noreferrer'), OUTBOUND_DELAY_MS)
}
