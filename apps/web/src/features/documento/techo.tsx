import { checkConsumidorFinal, type Fecha, type Monto } from '@yupana/fiscal'
import { useWatch } from 'react-hook-form'

import { isConsumidorFinal } from '../../domain/emision/comprador-valores.ts'
import type { FacturaValores } from './factura-valores.ts'
import classes from './techo.module.css'

interface TechoProps {
  total: Monto
  fecha: Fecha
  onElegir: () => void
}

/** Shown while lines are typed: above the ceiling of that day the buyer must be identified (O-58). */
export function Techo({ total, fecha, onElegir }: TechoProps) {
  const comprador = useWatch<FacturaValores, 'comprador'>({ name: 'comprador' })
  const problema = isConsumidorFinal(comprador) ? checkConsumidorFinal(total, fecha) : undefined
  if (!problema) return null
  return (
    <p role="status" className={classes.techo}>
      {problema.mensaje}{' '}
      <button type="button" onClick={onElegir}>
        Elegir el cliente
      </button>
    </p>
  )
}
