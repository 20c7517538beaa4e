// What the XSD cannot say: key against fields (SRI error 58) and the arithmetic that is certain (error 52, ficha tabla 21).
import { readClaveAcceso, sum } from '@yupana/fiscal'

import { FORMAS_PAGO } from '../catalogos/formas-pago.ts'
import type { Factura } from './factura-tree.ts'
import type { Problema } from './validate-tree.ts'

const CONSUMIDOR_FINAL = '9999999999999'

function claveProblems({ infoTributaria, infoFactura }: Factura): Problema[] {
  const campo = 'infoTributaria.claveAcceso'
  const clave = readClaveAcceso(infoTributaria.claveAcceso)
  if (!clave) return [{ campo, mensaje: 'La clave de acceso no es válida: su dígito verificador o su fecha no corresponde.' }]
  const { ambiente, ruc, codDoc, estab, ptoEmi, secuencial, tipoEmision } = infoTributaria
  const expected = { fechaEmision: infoFactura.fechaEmision, ambiente, ruc, codDoc, estab, ptoEmi, secuencial, tipoEmision }
  return Object.entries(expected)
    .filter(([part, value]) => clave[part as keyof typeof expected] !== value)
    .map(([part]) => ({ campo, mensaje: `La clave de acceso no corresponde al campo ${part}.` }))
}

function repeatedTaxes({ infoFactura }: Factura): Problema[] {
  const seen = new Set<string>()
  return infoFactura.totalConImpuestos.flatMap(({ codigo, codigoPorcentaje }, index) => {
    const key = `${codigo}/${codigoPorcentaje}`
    const isFirst = !seen.has(key)
    seen.add(key)
    if (isFirst) return []
    return [{ campo: `infoFactura.totalConImpuestos[${index}]`, mensaje: `El impuesto ${codigo} con código de porcentaje ${codigoPorcentaje} consta dos veces en los totales.` }]
  })
}

function totalProblems({ infoFactura, detalles, otrosRubrosTerceros }: Factura): Problema[] {
  const problems: Problema[] = []
  const expectEqual = (field: 'totalSinImpuestos' | 'importeTotal', expected: number, what: string) => {
    if (infoFactura[field] !== expected) problems.push({ campo: `infoFactura.${field}`, mensaje: `El campo ${field} no es igual a ${what}.` })
  }
  expectEqual('totalSinImpuestos', sum(detalles.map((detalle) => detalle.precioTotalSinImpuesto)), 'la suma de los detalles')
  // Whether third-party items and solidarity compensations enter the total is not settled by the ficha.
  if (!otrosRubrosTerceros && !infoFactura.compensaciones) expectEqual('importeTotal', expectedTotal(infoFactura), 'la suma de subtotal, impuestos y recargos')
  return problems
}

const expectedTotal = (info: Factura['infoFactura']) =>
  sum([
    info.totalSinImpuestos,
    ...info.totalConImpuestos.map(({ valor, valorDevolucionIva = 0 }) => valor - valorDevolucionIva),
    info.propina ?? 0,
    info.fleteInternacional ?? 0,
    info.seguroInternacional ?? 0,
    info.gastosAduaneros ?? 0,
    info.gastosTransporteOtros ?? 0,
  ])

function pagoProblems({ infoFactura: { pagos, importeTotal } }: Factura): Problema[] {
  if (!pagos) return []
  const closed = pagos.flatMap(({ formaPago }, index) =>
    FORMAS_PAGO.some(({ codigo }) => codigo === formaPago)
      ? []
      : [{ campo: `infoFactura.pagos[${index}].formaPago`, mensaje: `La forma de pago ${formaPago} no está vigente.` }],
  )
  if (sum(pagos.map(({ total }) => total)) === importeTotal) return closed
  return [...closed, { campo: 'infoFactura.pagos', mensaje: 'La suma de los pagos no es igual al importe total.' }]
}

function compradorProblems({ infoFactura }: Factura): Problema[] {
  const isFinal = infoFactura.tipoIdentificacionComprador === '07'
  if (isFinal === (infoFactura.identificacionComprador === CONSUMIDOR_FINAL)) return []
  return [{ campo: 'infoFactura.identificacionComprador', mensaje: 'El consumidor final (07) se identifica con 9999999999999, y solo él.' }]
}

/** Contradictions inside a factura whose fields are each well formed. */
export function facturaCoherence(factura: Factura): Problema[] {
  const wrongType = factura.infoTributaria.codDoc === '01' ? [] : [{ campo: 'infoTributaria.codDoc', mensaje: 'El código de documento de una factura es 01.' }]
  return [
    ...wrongType,
    ...claveProblems(factura),
    ...compradorProblems(factura),
    ...repeatedTaxes(factura),
    ...totalProblems(factura),
    ...pagoProblems(factura),
  ]
}
