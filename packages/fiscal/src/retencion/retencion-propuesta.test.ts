import { describe, expect, it } from 'vitest'

import type { CondicionTributaria } from '../identificacion/condicion.ts'
import { formatMonto, fromUnits, parseMonto, sum } from '../valor/monto.ts'
import { permisoRetencion } from './retencion-permiso.ts'
import {
  aplicaRenta,
  proposeIva,
  proposeRenta,
  type CodigoElegido,
  type CompraRetencion,
  type OperacionRetencion,
  type ProveedorRetencion,
} from './retencion-propuesta.ts'
import { readReferencia } from '../testing/referencia.ts'

const m = (text: string) => parseMonto(text)!
const HOY = '2026-11-20'
const AGENTE: CondicionTributaria = { tipo: 'AGENTE_RETENCION', desde: '2020-01-01', hasta: null, valor: '1' }
const SOCIEDAD: ProveedorRetencion = { sociedad: true, regimen: 'GENERAL' }
const NATURAL: ProveedorRetencion = { sociedad: false, regimen: 'GENERAL' }
const compra = (operacion: OperacionRetencion, extra: Partial<CompraRetencion> = {}): CompraRetencion => ({
  operacion,
  proveedor: SOCIEDAD,
  base: fromUnits(100),
  iva: fromUnits(15),
  ...extra,
})

describe('who may withhold at all (O-99)', () => {
  it.each([
    ['an agente de retención', [AGENTE], {}, ['1', '2'], 'Agente de retención'],
    ['a contribuyente especial', [{ ...AGENTE, tipo: 'CONTRIBUYENTE_ESPECIAL' }], {}, ['1', '2'], 'Contribuyente especial'],
    ['nobody', [], {}, [], 'no consta como agente'],
    ['an agente whose designation ended', [{ ...AGENTE, hasta: '2026-02-28' }], {}, [], 'no consta como agente'],
    ['an agente not yet designated', [{ ...AGENTE, desde: '2026-12-01' }], {}, [], 'no consta como agente'],
    ['nobody, with a liquidación: its IVA is forced', [], { liquidacion: true }, ['2'], 'liquidación'],
    ['nobody, paying abroad: forced', [], { exterior: true }, ['1', '2', '6'], 'exterior'],
    ['whoever withholds from itself', [], { propia: true }, ['1'], 'Autorretención'],
  ] as const)('%s', (_, condiciones, caso, impuestos, words) => {
    const { impuestos: found, motivos } = permisoRetencion(condiciones, HOY, caso)
    expect(found).toEqual(impuestos)
    expect(motivos[impuestos[0] ?? '1']).toContain(words)
  })
  it('gives renta and IVA each its own reason: a liquidación forces its IVA alone, and its own income bears renta alone', () => {
    const liquidada = { ...compra('BIEN'), liquidacion: true }
    expect(permisoRetencion([AGENTE], HOY, liquidada).motivos).toMatchObject({
      1: expect.stringContaining('Agente de retención') as string,
      2: expect.stringContaining('Toda liquidación') as string,
    })
    expect(permisoRetencion([], HOY, liquidada).motivos[1]).toContain('no consta como agente')
    expect(proposeRenta(liquidada, [], HOY).motivo).toContain('no consta como agente')
    expect(permisoRetencion([], HOY, { propia: true }).motivos[2]).toBe('En una autorretención solo se retiene renta.')
    expect(permisoRetencion([AGENTE], HOY).motivos[6]).toBe('El ISD se retiene solo en pagos al exterior.')
  })
})

describe('renta: the code that fits (ATS table 3.10)', () => {
  it.each([
    ['goods', compra('BIEN'), '312', '2.00'],
    ['up to 50, not habitual: parameter retencionRentaMinimo', compra('BIEN', { base: fromUnits(50) }), '332', '0.00'],
    ['up to 50, habitual supplier', compra('BIEN', { base: fromUnits(50), proveedor: { ...SOCIEDAD, habitual: true } }), '312', '1.00'],
    ['a cent above 50', compra('BIEN', { base: m('50.01') }), '312', '1.00'],
    ['a RIMPE emprendedor, whatever is bought', compra('HONORARIO', { proveedor: { ...NATURAL, regimen: 'RIMPE' } }), '343', '1.00'],
    ['a negocio popular', compra('BIEN', { proveedor: { ...NATURAL, regimen: 'NEGOCIO_POPULAR' } }), '332', '0.00'],
    ['a liquidación de compra', compra('BIEN', { liquidacion: true, proveedor: NATURAL }), '311', '3.00'],
    ['an unlisted service', compra('OTRO_SERVICIO'), '3440', '3.00'],
    ['a card: the issuer withholds', compra('BIEN', { operacion: 'TARJETA' }), '332G', '0.00'],
  ])('%s', (_, one, codigo, valor) => {
    const { tarifa, valor: withheld } = proposeRenta(one, [AGENTE], HOY)
    expect([tarifa?.codigo, formatMonto(withheld ?? -1)]).toEqual([codigo, valor])
  })
  it('says why nothing is proposed', () => {
    expect(proposeRenta(compra('BIEN'), [], HOY)).toEqual({ motivo: expect.stringContaining('no consta') as string })
    expect(proposeRenta(compra('BIEN', { exterior: true }), [], HOY)).toEqual({ motivo: expect.stringContaining('Elija') as string })
  })
})

describe('IVA: the matrix (Res. NAC-DGERCGC20-00000061)', () => {
  it.each([
    ['goods', compra('BIEN'), '1', '4.50'],
    ['services', compra('OTRO_SERVICIO'), '2', '10.50'],
    ['goods of a contribuyente especial', compra('BIEN', { proveedor: { ...SOCIEDAD, especial: true } }), '9', '1.50'],
    ['services of a contribuyente especial', compra('OTRO_SERVICIO', { proveedor: { ...SOCIEDAD, especial: true } }), '10', '3.00'],
    ['construction, also of a contribuyente especial', compra('CONSTRUCCION', { proveedor: { ...SOCIEDAD, especial: true } }), '1', '4.50'],
    ['fees of a natural person', compra('HONORARIO', { proveedor: NATURAL }), '3', '15.00'],
    ['fees of a company', compra('HONORARIO'), '2', '10.50'],
    ['rent of a natural person', compra('ARRIENDO_INMUEBLE', { proveedor: NATURAL }), '3', '15.00'],
    ['a liquidación, also of somebody who is no agente', compra('BIEN', { liquidacion: true, proveedor: NATURAL }), '3', '15.00'],
    ['imported services', compra('OTRO_SERVICIO', { exterior: true }), '3', '15.00'],
  ])('%s', (_, one, codigo, valor) => {
    const { tarifa, valor: withheld } = proposeIva(one, [AGENTE], HOY)
    expect([tarifa?.codigo, formatMonto(withheld ?? -1)]).toEqual([codigo, valor])
  })
  it.each([
    ['the State', { proveedor: { ...SOCIEDAD, publico: true } }, 'Estado'],
    ['a habitual exporter', { proveedor: { ...SOCIEDAD, exportador: true } }, 'exportadores'],
    ['a negocio popular', { proveedor: { ...NATURAL, regimen: 'NEGOCIO_POPULAR' as const } }, 'negocio popular'],
    ['a document without IVA', { iva: m('0') }, 'no tiene IVA'],
    ['a base up to the minimum', { base: fromUnits(50) }, 'No supera'],
  ])('nothing of %s', (_, extra, words) => {
    expect(proposeIva(compra('BIEN', extra), [AGENTE], HOY)).toEqual({ motivo: expect.stringContaining(words) as string })
  })
})

interface Caso {
  fechaRetencion: string
  comprador: string
  proveedor: string
  concepto: string
  base: string
  iva: string
  codigoRenta: string
  retenidoRenta: string
  codigoXmlIva: string | null
  retenidoIva: string
}
const OPERACION: Readonly<Record<string, OperacionRetencion>> = {
  'bien mueble': 'BIEN',
  'servicio mano de obra': 'MANO_DE_OBRA',
  honorarios: 'HONORARIO',
  'servicios profesionales de sociedad': 'HONORARIO',
  'cualquier bien': 'BIEN',
  'servicio general': 'OTRO_SERVICIO',
  'arriendo de local': 'ARRIENDO_INMUEBLE',
  'transporte de carga (0% IVA)': 'TRANSPORTE',
  'avance de obra': 'CONSTRUCCION',
  publicidad: 'PUBLICIDAD',
}
const proveedorOf = (text: string): ProveedorRetencion => ({
  sociedad: !text.startsWith('persona natural'),
  regimen: text === 'RIMPE emprendedor' ? 'RIMPE' : 'GENERAL',
  especial: text === 'contribuyente especial',
})

describe('vectors of the reference', () => {
  const { casos } = readReferencia<{ casos: Caso[] }>('tributacion/vectors/retenciones.json')
  it.each(casos.map((caso) => [`${caso.fechaRetencion} ${caso.proveedor}, ${caso.concepto}`, caso] as const))('%s', (_, caso) => {
    const operacion = OPERACION[caso.concepto]
    if (operacion === undefined) throw new Error(`unknown concept: ${caso.concepto}`)
    const one = { operacion, proveedor: proveedorOf(caso.proveedor), base: m(caso.base), iva: m(caso.iva) }
    const renta = proposeRenta(one, [AGENTE], caso.fechaRetencion)
    const iva = proposeIva(one, [AGENTE], caso.fechaRetencion)
    expect([renta.tarifa?.codigo, formatMonto(renta.valor ?? -1)]).toEqual([caso.codigoRenta, caso.retenidoRenta])
    expect([iva.tarifa?.codigo ?? null, formatMonto(iva.valor ?? 0)]).toEqual([caso.codigoXmlIva, caso.retenidoIva])
  })

  interface CompraMes {
    id: string
    tipo: string
    fecha: string
    nota: string
    negocioPopular?: boolean
    lineas: { base: string; iva?: string }[]
    retRenta?: { codigo: string; valor: string }
    retIva?: { pct: number; valor: string }
  }
  const MES: Readonly<Record<string, Partial<CompraRetencion>>> = {
    C1: {},
    C2: { operacion: 'HONORARIO', proveedor: NATURAL },
    C3: { operacion: 'OTRO_SERVICIO', proveedor: { ...NATURAL, regimen: 'RIMPE' } },
    C4: { proveedor: { ...NATURAL, regimen: 'NEGOCIO_POPULAR' } },
    C5: { operacion: 'ARRIENDO_INMUEBLE' },
    C6: {},
    C7: {},
    C8: {},
    C10: { operacion: 'OTRO_SERVICIO', proveedor: NATURAL, liquidacion: true },
  }
  const { compras } = readReferencia<{ compras: CompraMes[] }>('tributacion/vectors/mes-2026-09.json')
  it.each(compras.filter((one) => one.tipo !== '04').map((one) => [`${one.id} ${one.nota}`, one] as const))('%s', (_, one) => {
    const base = sum(one.lineas.map((linea) => m(linea.base)))
    const iva = sum(one.lineas.map((linea) => m(linea.iva ?? '0')))
    const bought = compra('BIEN', { base, iva, ...MES[one.id] })
    const renta = proposeRenta(bought, [AGENTE], one.fecha)
    expect([renta.tarifa?.codigo, formatMonto(renta.valor ?? -1)]).toEqual([one.retRenta?.codigo, one.retRenta?.valor])
    const ivaProposal = proposeIva(bought, [AGENTE], one.fecha)
    expect([ivaProposal.tarifa?.porcentaje, formatMonto(ivaProposal.valor ?? 0)]).toEqual([
      one.retIva === undefined ? undefined : fromUnits(one.retIva.pct),
      one.retIva?.valor ?? '0.00',
    ])
  })
})

describe('codes that a company chose for a kind of purchase', () => {
  const elegidos: CodigoElegido[] = [
    { impuesto: '1', operacion: 'TRANSPORTE', persona: null, sociedad: '3440' },
    { impuesto: '1', operacion: 'BIEN', persona: '999', sociedad: '9' },
    { impuesto: '2', operacion: 'TRANSPORTE', persona: null, sociedad: '1' },
  ]
  const renta = (of: CompraRetencion) => proposeRenta(of, [AGENTE], HOY, elegidos)
  const iva = (of: CompraRetencion) => proposeIva(of, [AGENTE], HOY, elegidos)

  it('are proposed where only the kind of purchase decides', () => {
    expect(renta(compra('TRANSPORTE'))).toMatchObject({ tarifa: { codigo: '3440' }, motivo: 'La empresa lo eligió así.' })
    expect(iva(compra('TRANSPORTE'))).toMatchObject({ tarifa: { codigo: '1' }, motivo: 'La empresa lo eligió así.' })
    expect(renta(compra('TRANSPORTE', { proveedor: NATURAL }))).toMatchObject({ tarifa: { codigo: '310' } })
  })
  it.each([
    ['RIMPE', { proveedor: { ...SOCIEDAD, regimen: 'RIMPE' } }, '343'],
    ['a negocio popular', { proveedor: { ...SOCIEDAD, regimen: 'NEGOCIO_POPULAR' } }, '332'],
    ['a liquidación', { liquidacion: true }, '311'],
    ['a base up to the minimum', { base: fromUnits(50) }, '332'],
  ] as const)('give way to what the law says of %s', (_, extra, codigo) => {
    expect(renta(compra('TRANSPORTE', extra)).tarifa?.codigo).toBe(codigo)
  })
  it('give way to the percentage of IVA of a contribuyente especial', () => {
    expect(iva(compra('TRANSPORTE', { proveedor: { ...SOCIEDAD, especial: true } })).tarifa?.codigo).toBe('10')
  })
  it.each([
    [NATURAL, '999'],
    [SOCIEDAD, '9'],
  ])('that hold no longer, or are of the other tax, are named, and the law is proposed', (proveedor, codigo) => {
    const { tarifa, motivo } = renta(compra('BIEN', { proveedor }))
    expect([tarifa?.codigo, motivo]).toEqual([
      '312',
      `El código ${codigo} que eligió la empresa no rige el 20/11/2026. Por el concepto de la compra.`,
    ])
  })
})

it.each([
  ['312', 'BIENES'],
  ['312A', 'BIENES'],
  ['303A', 'SERVICIOS'],
  ['320', 'SERVICIOS'],
  ['332G', undefined],
  ['343', undefined],
])('code %s of renta is of %s', (codigo, aplica) => {
  expect(aplicaRenta(codigo)).toBe(aplica)
})
