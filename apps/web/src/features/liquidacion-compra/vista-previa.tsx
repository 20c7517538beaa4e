import type { Contexto } from '@yupana/contract'
import { COD_DOC, type TotalesDocumento } from '@yupana/fiscal'
import { useDeferredValue } from 'react'
import { useWatch } from 'react-hook-form'

import { VistaAdicional, VistaComprador, VistaHoja, VistaPagos, VistaTotales } from '../../domain/emision/vista-hoja.tsx'
import classes from '../../domain/emision/vista-previa.module.css'
import { VistaLineas } from '../../domain/lineas-editor/vista-lineas.tsx'
import { filasOfTotales } from '../../domain/totales-panel/totales-filas.ts'
import type { LiquidacionValores } from './liquidacion-valores.ts'

interface VistaPreviaProps {
  contexto: Contexto
  numero: string
  totales: TotalesDocumento | undefined
}

/** Preview of the printed liquidación. */
export function VistaPrevia({ contexto, numero, totales }: VistaPreviaProps) {
  const valores = useDeferredValue(useWatch<LiquidacionValores>() as LiquidacionValores)
  return (
    <VistaHoja contexto={contexto} tipo={COD_DOC.LIQUIDACION_COMPRA} numero={numero} fecha={valores.fecha_emision}>
      <VistaComprador valores={valores} />
      <VistaLineas lineas={valores.lineas} totales={totales} />
      <div className={classes.cierre}>
        <div>
          <VistaAdicional valores={valores} campos={valores.info_adicional} />
          <VistaPagos pagos={valores.pagos} total={totales?.importeTotal ?? 0} />
        </div>
        {totales && <VistaTotales filas={[...filasOfTotales(totales, false), { label: 'Valor total', monto: totales.importeTotal }]} />}
      </div>
    </VistaHoja>
  )
}
