import type { Contexto } from '@yupana/contract'
import { displayNumero, type TotalesDocumento } from '@yupana/fiscal'
import { useDeferredValue } from 'react'
import { useWatch } from 'react-hook-form'

import { VistaAdicional, VistaComprador, VistaHoja, VistaPagos, VistaTotales } from '../../domain/emision/vista-hoja.tsx'
import classes from '../../domain/emision/vista-previa.module.css'
import { isEmptyLinea, lineaFormOf } from '../../domain/lineas-editor/linea-valores.ts'
import { filasOfTotales } from '../../domain/totales-panel/totales-filas.ts'
import type { FacturaValores } from './factura-valores.ts'

interface VistaPreviaProps {
  contexto: Contexto
  numero: string
  totales: TotalesDocumento | undefined
  negocioPopular: boolean
}

/** The invoice as it will be printed. */
export function VistaPrevia({ contexto, numero, totales, negocioPopular }: VistaPreviaProps) {
  const valores = useDeferredValue(useWatch<FacturaValores>() as FacturaValores)
  const { guia_remision: guia } = valores
  return (
    <VistaHoja contexto={contexto} titulo="FACTURA" numero={numero} fecha={valores.fecha_emision}>
      <VistaComprador valores={valores}>{guia !== '' && <p>Guía de remisión: {guia}</p>}</VistaComprador>
      <Detalle valores={valores} totales={totales} />
      <div className={classes.cierre}>
        <div>
          <VistaAdicional valores={valores} campos={valores.info_adicional} />
          <VistaPagos pagos={valores.pagos} total={totales?.importeTotal ?? 0} />
        </div>
        {totales && (
          <VistaTotales filas={[...filasOfTotales(totales, negocioPopular), { label: 'Valor total', monto: totales.importeTotal }]} />
        )}
      </div>
    </VistaHoja>
  )
}

function Detalle({ valores, totales }: { valores: FacturaValores; totales: TotalesDocumento | undefined }) {
  const lineas = valores.lineas.filter((linea) => !isEmptyLinea(linea) && lineaFormOf(linea))
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
