/** Reembolsos (ficha técnica, anexo 5): documents paid for another, in factura, liquidación and retención. Names are the XML's own. */
import type { Fecha } from '../valor/fecha.ts'
import { checkIdentificacion, TIPO_IDENTIFICACION } from '../identificacion/identificacion.ts'
import { add, displayMonto, percentOf, sum, type Monto, type Porcentaje } from '../valor/monto.ts'
import { parametroAt } from '../norma/parametros.ts'
import type { Problema, Revision } from '../valor/problema.ts'
import { COMPROBANTES_ATS } from '../tablas/comprobantes-ats.ts'
import { isAutorizacion } from '../valor/numero.ts'

/** codDocReembolso of a document that carries reembolsos. */
export const COD_DOC_REEMBOLSO = '41'

export interface ImpuestoReembolso {
  codigo: string
  codigoPorcentaje: string
  /** Percentage ×10^6. */
  tarifa: Porcentaje
  baseImponibleReembolso: Monto
  impuestoReembolso: Monto
}

export interface ReembolsoDetalle {
  tipoIdentificacionProveedorReembolso: string
  identificacionProveedorReembolso: string
  codPaisPagoProveedorReembolso?: string | undefined
  /** 01 natural person, 02 company (SRI table 26). */
  tipoProveedorReembolso: string
  codDocReembolso: string
  estabDocReembolso: string
  ptoEmiDocReembolso: string
  secuencialDocReembolso: string
  fechaEmisionDocReembolso: Fecha
  /** 10, 37 or 49 digits. The XSDs of factura and liquidación spell it in lower case. */
  numeroautorizacionDocReemb?: string | undefined
  /** The same field in the spelling of the XSD of the retención. */
  numeroAutorizacionDocReemb?: string | undefined
  detalleImpuestos: readonly ImpuestoReembolso[]
}

export interface ReembolsoTotales {
  totalComprobantesReembolso: Monto
  totalBaseImponibleReembolso: Monto
  totalImpuestoReembolso: Monto
}

interface ConImpuestos {
  readonly detalleImpuestos: readonly Pick<ImpuestoReembolso, 'baseImponibleReembolso' | 'impuestoReembolso'>[]
}

/** Totals of the reembolsos in the header: bases, taxes, and both. */
export function reembolsoTotalesOf(reembolsos: readonly ConImpuestos[]): ReembolsoTotales {
  const impuestos = reembolsos.flatMap((one) => one.detalleImpuestos)
  const totalBaseImponibleReembolso = sum(impuestos.map((one) => one.baseImponibleReembolso))
  const totalImpuestoReembolso = sum(impuestos.map((one) => one.impuestoReembolso))
  return {
    totalComprobantesReembolso: add(totalBaseImponibleReembolso, totalImpuestoReembolso),
    totalBaseImponibleReembolso,
    totalImpuestoReembolso,
  }
}

type Cabecera = { [K in keyof ReembolsoTotales]?: Monto | undefined } & { codDocReembolso?: string | undefined }

/** Compares the header with the details: both present or both absent, and equal. */
export function checkReembolsoTotales(cabecera: Cabecera, reembolsos: readonly ReembolsoDetalle[] | undefined, campo: string): Problema[] {
  const names = ['totalComprobantesReembolso', 'totalBaseImponibleReembolso', 'totalImpuestoReembolso'] as const
  if (reembolsos === undefined || reembolsos.length === 0) {
    const stated = ['codDocReembolso' as const, ...names].some((name) => cabecera[name] !== undefined)
    return stated ? [{ campo: `${campo}reembolsos`, mensaje: 'Detalle los comprobantes que se reembolsan.' }] : []
  }
  const expected = reembolsoTotalesOf(reembolsos)
  return names.flatMap((name) =>
    cabecera[name] === expected[name]
      ? []
      : [{ campo: `${campo}${name}`, mensaje: `Debe ser ${displayMonto(expected[name])}, la suma de los comprobantes que se reembolsan.` }],
  )
}

/** The refunded documents themselves. `fecha` is the issue date of the document that carries them. */
export function checkReembolsos(reembolsos: readonly ReembolsoDetalle[], fecha: Fecha, campo: string): Revision {
  const problemas: Problema[] = []
  const advertencias: Problema[] = []
  const seen = new Set<string>()
  reembolsos.forEach((one, at) => {
    const path = `${campo}.${at}`
    problemas.push(...checkDetalle(one, fecha, path))
    const key = [
      one.identificacionProveedorReembolso,
      one.codDocReembolso,
      one.estabDocReembolso,
      one.ptoEmiDocReembolso,
      one.secuencialDocReembolso,
    ].join('-')
    if (seen.has(key)) problemas.push({ campo: path, mensaje: 'Este comprobante consta dos veces entre los reembolsos.' })
    seen.add(key)
    one.detalleImpuestos.forEach((impuesto, n) => {
      const expected = percentOf(impuesto.baseImponibleReembolso, impuesto.tarifa)
      // The refunded document may have computed its tax by line, or from prices with IVA.
      if (Math.abs(expected - impuesto.impuestoReembolso) > parametroAt('toleranciaIva', fecha).valor)
        advertencias.push({
          campo: `${path}.detalleImpuestos.${n}.impuestoReembolso`,
          mensaje: `La base por la tarifa da ${displayMonto(expected)}: revise el impuesto del comprobante.`,
        })
    })
  })
  return { problemas, advertencias }
}

function checkDetalle(one: ReembolsoDetalle, fecha: Fecha, campo: string): Problema[] {
  const problemas: Problema[] = []
  const add = (name: string, mensaje: string): void => void problemas.push({ campo: `${campo}.${name}`, mensaje })
  const tipo = one.tipoIdentificacionProveedorReembolso
  const check = checkIdentificacion(tipo, one.identificacionProveedorReembolso)
  if (tipo === TIPO_IDENTIFICACION.CONSUMIDOR_FINAL)
    add('tipoIdentificacionProveedorReembolso', 'El proveedor del reembolso debe estar identificado.')
  else if (!check.valid) add('identificacionProveedorReembolso', check.problem ?? 'Identificación no válida.')
  if (one.tipoProveedorReembolso !== '01' && one.tipoProveedorReembolso !== '02')
    add('tipoProveedorReembolso', 'Indique si el proveedor es persona natural (01) o sociedad (02).')
  if (!COMPROBANTES_ATS.some((comprobante) => comprobante.codigo === one.codDocReembolso))
    add('codDocReembolso', `El tipo de comprobante ${one.codDocReembolso} no consta en la tabla del SRI.`)
  if (one.fechaEmisionDocReembolso > fecha)
    add('fechaEmisionDocReembolso', 'El comprobante que se reembolsa no puede ser posterior a este.')
  const autorizacion = one.numeroautorizacionDocReemb ?? one.numeroAutorizacionDocReemb
  if (autorizacion === undefined || !isAutorizacion(autorizacion))
    add('numeroautorizacionDocReemb', 'La autorización tiene 10, 37 o 49 dígitos.')
  if (one.detalleImpuestos.length === 0) add('detalleImpuestos', 'Detalle la base y el impuesto del comprobante.')
  if (one.detalleImpuestos.some((impuesto) => impuesto.baseImponibleReembolso < 0 || impuesto.impuestoReembolso < 0))
    add('detalleImpuestos', 'Los valores no pueden ser negativos.')
  return problemas
}
