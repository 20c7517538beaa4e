import { describe, expect, it } from 'vitest'

import { anulacionOf, plazoAnulacion, type AnulacionDocumento } from './anulacion.ts'
import { COD_DOC } from './enumeraciones.ts'
import { ESTADOS } from './estado.ts'

const factura: AnulacionDocumento = { codDoc: COD_DOC.FACTURA, estado: 'AUTORIZADO', fechaEmision: '2026-11-20', tipoIdentificacion: '04' }
const HOY = '2026-11-25'

describe('deadline of the portal (Res. NAC-DGERCGC25-00000014)', () => {
  it.each([
    ['2026-11-20', '2026-12-07', '2026-12-07'], // a Monday
    ['2026-10-01', '2026-11-07', '2026-11-09'], // a Saturday
    ['2026-12-31', '2027-01-07', '2027-01-07'],
    ['2025-07-31', '2025-08-10', '2025-08-12'], // day 10 before; Sunday, then the holiday of 10 August
    ['2025-08-01', '2025-09-07', '2025-09-08'],
  ])('issued on %s: %s, extended to %s', (fechaEmision, hasta, extendido) =>
    expect(plazoAnulacion(fechaEmision)).toEqual({ hasta, extendido }),
  )
})

describe('what may be voided (O-56)', () => {
  it.each(ESTADOS)('state %s', (estado) => expect(anulacionOf({ ...factura, estado }, HOY).offered).toBe(estado === 'AUTORIZADO'))
  it('a refused document is corrected instead', () =>
    expect(anulacionOf({ ...factura, estado: 'RECHAZADO' }, HOY).alternativa).toBe('CORREGIR'))
  it.each(Object.values(COD_DOC))('document %s in time', (codDoc) => {
    const consejo = anulacionOf({ ...factura, codDoc }, HOY)
    expect([consejo.offered, consejo.late, consejo.motivo]).toEqual([true, false, undefined])
    expect(consejo.aceptacionDias).toBe(['04', '05', '07'].includes(codDoc) ? 5 : undefined)
  })
  it('a receiver abroad need not accept', () => {
    expect(anulacionOf({ ...factura, codDoc: COD_DOC.RETENCION, tipoIdentificacion: '08' }, HOY)).not.toHaveProperty('aceptacionDias')
  })
  it('consumidor final: not offered from 2026, offered before', () => {
    const final = { ...factura, tipoIdentificacion: '07', fechaEmision: '2025-12-20' }
    expect(anulacionOf(final, '2026-01-01')).toMatchObject({
      offered: false,
      motivo: expect.stringContaining('no se puede anular') as string,
    })
    expect(anulacionOf(final, '2025-12-31').offered).toBe(true)
  })
  it('what was negotiated or supports a refund: a credit note (anulacion.json)', () => {
    expect(anulacionOf({ ...factura, negociada: true }, HOY)).toMatchObject({ offered: false, alternativa: 'NOTA_CREDITO' })
    expect(anulacionOf({ ...factura, sustentaDevolucion: true }, HOY)).toMatchObject({ offered: false, alternativa: 'NOTA_CREDITO' })
    expect(anulacionOf({ ...factura, codDoc: COD_DOC.RETENCION, sustentaDevolucion: true }, HOY)).not.toHaveProperty('alternativa')
  })
  it('the deadline informs and never blocks; after it a sale has the credit note', () => {
    expect(anulacionOf(factura, '2026-12-07')).not.toHaveProperty('motivo')
    expect(anulacionOf(factura, '2026-12-08')).toMatchObject({ offered: true, late: true, alternativa: 'NOTA_CREDITO' })
    expect(anulacionOf({ ...factura, codDoc: COD_DOC.GUIA_REMISION }, '2026-12-08')).not.toHaveProperty('alternativa')
  })
})
