import type { PagoFila } from '@yupana/contract'

import { takeBackPago } from './cartera.queries.ts'
import { ReversarDialog } from './reversar-dialog.tsx'

/** Asks why a payment is taken back. */
export const ReversarPago = ({ pago, onClose }: { pago: Pick<PagoFila, 'id' | 'numero' | 'sentido'>; onClose: () => void }) => (
  <ReversarDialog
    numero={pago.numero}
    efecto="Lo que pagó vuelve a quedar pendiente. El registro se conserva en la lista con su motivo."
    onReversar={(motivo) => takeBackPago(pago, motivo)}
    onClose={onClose}
  />
)
