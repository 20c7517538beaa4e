import { randomUUID } from 'node:crypto'
import type { LiquidacionCompraForm, RetencionForm, RetencionJunta } from '@yupana/contract'
import { COD_DOC, type CondicionTributaria, type Fecha, type TotalesDocumento } from '@yupana/fiscal'

import { AppError, refusedAs, type Problem } from '../../errors.ts'
import { SIN_NUMERO } from '../comprobante/armado/armado.door.ts'
import { documentoOf, type DocumentoPedido, type TipoEmision } from '../comprobante/emision/emision.door.ts'
import type { Identidad } from '../comprobante/identidad/identidad.door.ts'
import { RETENCION_EMISION, reviseRetencion } from '../retencion/retencion.door.ts'

export interface LiquidacionRetenida {
  form: LiquidacionCompraForm
  fecha: Fecha
  totales: TotalesDocumento
}

/** The form of the retención: of the same supplier, place and day, over the liquidación of that number. */
function retencionDe(
  { form, fecha, totales }: LiquidacionRetenida,
  { cod_sustento, pago_exterior, retenciones, tipo_sujeto, parte_relacionada }: RetencionJunta,
  { secuencial, clave }: Pick<Identidad, 'secuencial' | 'clave'>,
): RetencionForm {
  const { establecimiento, punto, proveedor, pagos } = form
  return {
    establecimiento,
    punto,
    fecha_emision: fecha,
    sujeto: proveedor,
    ...(tipo_sujeto && { tipo_sujeto }),
    parte_relacionada,
    docs_sustento: [
      {
        cod_sustento,
        cod_doc: COD_DOC.LIQUIDACION_COMPRA,
        numero: `${establecimiento}-${punto}-${secuencial}`,
        fecha,
        autorizacion: clave,
        ...(pago_exterior && { pago_exterior }),
        total_sin_impuestos: totales.totalSinImpuestos,
        importe_total: totales.importeTotal,
        impuestos: totales.totalConImpuestos.map(({ codigoPorcentaje, baseImponible, tarifa, valor }) => ({
          codigo: '2' as const,
          codigo_porcentaje: codigoPorcentaje,
          base: baseImponible,
          tarifa,
          valor,
        })),
        retenciones,
        reembolsos: [],
        pagos: pagos.map(({ forma_pago, total }) => ({ forma_pago, total })),
      },
    ],
    info_adicional: [],
  }
}

/** A field of the retención by its name in the form of the liquidación. */
function campoDe(campo: string): string {
  if (campo.startsWith('sujeto')) return campo.replace('sujeto', 'proveedor')
  const own = campo.replace(/^docs_sustento(?:\.0)?\.?/, '')
  return /^(?:retenciones|cod_sustento|pago_exterior|tipo_sujeto|parte_relacionada)/.test(own) ? `retencion.${own}` : 'retencion'
}
const named = (problems: readonly Problem[]): Problem[] => problems.map(({ campo = '', message }) => ({ campo: campoDe(campo), message }))

const prepare: TipoEmision<RetencionForm>['prepare'] = async (preparacion, form) => {
  try {
    return await RETENCION_EMISION.prepare(preparacion, form)
  } catch (error) {
    throw error instanceof AppError ? refusedAs(error, campoDe) : error
  }
}

/** The retención issued with the liquidación. */
export const retencionJunta = (
  liquidacion: LiquidacionRetenida,
  retencion: RetencionJunta,
  identidad: Identidad,
): DocumentoPedido<RetencionForm> =>
  documentoOf({ ...RETENCION_EMISION, prepare }, randomUUID(), retencionDe(liquidacion, retencion, identidad))

/** The problems of that retención, before it has a number. */
export function reviseRetencionJunta(
  liquidacion: LiquidacionRetenida,
  retencion: RetencionJunta | undefined,
  empresa: { ruc: string; condiciones: readonly CondicionTributaria[] },
): { problemas: Problem[]; avisos: Problem[] } {
  if (!retencion) return { problemas: [], avisos: [] }
  const form = retencionDe(liquidacion, retencion, SIN_NUMERO)
  const { problemas, avisos } = reviseRetencion(form, liquidacion.fecha, empresa, form.docs_sustento[0]?.numero ?? '')
  return { problemas: named(problemas), avisos: named(avisos) }
}
