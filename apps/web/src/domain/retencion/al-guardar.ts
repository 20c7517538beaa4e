import { hasRight, hasScreen } from '../../lib/sesion/rights.ts'

/** The button that saves a purchase and goes on to withhold from it. */
export const RETENER = 'retener'

/** With which the page of a purchase opens what would be withheld of it. */
export const CON_RETENCION = { retener: true }

export const asksRetencion = (state: unknown): state is typeof CON_RETENCION =>
  typeof state === 'object' && state !== null && 'retener' in state

/** The same once that was closed: where to come back to stays. */
export function sinRetencion({ retener: _retener, ...rest }: typeof CON_RETENCION): object {
  return rest
}

/** Whoever issues withholdings on purchases. */
export const mayWithhold = (): boolean => hasRight('documento:emitir') && hasScreen('/retencion/compra')
