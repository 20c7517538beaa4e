import { displayNumero, type TotalesDocumento } from '@yupana/fiscal'

import classes from '../emision/vista-previa.module.css'
import { isEmptyLinea, lineaFormOf, type LineaValores } from './linea-valores.ts'

/** The lines as the document prints them. */
export function VistaLineas({ lineas: typed, totales }: { lineas: readonly LineaValores[]; totales: TotalesDocumento | undefined }) {
  const lineas = typed.filter((linea) => !isEmptyLinea(linea) && lineaFormOf(linea))
  return (
    <table className={classes.detalle}>
      <thead>
        <tr>
          <th>Código</th>
          <th>Descripción</th>
          <th>Cant.</th>
          <th>P. unitario</th>
          <th>Desc.</th>
          <th>Total</th>
        </tr>
      </thead>
      <tbody>
        {lineas.map((linea, at) => {
          const total = totales?.lineas[at]
          return (
            <tr key={at}>
              <td>{linea.codigo}</td>
              <td>{linea.descripcion}</td>
              <td>{total && displayNumero(total.cantidad)}</td>
              <td>{total && displayNumero(total.precioUnitario, 2)}</td>
              <td>{total && displayNumero(total.descuento, 2)}</td>
              <td>{total && displayNumero(total.precioTotalSinImpuesto, 2)}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
