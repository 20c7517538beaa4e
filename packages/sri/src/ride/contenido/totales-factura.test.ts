import { fromDecimal as m } from '@yupana/fiscal'
import { expect, it } from 'vitest'

import type { Factura } from '../../documentos/factura/factura-tree.ts'
import { buildDetalle, buildFactura } from '../testing/build-factura.ts'
import { totalesFactura } from './totales-factura.ts'

type Total = Factura['infoFactura']['totalConImpuestos'][number]
const iva = (codigoPorcentaje: string, tarifa: number, base: number, valor: number): Total => ({
  codigo: '2',
  codigoPorcentaje,
  tarifa: m(tarifa),
  baseImponible: m(base),
  valor: m(valor),
})
const rows = (factura: Factura): string[] => totalesFactura(factura).map(({ nombre, valor }) => `${nombre} ${valor}`)

it('shows one subtotal and one IVA per rate, rated first, named as the SRI names them', () => {
  const totalConImpuestos = [
    iva('7', 0, 4, 0),
    iva('0', 0, 12, 0),
    iva('8', 8, 10, 0.8),
    iva('6', 0, 3, 0),
    iva('5', 5, 20, 1),
    iva('4', 15, 1234.5, 185.18),
    { codigo: '3', codigoPorcentaje: '3011', baseImponible: m(10), tarifa: m(10), valor: m(1) },
    { codigo: '5', codigoPorcentaje: '5001', baseImponible: m(10), valor: m(0.02) },
  ]
  expect(
    rows(
      buildFactura({}, { totalConImpuestos, totalSinImpuestos: m(1283.5), totalDescuento: m(2), propina: m(5), importeTotal: m(1476.5) }),
    ),
  ).toEqual([
    'SUBTOTAL 15% $1,234.50',
    'SUBTOTAL 5% $20.00',
    'SUBTOTAL TARIFA ESPECIAL $10.00',
    'SUBTOTAL 0% $12.00',
    'SUBTOTAL NO OBJETO DE IVA $3.00',
    'SUBTOTAL EXENTO DE IVA $4.00',
    'SUBTOTAL SIN IMPUESTOS $1,283.50',
    'TOTAL DESCUENTO $2.00',
    'ICE $1.00',
    'IVA 15% $185.18',
    'IVA 5% $1.00',
    'IVA 8% $0.80',
    'IRBPNR $0.02',
    'PROPINA $5.00',
    'VALOR TOTAL $1,476.50',
  ])
})

it('takes the rate from the lines when the header leaves it out, as the schema allows', () => {
  const total = { codigo: '2', codigoPorcentaje: '4', baseImponible: m(60), valor: m(9) }
  expect(rows(buildFactura({}, { totalConImpuestos: [total] }))).toContain('IVA 15% $9.00')
})

it('shows only the four rows every factura has when nothing is taxed', () => {
  expect(rows(buildFactura({}, { totalConImpuestos: [iva('0', 0, 60, 0)], importeTotal: m(60) }))).toEqual([
    'SUBTOTAL 0% $60.00',
    'SUBTOTAL SIN IMPUESTOS $60.00',
    'TOTAL DESCUENTO $0.00',
    'PROPINA $0.00',
    'VALOR TOTAL $60.00',
  ])
})

it('adds the costs of an export', () => {
  expect(rows(buildFactura({}, { fleteInternacional: m(10), seguroInternacional: m(2), incoTermTotalSinImpuestos: 'FOB' }))).toEqual(
    expect.arrayContaining(['SUBTOTAL SIN IMPUESTOS FOB $60.00', 'FLETE INTERNACIONAL $10.00', 'SEGURO INTERNACIONAL $2.00']),
  )
})

it('counts what is collected for others, so that the rows add up to the total', () => {
  const factura = buildFactura(
    {
      otrosRubrosTerceros: [
        { concepto: 'Tasa de bomberos', total: m(3) },
        { concepto: 'Aseo', total: m(0.5) },
      ],
    },
    { importeTotal: m(72.5) },
  )
  expect(rows(factura).slice(-3)).toEqual(['PROPINA $0.00', 'OTROS RUBROS DE TERCEROS $3.50', 'VALOR TOTAL $72.50'])
})

it('says what a subsidy saved, with its IVA', () => {
  // 3 × (25 − 20) = 15, and 15 % of it.
  const detalles = [buildDetalle({ precioSinSubsidio: m(25) })]
  expect(rows(buildFactura({ detalles }, { totalSubsidio: m(15) })).slice(-2)).toEqual([
    'VALOR TOTAL SIN SUBSIDIO $86.25',
    'AHORRO POR SUBSIDIO (incluye IVA cuando corresponda) $17.25',
  ])
})
