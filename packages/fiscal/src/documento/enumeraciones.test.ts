import { describe, expect, it } from 'vitest'

import {
  codDocOf,
  ESTADO_AUTORIZACION,
  ESTADO_GENERACION,
  ESTADO_REGISTRO_LABEL,
  FILTRO_TIPO_DOCUMENTO,
  MODO_EMISION,
  PERIODO_REPORTE,
  PERIODO_REPORTE_LABEL,
  ROL,
  SI_NO_LABEL,
  TIPO_DOCUMENTO,
  TIPO_MOVIMIENTO,
  tipoDocumentoOf,
} from './enumeraciones.ts'
import { TIPO_IVA } from '../impuesto/iva.ts'

describe('enumerations of the specification', () => {
  it('R-3.2.1 roles', () => expect(ROL).toEqual({ SUPER_ADMIN: 0, ADMIN: 1, USUARIO: 2, VENDEDOR: 3, EMPLEADO: 4 }))
  it('R-3.2.2 document types', () => expect(TIPO_DOCUMENTO).toEqual({ FACTURA: 1, LIQUIDACION_COMPRA: 2, NOTA_CREDITO: 3, NOTA_DEBITO: 4 }))
  it('R-3.2.3 issue modes', () => expect(MODO_EMISION).toEqual({ FISICA: 1, ELECTRONICO: 2 }))
  it('R-3.2.4 report periods', () => {
    expect(PERIODO_REPORTE).toEqual({ DIARIO: 1, SEMANAL: 2, MENSUAL: 3, ANUAL: 4 })
    expect(PERIODO_REPORTE_LABEL).toEqual({ 1: 'Diario', 2: 'Semanal', 3: 'Mensual', 4: 'Anual' })
  })
  it('R-3.2.5 kinds of movement', () => expect(TIPO_MOVIMIENTO).toEqual({ VENTAS: 1, GASTOS: 2 }))
  it('R-3.2.6 generation statuses', () => expect(ESTADO_GENERACION).toEqual({ GENERADO: 1, PARCIAL: 2, ANULADO: 3, EN_ESPERA: 4 }))
  it('R-3.2.7 authorization statuses, without 5', () =>
    expect(ESTADO_AUTORIZACION).toEqual({ AUTORIZADO: 1, EN_ESPERA: 2, EN_PROCESO: 3, NO_AUTORIZADO: 4, ANULADO: 6 }))
  it('R-3.2.8 tax rate types, without 8 and 9', () =>
    expect(TIPO_IVA).toEqual({ CERO: 1, DOCE: 2, NO_OBJETO: 3, EXENTO: 4, CINCO: 5, QUINCE: 6, TRECE: 7, OCHO: 10 }))
  it('R-3.2.9 R-3.2.10 labels', () => {
    expect(Object.values(ESTADO_REGISTRO_LABEL)).toEqual(['Activo', 'Inactivo'])
    expect(Object.values(SI_NO_LABEL)).toEqual(['Sí', 'No'])
  })
  it('R-3.2.11 document type filter, in order', () =>
    expect(FILTRO_TIPO_DOCUMENTO.map((one) => one.label)).toEqual([
      'Todo',
      'Factura',
      'Notas de Crédito',
      'Notas de Débito',
      'Liquidación de Compra',
    ]))
  it.each([
    [1, '01'],
    [2, '03'],
    [3, '04'],
    [4, '05'],
  ] as const)('R-3.2.14 document type %i is SRI code %s', (tipo, codDoc) => {
    expect(codDocOf(tipo)).toBe(codDoc)
    expect(tipoDocumentoOf(codDoc)).toBe(tipo)
  })
  it('has no document type for guía and retención', () =>
    expect([tipoDocumentoOf('06'), tipoDocumentoOf('07')]).toEqual([undefined, undefined]))
})
