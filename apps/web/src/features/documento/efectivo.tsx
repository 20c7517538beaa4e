import { displayMonto, FORMA_PAGO_EFECTIVO, sizeOf, type Monto } from '@yupana/fiscal'
import { useWatch } from 'react-hook-form'

import { MontoField } from '../../components/form/number-fields.tsx'
import classes from '../../domain/emision/hoja.module.css'
import { cambioOf, type FacturaValores } from './factura-valores.ts'

/** Received cash and change. It stays on the screen: nothing is sent. */
export function Efectivo({ total }: { total: Monto }) {
  const [pagos, recibido] = useWatch<FacturaValores, ['pagos', 'recibido']>({ name: ['pagos', 'recibido'] })
  if (!pagos.some((pago) => pago.forma_pago === FORMA_PAGO_EFECTIVO)) return null
  const cambio = cambioOf({ pagos, recibido }, total)
  return (
    <div className={classes.efectivo}>
      <MontoField name="recibido" label="Recibido" />
      <p role="status" className={classes.cambio} data-short={(cambio !== undefined && cambio < 0) || undefined}>
        <span>{cambio !== undefined && cambio < 0 ? 'Faltan' : 'Cambio'}</span>
        <strong>{cambio === undefined ? '—' : displayMonto(sizeOf(cambio))}</strong>
      </p>
    </div>
  )
}
