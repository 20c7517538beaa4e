import type { Contexto } from '@yupana/contract'
import { COD_DOC, displayNumero, type TotalesDocumento } from '@yupana/fiscal'
import { useDeferredValue } from 'react'
import { useWatch } from 'react-hook-form'

import { VistaAdicional, VistaComprador, VistaHoja, VistaTotales } from '../../domain/emision/vista-hoja.tsx'
import classes from '../../domain/emision/vista-previa.module.css'
import { VistaLineas } from '../../domain/lineas-editor/vista-lineas.tsx'
import { filasOfTotales } from '../../domain/totales-panel/totales-filas.ts'
import { fechaText } from '../../lib/formato/format.ts'
import { listCreditos, type NotaCreditoValores } from './credito-valores.ts'
import { modificadoOf } from './nota-valores.ts'

interface VistaPreviaProps {
  contexto: Contexto
  numero: string
  totales: TotalesDocumento | undefined
}

/** Preview of the printed note. */
export function VistaPrevia({ contexto, numero, totales }: VistaPreviaProps) {
  const valores = useDeferredValue(useWatch<NotaCreditoValores>() as NotaCreditoValores)
  const modificado = modificadoOf(valores)
  return (
    <VistaHoja contexto={contexto} tipo={COD_DOC.NOTA_CREDITO} numero={numero} fecha={valores.fecha_emision}>
      <VistaComprador valores={valores}>
        {modificado && (
          <p>
            Comprobante que se modifica: FACTURA {modificado.numero} del {fechaText(modificado.fecha)}
          </p>
        )}
        <p>Razón de la modificación: {valores.motivo}</p>
      </VistaComprador>
      {valores.ajeno ? (
        <VistaLineas lineas={valores.lineas} totales={totales} />
      ) : (
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
            <VistaCreditos valores={valores} totales={totales} />
          </tbody>
        </table>
      )}
      <div className={classes.cierre}>
        <div>
          <VistaAdicional valores={valores} campos={valores.info_adicional} />
        </div>
        {totales && <VistaTotales filas={[...filasOfTotales(totales, false), { label: 'Valor total', monto: totales.importeTotal }]} />}
      </div>
    </VistaHoja>
  )
}

/** Printed lines of the note. */
function VistaCreditos({ valores, totales }: { valores: NotaCreditoValores; totales: TotalesDocumento | undefined }) {
  return listCreditos(valores).map(({ linea }) => {
    const vendida = valores.saldo?.lineas[linea]
    const total = totales?.lineas.find((one) => 'linea' in one && one.linea === linea)
    return (
      <tr key={linea}>
        <td>{vendida?.codigo}</td>
        <td>{vendida?.descripcion}</td>
        <td>{total && displayNumero(total.cantidad)}</td>
        <td>{total && displayNumero(total.precioUnitario, 2)}</td>
        <td>{total && displayNumero(total.descuento, 2)}</td>
        <td>{total && displayNumero(total.precioTotalSinImpuesto, 2)}</td>
      </tr>
    )
  })
}
