import { propuestaRetencionOf, type Contexto, type LiquidacionEmitidaFormInput, type PropuestaRetencion } from '@yupana/contract'
import {
  checkRetencion,
  COD_DOC,
  CODIGO_IMPUESTO,
  IMPUESTO_RETENIDO,
  IMPUESTO_RETENIDO_LABEL,
  negate,
  PAGO_LOCAL,
  subtract,
  sum,
  TIPO_IDENTIFICACION,
  valorRetenidoOf,
  type Fecha,
  type ImpuestoRetenido,
  type Monto,
  type TotalesDocumento,
} from '@yupana/fiscal'

import type { FilaNeto, Hallazgo, Revision } from '../../domain/emision/tipo-documento.ts'
import {
  campoDeLinea,
  lineaFormOf,
  lineasDePropuesta,
  retencionesOf,
  retenidoPor,
  reviseLinea,
  type LineaRetencion,
} from '../../domain/retencion/lineas.ts'
import type { LiquidacionValores } from './liquidacion-valores.ts'

/** Suppliers for whom the law asks more than this step: country and treaty of a payment abroad. */
export const isDelExterior = ({ comprador }: Pick<LiquidacionValores, 'comprador'>): boolean =>
  comprador?.tipo_identificacion === TIPO_IDENTIFICACION.EXTERIOR

const impuestosOf = ({ totalConImpuestos }: TotalesDocumento) =>
  totalConImpuestos.map(({ codigoPorcentaje, baseImponible, tarifa, valor }) => ({
    codImpuestoDocSustento: CODIGO_IMPUESTO.IVA,
    codigoPorcentaje,
    baseImponible,
    tarifa,
    valorImpuesto: valor,
  }))
const ivaOf = (totales: TotalesDocumento): Monto => sum(impuestosOf(totales).map(({ valorImpuesto }) => valorImpuesto))

/** Base of the withholding of a tax. */
export const baseOf = (impuesto: string, totales: TotalesDocumento): Monto =>
  impuesto === IMPUESTO_RETENIDO.IVA
    ? ivaOf(totales)
    : impuesto === IMPUESTO_RETENIDO.RENTA
      ? totales.totalSinImpuestos
      : totales.importeTotal

/** Withholding by law; undefined while there is no base. */
export function propuestaOf(
  { retencion: { habitual } }: Pick<LiquidacionValores, 'retencion'>,
  condiciones: Contexto['condiciones'],
  totales: TotalesDocumento,
  fecha: Fecha,
): PropuestaRetencion | undefined {
  if (totales.totalSinImpuestos <= 0) return undefined
  return propuestaRetencionOf(condiciones, fecha, {
    // The code of a liquidación depends neither on the kind of purchase nor on the supplier.
    operacion: 'BIEN',
    proveedor: { sociedad: false, regimen: 'GENERAL', especial: false, publico: false, exportador: false, habitual },
    base: totales.totalSinImpuestos,
    iva: ivaOf(totales),
    liquidacion: true,
    exterior: false,
  })
}

type Retenida = Pick<LiquidacionValores, 'comprador' | 'retencion' | 'condiciones'>

/** The withholdings of this step; empty if they are left for later. */
export function lineasOf(valores: Retenida, totales: TotalesDocumento, fecha: Fecha): LineaRetencion[] {
  const { retencion, condiciones } = valores
  if (isDelExterior(valores)) return []
  if (!retencion.automatica) return retencionesOf(retencion).map(({ linea }) => linea)
  const propuesta = propuestaOf(valores, condiciones, totales, fecha)
  return propuesta ? lineasDePropuesta(propuesta) : []
}

/** Support code: with IVA credit if there is any, as in a retención over the stored liquidación. */
export const sustentoOf = ({ retencion }: Pick<LiquidacionValores, 'retencion'>, totales: TotalesDocumento): string =>
  retencion.cod_sustento || (ivaOf(totales) > 0 ? '01' : '02')

/** The retención as sent. */
export function juntaFormOf(valores: Retenida, totales: TotalesDocumento, fecha: Fecha): LiquidacionEmitidaFormInput['retencion'] {
  const lineas = lineasOf(valores, totales, fecha)
  const cod_sustento = sustentoOf(valores, totales)
  return lineas.length === 0 ? undefined : { cod_sustento, retenciones: lineas.map((linea) => lineaFormOf({ cod_sustento }, linea)) }
}

/** Payment to the supplier after the withholding of each tax; empty without withholdings. */
export function pagoNetoOf(valores: Retenida, totales: TotalesDocumento, fecha: Fecha): FilaNeto[] {
  const { total, porImpuesto } = retenidoPor(lineasOf(valores, totales, fecha))
  if (total <= 0) return []
  return [
    ...[...porImpuesto].map(([impuesto, monto]) => ({
      label: `Retención de ${impuesto === IMPUESTO_RETENIDO.RENTA ? 'renta' : IMPUESTO_RETENIDO_LABEL[impuesto as ImpuestoRetenido]}`,
      monto: negate(monto),
    })),
    { label: 'A pagar al proveedor', monto: subtract(totales.importeTotal, total) },
  ]
}

/** The field of the screen for a field name of server or law; proposed lines have no field. */
export function campoDeJunta(campo: string, { retencion }: Pick<LiquidacionValores, 'retencion'>): string {
  const [, n, name] = /retenciones\.(\d+)(?:\.(.+))?$/.exec(campo) ?? []
  if (n === undefined || retencion.automatica) return 'retencion.cod_sustento'
  const fila = retencionesOf(retencion)[Number(n)]?.fila ?? n
  return `retencion.retenciones.${fila}.${campoDeLinea(name ?? 'codigo')}`
}

// Placeholder for the number, which does not exist yet.
const SIN_NUMERO = '001001000000001'
const DESPUES = 'La retención se emite después, desde la página de la liquidación.'

/** Problems of the retención by law, and warnings if it is left out. */
export function reviseJunta(
  valores: LiquidacionValores,
  totales: TotalesDocumento,
  fecha: Fecha,
  { empresa, condiciones }: Contexto,
): Revision {
  const { comprador, retencion } = valores
  if (isDelExterior(valores)) return { problemas: [], avisos: [DESPUES] }
  const lineas = lineasOf(valores, totales, fecha)
  const cod_sustento = sustentoOf(valores, totales)
  const typed = retencion.automatica
    ? []
    : retencionesOf(retencion).flatMap(({ fila, linea }) => reviseLinea({ cod_sustento }, linea, `retencion.retenciones.${fila}`))
  const propuesta = propuestaOf(valores, condiciones, totales, fecha)
  const isIvaLeft =
    propuesta !== undefined && propuesta.iva.codigo !== null && !lineas.some(({ impuesto }) => impuesto === IMPUESTO_RETENIDO.IVA)
  const avisos = isIvaLeft ? [`No se emite la retención del IVA. ${propuesta.permiso.motivos.iva}`] : []
  if (lineas.length === 0) return { problemas: typed, avisos }
  const ley = checkRetencion(
    {
      tipoIdentificacionSujetoRetenido: comprador?.tipo_identificacion ?? '',
      identificacionSujetoRetenido: comprador?.identificacion ?? '',
      docsSustento: [
        {
          codSustento: cod_sustento,
          codDocSustento: COD_DOC.LIQUIDACION_COMPRA,
          numDocSustento: SIN_NUMERO,
          fechaEmisionDocSustento: fecha,
          pagoLocExt: PAGO_LOCAL,
          totalSinImpuestos: totales.totalSinImpuestos,
          importeTotal: totales.importeTotal,
          impuestosDocSustento: impuestosOf(totales),
          retenciones: lineas.map((linea) => {
            const { impuesto, codigo, base, porcentaje, banano, dividendos } = lineaFormOf({ cod_sustento }, linea)
            return {
              codigo: impuesto,
              codigoRetencion: codigo,
              baseImponible: base,
              porcentajeRetener: porcentaje,
              valorRetenido: valorRetenidoOf(base, porcentaje),
              ...(banano && { compraCajBanano: { numCajBan: String(banano.cajas), precCajBan: banano.precio } }),
              ...(dividendos && {
                dividendos: {
                  fechaPagoDiv: dividendos.fecha_pago,
                  imRentaSoc: dividendos.impuesto_renta,
                  ejerFisUtDiv: dividendos.ejercicio,
                },
              }),
            }
          }),
          pagos: [{ formaPago: valores.pagos[0]?.forma_pago ?? '', total: totales.importeTotal }],
        },
      ],
    },
    { fecha, ruc: empresa.ruc, condiciones },
  )
  // Supplier and payment have their own problems.
  const own = ({ campo }: { campo: string }) => campo.startsWith('docsSustento.0.') && !campo.includes('.pagos')
  return {
    problemas: [
      ...typed,
      ...ley.problemas.filter(own).map(({ campo, mensaje }): Hallazgo => ({ campo: campoDeJunta(campo, valores), message: mensaje })),
    ],
    avisos: [...avisos, ...ley.advertencias.filter(own).map(({ mensaje }) => mensaje)],
  }
}
