import type { ComprobanteDetalle, Contexto } from '@yupana/contract'
import { COD_DOC, IMPUESTO_RETENIDO, permisoRetencion } from '@yupana/fiscal'

import { hasRight, hasScreen } from '../../lib/sesion/rights.ts'
import type { Siguiente } from './tipo-documento.ts'

const RUTA = '/retencion/compra'

/** The withholding that a liquidación de compra of ours obliges to (O-99); undefined where there is none. */
export function retencionOf(
  { id, tipo, estado, iva, fecha_emision: fecha, puede_anular: { ligados } }: ComprobanteDetalle,
  { condiciones }: Pick<Contexto, 'condiciones'>,
): Siguiente | undefined {
  const isDone = ligados.some((one) => one.tipo === COD_DOC.RETENCION)
  const canBegin = hasRight('documento:emitir') && hasScreen(RUTA)
  if (tipo !== COD_DOC.LIQUIDACION_COMPRA || estado !== 'AUTORIZADO' || isDone || !canBegin) return undefined
  const { impuestos, motivos } = permisoRetencion(condiciones, fecha, { liquidacion: true })
  const impuesto = [...(iva > 0 ? [IMPUESTO_RETENIDO.IVA] : []), IMPUESTO_RETENIDO.RENTA].find((one) => impuestos.includes(one))
  return impuesto && { texto: motivos[impuesto], label: 'Emitir la retención', to: `${RUTA}/registro?de=${id}` }
}
