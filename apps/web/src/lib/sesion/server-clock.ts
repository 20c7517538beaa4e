import { settings } from '../pagina/settings.ts'

// The server decides when a session ends, and the clock of a shop's computer may be days off. The page carries the server's time; later
// only the difference is used.
const skew = settings.hora ? Date.parse(settings.hora) - Date.now() : 0

/** Milliseconds since the epoch by the server's clock. */
export const serverNow = (): number => Date.now() + (Number.isFinite(skew) ? skew : 0)
