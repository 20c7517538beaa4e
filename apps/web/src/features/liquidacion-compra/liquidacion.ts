import { LIQUIDACION_CALLS, type LiquidacionCompraForm } from '@yupana/contract'
import { COD_DOC, nombreEnFraseOf } from '@yupana/fiscal'

import { retencionOf } from '../../domain/emision/retencion-de.ts'
import type { TipoDocumento } from '../../domain/emision/tipo-documento.ts'
import {
  armar,
  emptyLiquidacion,
  isWorthKeeping,
  totalesOfLiquidacion,
  valoresOf,
  withCondiciones,
  type LiquidacionValores,
} from './liquidacion-valores.ts'
import { currentLey, loadLey } from './junta-valores.ts'
import { revisar } from './revisar.ts'

/** Definition of the liquidación de compra for the shared editor. */
export const LIQUIDACION: TipoDocumento<LiquidacionValores, LiquidacionCompraForm> = {
  codigo: COD_DOC.LIQUIDACION_COMPRA,
  ruta: '/liquidacion_compra',
  nombre: nombreEnFraseOf(COD_DOC.LIQUIDACION_COMPRA),
  rotulo: 'Proveedor',
  llamadas: LIQUIDACION_CALLS,
  hasTicket: false,
  canSkipQuestion: false,
  empty: emptyLiquidacion,
  valoresOf,
  guardadosOf: (valores) => ({ ...valores, condiciones: [] }),
  withReglas: withCondiciones,
  completed: async (valores) => {
    await loadLey()
    return valores
  },
  isWorthKeeping,
  totalOf: (valores, fecha) => totalesOfLiquidacion(valores, fecha)?.importeTotal,
  revisar,
  armar,
  hallazgosOf: () => [],
  editableOf: (campo) => campo,
  siguienteOf: retencionOf,
  cambioOf: () => undefined,
  netoOf: (valores, fecha) => {
    const totales = totalesOfLiquidacion(valores, fecha)
    return (totales && currentLey()?.pagoNetoOf(valores, totales, fecha)) ?? []
  },
}
