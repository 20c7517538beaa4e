import type { Contexto } from '@yupana/contract'
import { COD_DOC, displayMonto, IMPUESTO_RETENIDO_LABEL, nombreComprobanteAts, type Monto } from '@yupana/fiscal'
import { useDeferredValue } from 'react'
import { useWatch } from 'react-hook-form'

import { VistaAdicional, VistaComprador, VistaHoja, VistaTotales } from '../../domain/emision/vista-hoja.tsx'
import vista from '../../domain/emision/vista-previa.module.css'
import { fechaText } from '../../lib/formato/format.ts'
import { retencionesOf, valorOf } from '../../domain/retencion/lineas.ts'
import type { RetencionValores } from './retencion-valores.ts'

interface VistaPreviaProps {
  contexto: Contexto
  numero: string
  total: Monto | undefined
}

/** Preview of the printed retención. */
export function VistaPrevia({ contexto, numero, total }: VistaPreviaProps) {
  const valores = useDeferredValue(useWatch<RetencionValores>() as RetencionValores)
  return (
    <VistaHoja contexto={contexto} tipo={COD_DOC.RETENCION} numero={numero} fecha={valores.fecha_emision}>
      <VistaComprador valores={valores} />
      <table className={vista.detalle}>
        <thead>
          <tr>
            <th>Comprobante</th>
            <th>Número</th>
            <th>Fecha</th>
            <th>Impuesto</th>
            <th>Código</th>
            <th>Base</th>
            <th>%</th>
            <th>Retenido</th>
          </tr>
        </thead>
        <tbody>
          {valores.docs.flatMap((doc, at) =>
            retencionesOf(doc).map(({ fila, linea }) => (
              <tr key={`${at} ${fila}`}>
                <td>{nombreComprobanteAts(doc.cod_doc)}</td>
                <td>{doc.numero}</td>
                <td>{doc.fecha === '' ? '' : fechaText(doc.fecha)}</td>
                <td>{IMPUESTO_RETENIDO_LABEL[linea.impuesto]}</td>
                <td>{linea.codigo}</td>
                <td>{linea.base}</td>
                <td>{linea.porcentaje}</td>
                <td>{displayMonto(valorOf(linea))}</td>
              </tr>
            )),
          )}
        </tbody>
      </table>
      <div className={vista.cierre}>
        <VistaAdicional valores={valores} campos={valores.info_adicional} />
        {total !== undefined && <VistaTotales filas={[{ label: 'Total retenido', monto: total }]} />}
      </div>
    </VistaHoja>
  )
}
