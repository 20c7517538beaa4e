import type { ReembolsoForm } from '@yupana/contract'
import { COD_DOC_REEMBOLSO, reembolsoTotalesOf } from '@yupana/fiscal'

import { optional } from './armar.ts'

/** Form field of each tag that a check of a reembolso names; a number has three fields. */
export const CAMPOS_REEMBOLSO: Readonly<Record<string, string>> = {
  tipoIdentificacionProveedorReembolso: 'tipo_identificacion',
  identificacionProveedorReembolso: 'identificacion',
  codPaisPagoProveedorReembolso: 'pais',
  tipoProveedorReembolso: 'tipo_proveedor',
  codDocReembolso: 'cod_doc',
  estabDocReembolso: 'numero',
  ptoEmiDocReembolso: 'numero',
  secuencialDocReembolso: 'numero',
  fechaEmisionDocReembolso: 'fecha',
  numeroautorizacionDocReemb: 'autorizacion',
  numeroAutorizacionDocReemb: 'autorizacion',
  detalleImpuestos: 'impuestos',
  baseImponibleReembolso: 'base',
  impuestoReembolso: 'valor',
}

/** The vouchers that are recovered, as the XML of factura and liquidación has them. */
export const reembolsosOf = (reembolsos: readonly ReembolsoForm[]) =>
  reembolsos.map((one) => {
    const [estab = '', ptoEmi = '', secuencial = ''] = one.numero.split('-')
    return {
      tipoIdentificacionProveedorReembolso: one.tipo_identificacion,
      identificacionProveedorReembolso: one.identificacion,
      ...optional('codPaisPagoProveedorReembolso', one.pais),
      tipoProveedorReembolso: one.tipo_proveedor,
      codDocReembolso: one.cod_doc,
      estabDocReembolso: estab,
      ptoEmiDocReembolso: ptoEmi,
      secuencialDocReembolso: secuencial,
      fechaEmisionDocReembolso: one.fecha,
      numeroautorizacionDocReemb: one.autorizacion,
      detalleImpuestos: one.impuestos.map(({ codigo, codigo_porcentaje: codigoPorcentaje, tarifa, base, valor }) => ({
        codigo,
        codigoPorcentaje,
        tarifa,
        baseImponibleReembolso: base,
        impuestoReembolso: valor,
      })),
    }
  })

/** What the header of a factura or a liquidación states of its reembolsos; empty without any. */
export const cabeceraReembolso = (reembolsos: readonly ReembolsoForm[]) =>
  reembolsos.length === 0 ? {} : { codDocReembolso: COD_DOC_REEMBOLSO, ...reembolsoTotalesOf(reembolsosOf(reembolsos)) }
