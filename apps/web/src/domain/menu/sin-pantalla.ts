/**
 * Routes of specification §2 whose screen is not built: the menu does not lead there (O-124), their address says «En construcción» (O-112).
 * The cart and the profile menu offer what specification §2 says, whatever is built.
 */
const SIN_PANTALLA: ReadonlySet<string> = new Set([
  '/documento/compra',
  '/retencion',
  '/comprobante/recibido',
  '/retencion_iva',
  '/retencion_renta',
])

export const hasScreen = (path: string): boolean => !SIN_PANTALLA.has(path)
