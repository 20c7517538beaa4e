import type { Contexto } from '@yupana/contract'
import { COD_DOC, NOMBRE_COMPROBANTE, type TotalesDocumento } from '@yupana/fiscal'
import { useDeferredValue } from 'react'
import { useWatch } from 'react-hook-form'

import { VistaAdicional, VistaComprador, VistaHoja, VistaPagos, VistaTotales } from '../../domain/emision/vista-hoja.tsx'
import classes from '../../domain/emision/vista-previa.module.css'
import { VistaLineas } from '../../domain/lineas-editor/vista-lineas.tsx'
import { filasOfTotales } from '../../domain/totales-panel/totales-filas.ts'
import type { FacturaValores } from './factura-valores.ts'

interface VistaPreviaProps {
  contexto: Contexto
  numero: string
  totales: TotalesDocumento | undefined
  negocioPopular: boolean
}

/** Preview of the printed invoice. */
export function VistaPrevia({ contexto, numero, totales, negocioPopular }: VistaPreviaProps) {
  const valores = useDeferredValue(useWatch<FacturaValores>() as FacturaValores)
  const { guia_remision: guia } = valores
  return (
    <VistaHoja contexto={contexto} tipo={COD_DOC.FACTURA} numero={numero} fecha={valores.fecha_emision}>
      <VistaComprador valores={valores}>
        {guia !== '' && (
          <p>
            {NOMBRE_COMPROBANTE[COD_DOC.GUIA_REMISION]}: {guia}
          </p>
        )}
      </VistaComprador>
      <VistaLineas lineas={valores.lineas} totales={totales} />
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
