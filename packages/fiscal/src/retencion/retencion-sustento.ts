/** Checks the fields of a retención's supported document (XSD 2.0.0, sri/README §6.4). */
import { addDiasHabiles } from '../norma/dias-habiles.ts'
import { addDays, displayFecha, type Fecha } from '../valor/fecha.ts'
import { displayMonto, sum } from '../valor/monto.ts'
import { isAutorizacion, parseNumero } from '../valor/numero.ts'
import { checkPagos } from '../documento/pagos.ts'
import { parametroAt } from '../norma/parametros.ts'
import { joinRevisiones, type Problema, type Revision } from '../valor/problema.ts'
import { checkReembolsos, checkReembolsoTotales, COD_DOC_REEMBOLSO } from '../documento/reembolso.ts'
import { checkBases, checkRetencionLinea, type DocSustento } from './retencion.ts'
import { checkSustento } from './sustento.ts'

/** pagoLocExt. */
export const PAGO_LOCAL = '01'
export const PAGO_EXTERIOR = '02'
/** codSustento of the distribution of dividends. */
export const SUSTENTO_DIVIDENDOS = '10'
const EXTERIOR = ['tipoRegi', 'paisEfecPago', 'aplicConvDobTrib', 'pagExtSujRetNorLeg', 'pagoRegFis'] as const
const FISCAL_REGIMES = ['01', '02', '03']

/** Problems of a supported document. `fechaTarifa` decides the percentages, `fecha` is the voucher's own date. */
export function checkDocSustento(doc: DocSustento, fecha: Fecha, fechaTarifa: Fecha, campo: string): Revision {
  const lineas = doc.retenciones.map((retencion, at) => checkRetencionLinea(retencion, fechaTarifa, `${campo}.retenciones.${at}`))
  const reembolsos = doc.reembolsos ? checkReembolsos(doc.reembolsos, fecha, `${campo}.reembolsos`) : { problemas: [], advertencias: [] }
  const problemas = [
    ...checkSustento(doc.codSustento, doc.codDocSustento, fecha, campo),
    ...checkReferencia(doc, fecha, campo),
    ...checkPagoExterior(doc, campo),
    ...checkImporte(doc, fecha, campo),
    ...checkBases(doc, campo),
    ...checkDividendos(doc, campo),
    ...checkReembolsoTotales(cabeceraOf(doc), doc.reembolsos, `${campo}.`),
  ]
  if (doc.retenciones.length === 0) problemas.push({ campo: `${campo}.retenciones`, mensaje: 'Agregue al menos una retención.' })
  const plazo = checkPlazo(doc, fecha, campo)
  return joinRevisiones({ problemas, advertencias: plazo ? [plazo] : [] }, ...lineas, reembolsos)
}

/** In a retención the kind of the supported document tells whether it has reembolsos. */
const cabeceraOf = (doc: DocSustento) => ({
  ...doc,
  ...(doc.codDocSustento === COD_DOC_REEMBOLSO ? { codDocReembolso: COD_DOC_REEMBOLSO } : {}),
})

function checkReferencia(doc: DocSustento, fecha: Fecha, campo: string): Problema[] {
  const problemas: Problema[] = []
  const add = (name: string, mensaje: string): void => void problemas.push({ campo: `${campo}.${name}`, mensaje })
  if (!/^\d{15}$/.test(doc.numDocSustento) || !parseNumero(doc.numDocSustento))
    add('numDocSustento', 'El número del comprobante tiene 15 dígitos: 001001000000001.')
  if (doc.numAutDocSustento !== undefined && !isAutorizacion(doc.numAutDocSustento))
    add('numAutDocSustento', 'La autorización tiene 10, 37 o 49 dígitos.')
  if (doc.fechaEmisionDocSustento > fecha)
    add('fechaEmisionDocSustento', 'El comprobante que se sustenta no puede ser posterior a la retención.')
  return problemas
}

type DatosPago = Pick<DocSustento, 'pagoLocExt' | (typeof EXTERIOR)[number]>

/** A payment abroad states country and treaty; a local one leaves them out. */
export function checkPagoExterior(doc: DatosPago, campo: string): Problema[] {
  if (doc.pagoLocExt === PAGO_LOCAL)
    return EXTERIOR.flatMap((name) =>
      doc[name] === undefined ? [] : [{ campo: `${campo}.${name}`, mensaje: 'Este dato va solo en pagos al exterior.' }],
    )
  if (doc.pagoLocExt !== PAGO_EXTERIOR)
    return [{ campo: `${campo}.pagoLocExt`, mensaje: 'Indique si el pago es local (01) o al exterior (02).' }]
  const problemas: Problema[] = []
  const add = (name: string, mensaje: string): void => void problemas.push({ campo: `${campo}.${name}`, mensaje })
  if (doc.tipoRegi === undefined || !FISCAL_REGIMES.includes(doc.tipoRegi))
    add('tipoRegi', 'Indique el régimen fiscal del exterior: general (01), paraíso fiscal (02) o preferente (03).')
  if (doc.paisEfecPago === undefined) add('paisEfecPago', 'Indique el país al que se paga.')
  if (doc.aplicConvDobTrib === undefined) add('aplicConvDobTrib', 'Indique si se aplica un convenio de doble tributación.')
  if (doc.aplicConvDobTrib === 'NO' && doc.pagExtSujRetNorLeg === undefined)
    add('pagExtSujRetNorLeg', 'Sin convenio, indique si el pago está sujeto a retención por norma legal.')
  return problemas
}

function checkImporte(doc: DocSustento, fecha: Fecha, campo: string): Problema[] {
  const problemas = checkPagos(doc.pagos, doc.importeTotal, doc.fechaEmisionDocSustento).problemas.map((one) => ({
    ...one,
    campo: `${campo}.${one.campo}`,
  }))
  if (doc.impuestosDocSustento.length === 0)
    problemas.push({ campo: `${campo}.impuestosDocSustento`, mensaje: 'Detalle los impuestos del comprobante, también la base 0%.' })
  const total = sum([doc.totalSinImpuestos, ...doc.impuestosDocSustento.map((one) => one.valorImpuesto)])
  // Tips and third-party items of the supplier may raise the total above the sum of bases and taxes.
  if (doc.importeTotal < total - parametroAt('toleranciaIva', fecha).valor)
    problemas.push({
      campo: `${campo}.importeTotal`,
      mensaje: `El importe total no puede ser menor que el valor sin impuestos más los impuestos (${displayMonto(total)}).`,
    })
  return problemas
}

const checkDividendos = (doc: DocSustento, campo: string): Problema[] =>
  doc.retenciones.flatMap(({ codigo, dividendos }, at) => {
    const isNeeded = doc.codSustento === SUSTENTO_DIVIDENDOS && codigo === '1'
    if (isNeeded === (dividendos !== undefined)) return []
    return [
      {
        campo: `${campo}.retenciones.${at}.dividendos`,
        mensaje: isNeeded
          ? 'Indique la fecha de pago, el impuesto de la sociedad y el ejercicio del dividendo.'
          : 'Los datos del dividendo van solo con el sustento 10.',
      },
    ]
  })

/** A late voucher gets a warning only, because it is still due. */
function checkPlazo(doc: DocSustento, fecha: Fecha, campo: string): Problema | undefined {
  const { dias, calendario, habiles } = plazosRetencion(doc.fechaRegistroContable ?? doc.fechaEmisionDocSustento)
  if (fecha <= calendario) return undefined
  const lecturas = `el ${displayFecha(calendario)} si son días calendario, el ${displayFecha(habiles)} si son hábiles`
  return {
    campo: `${campo}.fechaEmisionDocSustento`,
    mensaje: `La retención se emite dentro de ${dias} días de recibido el comprobante: el plazo termina ${lecturas}.`,
  }
}

/** Last days to issue the voucher for a document received that day, in both readings of the law (LRTI, art. 50). */
export function plazosRetencion(recibido: Fecha): { dias: number; calendario: Fecha; habiles: Fecha } {
  const { valor: dias } = parametroAt('retencionPlazoDias', recibido)
  return { dias, calendario: addDays(recibido, dias), habiles: addDiasHabiles(recibido, dias) }
}
