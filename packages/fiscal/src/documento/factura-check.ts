/** Checks the parts of a factura besides its lines: reembolsos, third-party items, negotiable invoice, commercial transport. */
import type { Fecha } from '../valor/fecha.ts'
import { displayMonto, fitsDecimals, sum, type Monto } from '../valor/monto.ts'
import { parametroAt } from '../norma/parametros.ts'
import { isPlacaSri } from '../identificacion/placa.ts'
import type { Problema, Revision } from '../valor/problema.ts'
import {
  checkReembolsos,
  checkReembolsoTotales,
  COD_DOC_REEMBOLSO,
  reembolsoTotalesOf,
  type ReembolsoDetalle,
  type ReembolsoTotales,
} from './reembolso.ts'
import { checkTexto } from '../valor/texto.ts'
import type { TotalesDocumento } from '../impuesto/totales.ts'

/** SRI rate code of no objeto de IVA, used for expenses that an intermediary recovers. */
const NO_OBJETO = '6'

export type ReembolsoCabecera = { [K in keyof ReembolsoTotales]?: Monto | undefined } & { codDocReembolso?: string | undefined }

/** Reembolsos of a factura (ficha técnica, anexo 5): header equal to the details, charged as no objeto de IVA. */
export function checkReembolsoFactura(
  cabecera: ReembolsoCabecera,
  reembolsos: readonly ReembolsoDetalle[] | undefined,
  totales: TotalesDocumento,
  fecha: Fecha,
): Revision {
  const problemas = checkReembolsoTotales(cabecera, reembolsos, '')
  if (reembolsos === undefined || reembolsos.length === 0) return { problemas, advertencias: [] }
  if (cabecera.codDocReembolso !== COD_DOC_REEMBOLSO)
    problemas.push({ campo: 'codDocReembolso', mensaje: 'Una factura con reembolsos lleva el código de documento 41.' })
  const charged = sum(totales.totalConImpuestos.filter((one) => one.codigoPorcentaje === NO_OBJETO).map((one) => one.baseImponible))
  const { totalComprobantesReembolso: total } = reembolsoTotalesOf(reembolsos)
  if (total > charged)
    problemas.push({
      campo: 'reembolsos',
      mensaje: `Los reembolsos suman ${displayMonto(total)} y la factura cobra ${displayMonto(charged)} como no objeto de IVA.`,
    })
  const detalles = checkReembolsos(reembolsos, fecha, 'reembolsos')
  return { problemas: [...problemas, ...detalles.problemas], advertencias: detalles.advertencias }
}

/** Rubros de terceros (anexo 8): amounts charged for a third party, outside every tax. */
export const checkRubrosTerceros = (rubros: readonly { concepto: string; total: Monto }[]): Problema[] =>
  rubros.flatMap(({ concepto, total }, at) => {
    const problemas: Problema[] = []
    const texto = checkTexto(concepto, { min: 1, max: 300 })
    if (texto !== undefined) problemas.push({ campo: `rubrosTerceros.${at}.concepto`, mensaje: texto })
    if (total <= 0 || !fitsDecimals(total))
      problemas.push({ campo: `rubrosTerceros.${at}.total`, mensaje: 'El valor debe ser mayor que cero y llevar máximo dos decimales.' })
    return problemas
  })

export interface FacturaNegociable {
  direccionComprador?: string | undefined
  pagos: readonly { plazo?: number | undefined; unidadTiempo?: string | undefined }[]
}

/** A factura comercial negociable needs the buyer's address and the term of payment. */
export function checkNegociable({ direccionComprador, pagos }: FacturaNegociable): Problema[] {
  const problemas: Problema[] = []
  if (direccionComprador === undefined || direccionComprador.trim() === '')
    problemas.push({ campo: 'direccionComprador', mensaje: 'Una factura comercial negociable lleva la dirección del comprador.' })
  pagos.forEach(({ plazo, unidadTiempo }, at) => {
    if (plazo === undefined || plazo <= 0)
      problemas.push({ campo: `pagos.${at}.plazo`, mensaje: 'Una factura comercial negociable lleva el plazo de cada pago.' })
    else if (unidadTiempo === undefined || unidadTiempo.trim() === '')
      problemas.push({ campo: `pagos.${at}.unidadTiempo`, mensaje: 'Indique la unidad de tiempo del plazo.' })
  })
  return problemas
}

/** SRI tables 32 and 33: the operator's factura to its client, and the member's to the operator. */
export const NOMBRES_TRANSPORTE: Readonly<Record<string, string>> = {
  H492001: 'Factura de la operadora a su cliente',
  H492002: 'Factura del socio o accionista a la operadora',
}
export const CODIGOS_TRANSPORTE: readonly string[] = Object.keys(NOMBRES_TRANSPORTE)

/** Commercial land transport (anexo 25) prints the plate as ABC1234: a warning until the rule is in force, then an objection. */
export function checkTransporteComercial(
  codigosAuxiliares: readonly (string | undefined)[],
  placa: string | undefined,
  fecha: Fecha,
): Revision {
  const isTransporte = codigosAuxiliares.some((codigo) => codigo !== undefined && CODIGOS_TRANSPORTE.includes(codigo))
  if (!isTransporte || (placa !== undefined && isPlacaSri(placa))) return { problemas: [], advertencias: [] }
  const found = [{ campo: 'placa', mensaje: 'El transporte comercial lleva la placa como ABC1234; con tres números, ABC0123.' }]
  return parametroAt('transporteComercialPlaca', fecha).valor
    ? { problemas: found, advertencias: [] }
    : { problemas: [], advertencias: found }
}
