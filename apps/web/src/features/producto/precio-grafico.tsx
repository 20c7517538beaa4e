import { largest, smallest } from '@yupana/fiscal'
import type { PrecioHistorico } from '@yupana/contract'

import { priceText } from '../../domain/producto/precio-text.ts'
import { fechaText } from '../../lib/formato/format.ts'
import classes from './precios.module.css'

const [ANCHO, ALTO, MARGEN] = [640, 180, 12]

interface Tramo {
  desde: number
  hasta: number
  y: number
}

/** The price as steps from left to right; the table below has the same figures. */
export function PrecioGrafico({ puntos, label }: { puntos: PrecioHistorico['puntos']; label: string }) {
  const known = puntos.flatMap(({ valor }) => (valor === null ? [] : [valor]))
  const [first = 0, ...others] = known
  const [low, high] = [smallest(first, ...others), largest(first, ...others)]
  const step = (ANCHO - 2 * MARGEN) / puntos.length
  const yOf = (valor: number) => (high === low ? ALTO / 2 : ALTO - MARGEN - ((valor - low) / (high - low)) * (ALTO - 2 * MARGEN))
  const tramos = puntos.flatMap(({ valor }, at): Tramo[] =>
    valor === null ? [] : [{ desde: MARGEN + at * step, hasta: MARGEN + (at + 1) * step, y: yOf(valor) }],
  )
  const path = tramos.map(({ desde, hasta, y }, at) => `${at === 0 ? 'M' : 'L'}${desde} ${y}H${hasta}`).join('')
  return (
    <figure className={classes.grafico}>
      <div className={classes.escala} aria-hidden="true">
        <span>{priceText(high)}</span>
        {high !== low && <span>{priceText(low)}</span>}
      </div>
      <svg viewBox={`0 0 ${ANCHO} ${ALTO}`} preserveAspectRatio="none" role="img" aria-label={label}>
        <path d={path} className={classes.linea} vectorEffect="non-scaling-stroke" />
      </svg>
      <div className={classes.fechas} aria-hidden="true">
        <span>{fechaText(puntos[0]?.desde ?? '')}</span>
        <span>{fechaText(puntos.at(-1)?.hasta ?? '')}</span>
      </div>
    </figure>
  )
}
