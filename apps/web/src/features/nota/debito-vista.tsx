import type { Contexto } from '@yupana/contract'
import { COD_DOC, displayNumero, type TotalesDocumento } from '@yupana/fiscal'
import { useDeferredValue } from 'react'
import { useWatch } from 'react-hook-form'

import { VistaAdicional, VistaComprador, VistaHoja, VistaPagos, VistaTotales } from '../../domain/emision/vista-hoja.tsx'
import classes from '../../domain/emision/vista-previa.module.css'
import { filasOfTotales } from '../../domain/totales-panel/totales-filas.ts'
import { fechaText } from '../../lib/formato/format.ts'
import propias from './nota.module.css'
import { isEmptyMotivo, montoOfMotivo, type NotaDebitoValores } from './debito-valores.ts'
import { modificadoOf } from './nota-valores.ts'

interface VistaPreviaProps {
  contexto: Contexto
  numero: string
  totales: TotalesDocumento | undefined
}

/** Preview of the printed note. */
export function VistaPrevia({ contexto, numero, totales }: VistaPreviaProps) {
  const valores = useDeferredValue(useWatch<NotaDebitoValores>() as NotaDebitoValores)
  const { motivos, pagos, info_adicional: campos } = valores
  const modificado = modificadoOf(valores)
  return (
    <VistaHoja contexto={contexto} tipo={COD_DOC.NOTA_DEBITO} numero={numero} fecha={valores.fecha_emision}>
      <VistaComprador valores={valores}>
        {modificado && (
          <p>
            Comprobante que se modifica: FACTURA {modificado.numero} del {fechaText(modificado.fecha)}
          </p>
        )}
      </VistaComprador>
      <table className={`${classes.detalle} ${propias.importes}`}>
        <thead>
          <tr>
            <th>Razón de la modificación</th>
            <th>Valor de la modificación</th>
          </tr>
        </thead>
        <tbody>
          {motivos
            .filter((motivo) => !isEmptyMotivo(motivo))
            .map((motivo, at) => (
              <tr key={at}>
                <td>{motivo.razon}</td>
                <td>{displayNumero(montoOfMotivo(motivo), 2)}</td>
              </tr>
            ))}
        </tbody>
      </table>
      <div className={classes.cierre}>
        <div>
          <VistaAdicional valores={valores} campos={campos} />
          <VistaPagos pagos={pagos} total={totales?.importeTotal ?? 0} />
        </div>
        {totales && (
          <VistaTotales filas={[...filasOfTotales(totales, false, false), { label: 'Valor total', monto: totales.importeTotal }]} />
        )}
      </div>
    </VistaHoja>
  )
}
