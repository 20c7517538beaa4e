import { displayNumero, multiplyToCents, percentOf, sum, type Monto } from '@yupana/fiscal'

import type { Total } from './contenido.ts'
import type { DetalleFactura, Factura, InfoFactura } from '../documentos/factura-tree.ts'
import { dinero } from './formato.ts'

const IVA = '2', ICE = '3', IRBPNR = '5'
/** codigoPorcentaje of IVA whose row has a name of its own (ficha, Tabla 17; 8 is the tourism rate). */
const NOMBRES_SUBTOTAL: Record<string, string> = {
  '6': 'SUBTOTAL NO OBJETO DE IVA',
  '7': 'SUBTOTAL EXENTO DE IVA',
  '8': 'SUBTOTAL TARIFA ESPECIAL',
}
/** Rated subtotals first, highest first, then the others in the order of the official layout. */
const ORDEN = ['8', '0', '6', '7']

interface GrupoIva {
  readonly codigoPorcentaje: string
  readonly tarifa: Monto | undefined
  readonly base: Monto
  readonly valor: Monto
}

/** The rows of totals of a factura: only the groups it has, and the four every factura shows. */
export function totalesFactura(factura: Factura): Total[] {
  const { infoFactura: info, detalles } = factura
  const grupos = gruposIva(info, detalles)
  const row = (nombre: string, monto: Monto): Total => ({ nombre, valor: dinero(monto) })
  const present = (nombre: string, monto: Monto | undefined): Total[] => (monto ? [row(nombre, monto)] : [])
  return [
    ...grupos.map((grupo) => row(subtotalName(grupo), grupo.base)),
    row(joined('SUBTOTAL SIN IMPUESTOS', info.incoTermTotalSinImpuestos), info.totalSinImpuestos),
    row('TOTAL DESCUENTO', info.totalDescuento),
    ...present('ICE', valorOf(info, ICE)),
    ...grupos.filter(({ valor, tarifa }) => valor !== 0 || tarifa).map((grupo) => row(`IVA ${tarifaName(grupo)}`, grupo.valor)),
    ...present('IRBPNR', valorOf(info, IRBPNR)),
    ...present('DEVOLUCIÓN DE IVA', sum(info.totalConImpuestos.map(({ valorDevolucionIva }) => valorDevolucionIva ?? 0))),
    ...present('FLETE INTERNACIONAL', info.fleteInternacional),
    ...present('SEGURO INTERNACIONAL', info.seguroInternacional),
    ...present('GASTOS ADUANEROS', info.gastosAduaneros),
    ...present('GASTOS TRANSPORTE OTROS', info.gastosTransporteOtros),
    row('PROPINA', info.propina ?? 0),
    { ...row('VALOR TOTAL', info.importeTotal), destacado: true },
    ...subsidio(info, detalles),
  ]
}

const joined = (nombre: string, extra: string | undefined): string => (extra ? `${nombre} ${extra}` : nombre)

const valorOf = (info: InfoFactura, codigo: string): Monto =>
  sum(info.totalConImpuestos.filter((total) => total.codigo === codigo).map(({ valor }) => valor))

function gruposIva({ totalConImpuestos }: InfoFactura, detalles: readonly DetalleFactura[]): GrupoIva[] {
  const grupos = new Map<string, GrupoIva>()
  for (const total of totalConImpuestos.filter(({ codigo }) => codigo === IVA)) {
    const known = grupos.get(total.codigoPorcentaje)
    grupos.set(total.codigoPorcentaje, {
      codigoPorcentaje: total.codigoPorcentaje,
      tarifa: total.tarifa ?? tarifaOfLines(detalles, total.codigoPorcentaje),
      base: (known?.base ?? 0) + total.baseImponible,
      valor: (known?.valor ?? 0) + total.valor,
    })
  }
  return [...grupos.values()].sort((a, b) => rank(a) - rank(b) || (b.tarifa ?? 0) - (a.tarifa ?? 0))
}

const rank = ({ codigoPorcentaje }: GrupoIva): number => ORDEN.indexOf(codigoPorcentaje)

// The header's tarifa is optional in the schema, the lines' is not.
const tarifaOfLines = (detalles: readonly DetalleFactura[], codigoPorcentaje: string): Monto | undefined =>
  detalles.flatMap(({ impuestos }) => impuestos).find((i) => i.codigo === IVA && i.codigoPorcentaje === codigoPorcentaje)?.tarifa

const tarifaName = ({ tarifa, codigoPorcentaje }: GrupoIva): string =>
  tarifa === undefined ? `(código ${codigoPorcentaje})` : `${displayNumero(tarifa)}%`

const subtotalName = (grupo: GrupoIva): string => NOMBRES_SUBTOTAL[grupo.codigoPorcentaje] ?? `SUBTOTAL ${tarifaName(grupo)}`

/** With a subsidy: what the buyer would have paid without it and what was saved, both with IVA (ficha, Anexo 6). */
function subsidio(info: InfoFactura, detalles: readonly DetalleFactura[]): Total[] {
  if (!info.totalSubsidio) return []
  const ahorro = sum(detalles.map((detalle) => {
    if (!detalle.precioSinSubsidio) return 0
    const neto = multiplyToCents(detalle.precioSinSubsidio - detalle.precioUnitario, detalle.cantidad)
    const tarifa = detalle.impuestos.find(({ codigo }) => codigo === IVA)?.tarifa ?? 0
    return neto + percentOf(neto, tarifa)
  }))
  return [
    { nombre: 'VALOR TOTAL SIN SUBSIDIO', valor: dinero(info.importeTotal + ahorro) },
    { nombre: 'AHORRO POR SUBSIDIO (incluye IVA cuando corresponda)', valor: dinero(ahorro) },
  ]
}
