import { add, multiplyToCents, percentOf, subtract, sum, type Monto } from '@yupana/fiscal'

import type { Total } from './contenido.ts'
import type { DetalleFactura, Factura, InfoFactura } from '../../documentos/factura/factura-tree.ts'
import { fila, filaIf, filasImpuestos } from './totales-impuestos.ts'

const IVA = '2'

/** Rows of totals of a factura: the groups it has, and the four that every factura shows. */
export function totalesFactura({ infoFactura: info, detalles, otrosRubrosTerceros = [] }: Factura): Total[] {
  const { subtotales, impuestos } = filasImpuestos(info.totalConImpuestos, detalles)
  return [
    ...subtotales,
    fila(joined('SUBTOTAL SIN IMPUESTOS', info.incoTermTotalSinImpuestos), info.totalSinImpuestos),
    fila('TOTAL DESCUENTO', info.totalDescuento),
    ...impuestos,
    ...filaIf('FLETE INTERNACIONAL', info.fleteInternacional),
    ...filaIf('SEGURO INTERNACIONAL', info.seguroInternacional),
    ...filaIf('GASTOS ADUANEROS', info.gastosAduaneros),
    ...filaIf('GASTOS TRANSPORTE OTROS', info.gastosTransporteOtros),
    fila('PROPINA', info.propina ?? 0),
    ...filaIf('OTROS RUBROS DE TERCEROS', sum(otrosRubrosTerceros.map(({ total }) => total))),
    { ...fila('VALOR TOTAL', info.importeTotal), destacado: true },
    ...filaIf('IVA RETENIDO', info.valorRetIva),
    ...filaIf('RENTA RETENIDA', info.valorRetRenta),
    ...subsidio(info, detalles),
  ]
}

const joined = (nombre: string, extra: string | undefined): string => (extra ? `${nombre} ${extra}` : nombre)

/** Rows for a subsidy: the price without it, and the saving, both with IVA (ficha, Anexo 6). */
function subsidio(info: InfoFactura, detalles: readonly DetalleFactura[]): Total[] {
  if (!info.totalSubsidio) return []
  const ahorro = sum(detalles.map(ahorroOf))
  return [
    fila('VALOR TOTAL SIN SUBSIDIO', add(info.importeTotal, ahorro)),
    fila('AHORRO POR SUBSIDIO (incluye IVA cuando corresponda)', ahorro),
  ]
}

function ahorroOf({ precioSinSubsidio, precioUnitario, cantidad, impuestos }: DetalleFactura): Monto {
  if (!precioSinSubsidio) return 0
  const neto = multiplyToCents(subtract(precioSinSubsidio, precioUnitario), cantidad)
  return add(neto, percentOf(neto, impuestos.find(({ codigo }) => codigo === IVA)?.tarifa ?? 0))
}
