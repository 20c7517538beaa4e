import type { FacturaForm } from '@yupana/contract'
import { fromCents, fromUnits, montoOf } from '@yupana/fiscal'
import { describe, expect, it } from 'vitest'

import { CONSUMIDOR, correosOf, reviseComprador } from '../../domain/emision/comprador-valores.ts'
import { avisoFechaOf } from '../../domain/emision/fecha-emision.ts'
import { emptyPago, missingOf, totalesOfPagos } from '../../domain/emision/pagos-valores.ts'
import { emptyLinea } from '../../domain/lineas-editor/linea-valores.ts'
import { armar, cambioOf, cargosOf, emptyFactura, isWorthKeeping, valoresOf, type FacturaValores } from './factura-valores.ts'

const HOY = '2026-11-20'
const linea = (changes = {}) => ({ ...emptyLinea(), codigo: 'A-1', descripcion: 'Resma', cantidad: '2', precio: '5', ...changes })

describe('payments', () => {
  const total = fromCents(1_150)

  it('O-59 a single payment follows the total by itself', () => {
    expect(totalesOfPagos([emptyPago()], total)).toEqual([total])
    expect(missingOf([emptyPago()], total)).toBe(0)
  })

  it('O-59 of several, the first one left empty takes the rest', () => {
    expect(totalesOfPagos([emptyPago('4'), emptyPago(), emptyPago()], total)).toEqual([fromUnits(4), fromCents(750), 0])
  })

  it('says what is missing and what is too much', () => {
    expect(missingOf([emptyPago('4'), emptyPago('5')], total)).toBe(fromCents(250))
    expect(missingOf([emptyPago('12')], total)).toBe(-fromCents(50))
  })

  it('gives change of the cash alone, and says when it is not enough', () => {
    const pagos = [emptyPago('10'), { ...emptyPago(), forma_pago: '19' }]
    expect(cambioOf({ pagos, recibido: '20' }, total)).toBe(fromUnits(10))
    expect(cambioOf({ pagos: [emptyPago()], recibido: '10,50' }, total)).toBe(-fromCents(100))
    expect(cambioOf({ pagos: [emptyPago()], recibido: '' }, total)).toBeUndefined()
  })
})

describe('the form that is sent', () => {
  it('drops empty lines and remembers where the others stand', () => {
    const valores = { ...emptyFactura(HOY, '001-002'), lineas: [emptyLinea(), linea(), emptyLinea(), linea({ codigo: 'A-2' })] }
    const { form, campoOf } = armar(valores, fromUnits(23))
    expect([campoOf('lineas.0.precio_unitario'), campoOf('lineas.1.descripcion')]).toEqual(['lineas.1.precio', 'lineas.3.descripcion'])
    expect(form).toMatchObject({
      establecimiento: '001',
      punto: '002',
      pagos: [{ forma_pago: '01', total: fromUnits(23) }],
      lineas: [{ codigo: 'A-1' }, { codigo: 'A-2' }],
    })
  })

  it('sends no term where none was given', () => {
    const send = (plazo: string) => armar({ ...emptyFactura(HOY, '001-001'), pagos: [{ ...emptyPago(), plazo }] }, 0).form.pagos[0]
    expect([send(''), send('30')]).toEqual([
      { forma_pago: '01', total: montoOf(0) },
      { forma_pago: '01', total: montoOf(0), plazo: 30, unidad_tiempo: 'dias' },
    ])
  })

  it('comes back as it was: a duplicate keeps lines and client, a single payment follows the total again', () => {
    const form = {
      establecimiento: '001',
      punto: '001',
      modo: 'NETO' as const,
      propina: fromUnits(1),
      info_adicional: [],
      rubros_terceros: [],
      comprador: { tipo_identificacion: '05' as const, identificacion: '1712345675', razon_social: 'ANA', correos: ['ana@ejemplo.ec'] },
      lineas: [
        {
          descripcion: 'Resma',
          cantidad: fromUnits(2),
          precio_unitario: fromUnits(5),
          descuento: montoOf(0),
          iva: 6,
          detalles_adicionales: [],
        },
      ],
      pagos: [{ forma_pago: '20', total: fromCents(1_250), plazo: 15, unidad_tiempo: 'dias' }],
    }
    const valores = valoresOf(form, HOY)
    expect(valores).toMatchObject({
      correos: 'ana@ejemplo.ec',
      propina: '1.00',
      fecha_emision: HOY,
      pagos: [{ forma_pago: '20', total: '', plazo: '15' }],
    })
    expect(armar(valores, fromCents(1_250)).form).toMatchObject({
      comprador: form.comprador,
      lineas: [{ cantidad: fromUnits(2) }],
      pagos: form.pagos,
    })
  })
})

describe('what the editor has no fields for', () => {
  const form: FacturaForm = {
    establecimiento: '001',
    punto: '001',
    modo: 'NETO',
    propina: montoOf(0),
    info_adicional: [],
    guia_remision: '001-001-000000009',
    placa: 'ABC-1234',
    comprador: { tipo_identificacion: '05', identificacion: '1712345675', razon_social: 'ANA', correos: [] },
    lineas: [
      {
        descripcion: 'Agua',
        cantidad: fromUnits(2),
        precio_unitario: fromUnits(5),
        descuento: montoOf(0),
        iva: 6,
        ice: { codigo: '3111', especifico: fromCents(18), unidades: fromUnits(3) },
        irbpnr: { tarifa: fromCents(2), unidades: fromUnits(24) },
        detalles_adicionales: [],
      },
    ],
    pagos: [{ forma_pago: '20', total: fromCents(1_548) }],
    rubros_terceros: [{ concepto: 'Tasa de bomberos', total: fromCents(350) }],
    sustitutiva_guia: {
      dir_partida: 'Quito',
      dir_destinatario: 'Loja',
      fecha_ini: HOY,
      fecha_fin: HOY,
      razon_social_transportista: 'LUIS',
      tipo_identificacion_transportista: '05',
      identificacion_transportista: '1712345675',
      placa: 'ABC-1234',
      destinos: [{ motivo: 'Venta' }],
    },
  }

  it('goes out as it came, to the last part, and survives a draft', () => {
    const kept = JSON.parse(JSON.stringify(valoresOf(form, HOY))) as FacturaValores
    const { comprador, lineas, pagos, ...sent } = armar(kept, fromCents(1_548)).form
    expect(sent).toEqual({ ...form, comprador: undefined, lineas: undefined, pagos: undefined, fecha_emision: HOY })
    expect([comprador, lineas[0]?.ice, lineas[0]?.irbpnr, pagos]).toEqual([
      form.comprador,
      form.lineas[0]?.ice,
      form.lineas[0]?.irbpnr,
      form.pagos,
    ])
  })

  it('charges count in the total, and a form without such parts has none', () => {
    const exportacion = {
      incoterm: 'FOB',
      lugar_incoterm: 'Guayaquil',
      pais_origen: '593',
      puerto_embarque: 'Guayaquil',
      puerto_destino: 'Miami',
      pais_destino: '110',
      pais_adquisicion: '593',
      incoterm_total: 'FOB',
      flete: fromUnits(3),
      seguro: fromCents(50),
      gastos_aduaneros: fromUnits(1),
      gastos_transporte: montoOf(0),
    }
    expect([form, { ...form, exportacion }].map((given) => cargosOf(valoresOf(given, HOY)).otros)).toEqual([fromCents(350), fromCents(800)])
    const { sustitutiva_guia: _, ...plain } = form
    expect(valoresOf({ ...plain, rubros_terceros: [] }, HOY).aparte).toBeUndefined()
  })
})

it('mails stand apart by comma, semicolon or space', () => {
  expect(correosOf(' a@x.ec, b@x.ec;c@x.ec ')).toEqual(['a@x.ec', 'b@x.ec', 'c@x.ec'])
  const problemas = (correos: string) => reviseComprador({ comprador: CONSUMIDOR, correos }, '').problemas
  expect([problemas('a@x.ec b@'), problemas('')]).toEqual([[{ campo: 'correos', message: 'Ingrese un correo válido. Revise «b@».' }], []])
})

it('an untouched form is nothing to keep', () => {
  const empty = emptyFactura(HOY, '001-001')
  expect([isWorthKeeping(empty), isWorthKeeping({ ...empty, lineas: [linea()] }), isWorthKeeping({ ...empty, placa: 'ABC-123' })]).toEqual([
    false,
    true,
    true,
  ])
})

describe('O-55 the issue date', () => {
  it.each([
    ['today', HOY, 0, {}],
    ['a day the company allows', '2026-11-18', 3, {}],
    ['tomorrow', '2026-11-21', 0, { problema: 'La fecha de emisión no puede ser futura.' }],
    ['yesterday', '2026-11-19', 0, { aviso: 'Se emitirá con la fecha de hoy, 20/11/2026: el SRI pide transmitir el mismo día.' }],
    [
      'R-5.2.9 four days ago',
      '2026-11-16',
      0,
      { aviso: 'Se emitirá con la fecha de hoy, 20/11/2026: el SRI pide transmitir el mismo día.' },
    ],
    [
      'R-5.2.9 more than four days ago',
      '2026-11-15',
      0,
      { aviso: 'Han pasado más de 4 días: se emitirá con la fecha de hoy, 20/11/2026.' },
    ],
    ['R-5.2.8 none', '', 0, { aviso: 'Se emitirá con la fecha de hoy, 20/11/2026.' }],
  ])('%s', (_, fecha, dias, expected) => expect(avisoFechaOf(fecha, HOY, dias)).toEqual(expected))
})
