import type { PropuestaRetencion } from '@yupana/contract'
import { displayMonto } from '@yupana/fiscal'
import type { ReactNode } from 'react'

import classes from './lineas-retencion.module.css'

/** The proposal of each tax with its reason, or why there is none; `children`: the actions. */
export function Propuesta({ propuesta, children }: { propuesta: PropuestaRetencion; children?: ReactNode }) {
  const filas = [
    ['Renta', propuesta.renta],
    ['IVA', propuesta.iva],
  ] as const
  return (
    <div className={classes.propuesta} role="status">
      <ul>
        {filas.map(([impuesto, { codigo, concepto, porcentajes, valor, motivo }]) => (
          <li key={impuesto}>
            <strong>
              {impuesto}: {codigo === null ? 'no se retiene' : `${codigo} · ${porcentajes ?? ''}`}
              {valor !== null && codigo !== null && ` · ${displayMonto(valor)}`}
            </strong>
            <small>
              {motivo} {concepto !== null && `${concepto}.`}
            </small>
          </li>
        ))}
      </ul>
      {children}
    </div>
  )
}
