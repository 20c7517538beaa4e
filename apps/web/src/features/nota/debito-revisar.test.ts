import type { SaldoFactura } from '@yupana/contract'
import { fromCents, TIPO_IVA } from '@yupana/fiscal'
import { describe, expect, it } from 'vitest'

import { buildContexto, HOY } from '../../testing/build-contexto.ts'
import {
  armar,
  emptyMotivo,
  emptyNotaDebito,
  formOfSaldo,
  isWorthKeeping,
  totalesOfNota,
  valoresOf,
  type NotaDebitoValores,
} from './debito-valores.ts'
import { revisar } from './debito-revisar.ts'

const FACTURA = '33333333-3333-4333-8333-333333333333'
const contexto = buildContexto({ puntos: [] })
const saldo = (changes: Partial<SaldoFactura> = {}): SaldoFactura => ({
  comprador: { tipo_identificacion: '05', identificacion: '1712345675', razon_social: 'ANA PÉREZ', correos: ['ana@ejemplo.ec'] },
  modificado: { documento_id: FACTURA, cod_doc: '01', numero: '001-001-000000007', fecha: '2026-11-12' },
  modo: 'NETO',
  total: 0,
  tarifas: [TIPO_IVA.QUINCE],
  lineas: [],
  impuestos: [],
  cartera: { acreditable: 0, retenido: 0, por_cobrar: 0 },
  impedimento: null,
  ...changes,
})
const motivo = (changes = {}) => ({ ...emptyMotivo(TIPO_IVA.QUINCE), razon: 'Interés por mora', valor: '10', ...changes })
const begun = { ...valoresOf(formOfSaldo(saldo()), HOY), serie: '001-001' }
const nota = (changes: Partial<NotaDebitoValores> = {}): NotaDebitoValores => ({ ...begun, motivos: [motivo()], ...changes })
const found = (valores: NotaDebitoValores) => revisar(valores, HOY, contexto).problemas.map(({ campo, message }) => `${campo}: ${message}`)

describe('a debit note', () => {
  it('O-92 begins with the client and the rate of its factura', () => {
    expect(begun).toMatchObject({
      comprador: { identificacion: '1712345675' },
      correos: 'ana@ejemplo.ec',
      motivos: [{ razon: '', valor: '', iva: TIPO_IVA.QUINCE }],
      pagos: [{ total: '' }],
    })
    expect(isWorthKeeping(begun)).toBe(false)
    expect(isWorthKeeping(nota())).toBe(true)
  })

  it('O-92 charges the rate of the day of its factura, of each rate once', () => {
    expect(
      totalesOfNota(nota({ motivos: [motivo({ valor: '12.50' }), motivo({ valor: '0,33' }), motivo({ valor: '5', iva: TIPO_IVA.CERO })] }))
        ?.importeTotal,
    ).toBe(fromCents(1_975))
    const before = { ...begun.modificado!, fecha: '2023-05-10' }
    expect(totalesOfNota(nota({ modificado: before, motivos: [motivo({ iva: TIPO_IVA.DOCE })] }))?.importeTotal).toBe(fromCents(1_120))
  })

  it('is sent without empty reasons; what the server says of one comes to its row', () => {
    const { form, campoOf } = armar(nota({ motivos: [emptyMotivo(), motivo({ razon: ' Mora ' })] }), fromCents(1_150))
    expect(form).toMatchObject({
      tipo: '05',
      establecimiento: '001',
      punto: '001',
      modificado: { documento_id: FACTURA },
      motivos: [{ razon: 'Mora', valor: fromCents(1_000), iva: TIPO_IVA.QUINCE }],
      pagos: [{ total: fromCents(1_150) }],
    })
    expect(['motivos.0.valor', 'comprador.identificacion', 'modificado.documento_id', 'comprador.correos.0', 'punto'].map(campoOf)).toEqual(
      ['motivos.1.valor', 'modificado', 'modificado', 'correos', 'serie'],
    )
  })
})

describe('before it is issued', () => {
  it('finds nothing in one reason with its amount', () => expect(revisar(nota(), HOY, contexto)).toEqual({ problemas: [], avisos: [] }))

  it.each<[string, Partial<NotaDebitoValores>, string[]]>([
    [
      'no factura was chosen',
      { ...emptyNotaDebito(HOY, '001-001'), motivos: [motivo()] },
      ['modificado: Elija la factura que la nota modifica.'],
    ],
    ['nothing is charged', { motivos: [emptyMotivo()] }, ['motivos.0.razon: Agregue al menos una razón con su valor.']],
    ['a reason has no words', { motivos: [motivo({ razon: '' })] }, ['motivos.0.razon: Este campo es requerido.']],
    [
      'an amount is missing, or none',
      { motivos: [motivo({ valor: '' }), motivo({ valor: '0' }), motivo({ valor: 'x' })] },
      [
        'motivos.0.valor: Este campo es requerido.',
        'motivos.1.valor: El valor debe ser mayor que cero.',
        'motivos.2.valor: Ingrese un número válido.',
      ],
    ],
    [
      'O-92 a rate did not hold on the day of the factura',
      { motivos: [motivo({ iva: TIPO_IVA.DOCE })] },
      ['motivos.0.iva: La tarifa de IVA elegida no está vigente el 12/11/2026.'],
    ],
    ['a mail is none', { correos: 'ana@' }, ['correos: Ingrese un correo válido. Revise «ana@».']],
    [
      'payments do not meet it',
      { pagos: [{ forma_pago: '01', total: '5', plazo: '', unidad_tiempo: 'dias' }] },
      ['pagos: Los pagos suman $5.00 y el total es $11.50.'],
    ],
    ['there is no till', { serie: '' }, ['serie: No tiene un punto de emisión activo: pida que le asignen uno.']],
    [
      'an additional field has no value',
      { info_adicional: [{ nombre: 'Nota', valor: '' }] },
      ['info_adicional.0.valor: Este campo es requerido.'],
    ],
  ])('says it where %s', (_, changes, problems) => expect(found(nota(changes))).toEqual(problems))
})
