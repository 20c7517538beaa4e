// Rules of rare uses of a factura: exports, reimbursements, subsidies, sustitutiva de guía, negociable (ficha, Anexos 4 to 9).
import { CENTAVO, checkExportacion, displayMonto, multiplyToCents, subtract, sum } from '@yupana/fiscal'

import type { Factura } from './factura-tree.ts'
import { reembolsoProblems } from '../partes/reembolso-coherence.ts'
import { transporteProblems } from '../partes/transporte-coherence.ts'
import type { Problema } from '../arbol/validate-tree.ts'

export function facturaEspecialCoherence(factura: Factura): Problema[] {
  const { infoFactura: info, reembolsos, infoSustitutivaGuiaRemision: guia } = factura
  return [
    ...checkExportacion(info, []).map(({ campo, mensaje }) => ({ campo: `infoFactura.${campo}`, mensaje })),
    ...reembolsoProblems(info.codDocReembolso, info, reembolsos, { totales: 'infoFactura', reembolsos: 'reembolsos' }),
    ...subsidioProblems(factura),
    ...(guia ? transporteProblems(guia, info.fechaEmision, 'infoSustitutivaGuiaRemision') : []),
    ...negociableProblems(factura),
  ]
}

function subsidioProblems({ infoFactura: info, detalles }: Factura): Problema[] {
  const subsidised = detalles.filter(({ precioSinSubsidio }) => precioSinSubsidio !== undefined)
  if (subsidised.length === 0 && !info.totalSubsidio) return []
  const negative = detalles.flatMap(({ precioSinSubsidio, precioUnitario }, index) =>
    precioSinSubsidio !== undefined && precioSinSubsidio !== 0 && precioSinSubsidio < precioUnitario
      ? [{ campo: `detalles[${index}].precioSinSubsidio`, mensaje: 'El precio sin subsidio no puede ser menor que el precio.' }]
      : [],
  )
  if (negative.length > 0) return negative
  const expected = sum(
    subsidised.map(({ precioSinSubsidio, precioUnitario, cantidad }) =>
      precioSinSubsidio ? multiplyToCents(subtract(precioSinSubsidio, precioUnitario), cantidad) : 0,
    ),
  )
  const total = info.totalSubsidio ?? 0
  // The ficha does not say whether lines are rounded before the sum: half a cent each is allowed, either way.
  if (Math.abs(total - expected) <= CENTAVO * subsidised.length) return []
  return [
    {
      campo: 'infoFactura.totalSubsidio',
      mensaje: `El total del subsidio (${displayMonto(total)}) no es igual a la suma de los detalles (${displayMonto(expected)}).`,
    },
  ]
}

/** A factura comercial negociable is a credit instrument: it needs an address and terms of payment. */
function negociableProblems({ tipoNegociable, infoFactura: info }: Factura): Problema[] {
  if (!tipoNegociable) return []
  const hasTerms = info.pagos?.some(({ plazo, unidadTiempo }) => plazo !== undefined && unidadTiempo !== undefined) ?? false
  return [
    ...(info.direccionComprador === undefined
      ? [{ campo: 'infoFactura.direccionComprador', mensaje: 'Una factura negociable necesita la dirección del comprador.' }]
      : []),
    ...(hasTerms ? [] : [{ campo: 'infoFactura.pagos', mensaje: 'Una factura negociable necesita un pago con plazo y unidad de tiempo.' }]),
  ]
}
