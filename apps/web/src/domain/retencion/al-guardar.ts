import { hasRight, hasScreen } from '../../lib/sesion/rights.ts'

/** Name of the button that saves a purchase and then withholds from it. */
export const RETENER = 'retener'

/** Location state with which the page of a purchase opens its withholding. */
export const CON_RETENCION = { retener: true }

export const asksRetencion = (state: unknown): state is typeof CON_RETENCION =>
  typeof state === 'object' && state !== null && 'retener' in state

/** The location state after closing the withholding: the return address stays. */
export function sinRetencion({ retener: _retener, ...rest }: typeof CON_RETENCION): object {
  return rest
}

/** Whether the user may issue withholdings on purchases. */
export const mayWithhold = (): boolean => hasRight('documento:emitir') && hasScreen('/retencion/compra')
