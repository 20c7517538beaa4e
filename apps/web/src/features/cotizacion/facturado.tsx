import type { Cotizacion } from '@yupana/contract'
import { displayNumero } from '@yupana/fiscal'
import { Fragment } from 'react'
import { Link } from 'react-router'

import classes from './facturado.module.css'

/** What came of a quote, and what is left of it. */
export function Facturado({ cotizacion: { estado, facturas, form, resto } }: { cotizacion: Cotizacion }) {
  const quedan = form.lineas.flatMap(({ descripcion, cantidad }, at) => {
    const queda = resto[at] ?? 0
    return queda > 0 ? [{ at, descripcion, cantidad, queda }] : []
  })
  return (
    <>
      <p>
        {estado === 'FACTURADA_EN_PARTE' ? 'Facturada en parte con ' : 'Facturada con '}
        {facturas.map(({ id, numero }, at) => (
          <Fragment key={id}>
            {at > 0 && ', '}
            <Link to={`/comprobante/${id}`}>{numero}</Link>
          </Fragment>
        ))}
        .
      </p>
      {quedan.length > 0 && (
        <details className={classes.resto} open={quedan.length <= 5}>
          <summary>{estado === 'FACTURADA_EN_PARTE' ? 'Queda por facturar' : 'No se facturó'}</summary>
          <ul>
            {quedan.map(({ at, descripcion, cantidad, queda }) => (
              <li key={at}>
                <strong>{displayNumero(queda)}</strong> de {displayNumero(cantidad)} {descripcion}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}
