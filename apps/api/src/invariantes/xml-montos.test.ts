import { describe, expect, it } from 'vitest'

import { montosOf } from './xml-montos.ts'

const UNIT = 1_000_000

describe('totals of an XML', () => {
  it('of a factura add taxes, tip, charges of an export and items of others', () => {
    const xml = `<factura><infoFactura><totalSinImpuestos>10.00</totalSinImpuestos><totalDescuento>1.00</totalDescuento><totalConImpuestos>
      <totalImpuesto><codigo>2</codigo><valor>1.50</valor></totalImpuesto><totalImpuesto><codigo>3</codigo><valor>0.50</valor></totalImpuesto></totalConImpuestos>
      <propina>1.00</propina><fleteInternacional>2.00</fleteInternacional><importeTotal>18.00</importeTotal></infoFactura>
      <detalles><detalle><precioTotalSinImpuesto>4.00</precioTotalSinImpuesto></detalle><detalle><precioTotalSinImpuesto>6.00</precioTotalSinImpuesto></detalle></detalles>
      <otrosRubrosTerceros><rubro><total>3.00</total></rubro></otrosRubrosTerceros></factura>`
    expect(montosOf('01', xml)).toEqual({
      subtotal: 10 * UNIT,
      descuento: UNIT,
      iva: 1.5 * UNIT,
      total: 18 * UNIT,
      cantidad: 0,
      lineas: 10 * UNIT,
      suma: 18 * UNIT,
    })
  })

  it('of a credit note take the discounts of its lines', () => {
    const xml = `<notaCredito><infoNotaCredito><totalSinImpuestos>10.00</totalSinImpuestos><valorModificacion>11.50</valorModificacion><totalConImpuestos>
      <totalImpuesto><codigo>2</codigo><valor>1.50</valor></totalImpuesto></totalConImpuestos></infoNotaCredito>
      <detalles><detalle><descuento>0.25</descuento><precioTotalSinImpuesto>9.00</precioTotalSinImpuesto></detalle></detalles></notaCredito>`
    expect(montosOf('04', xml)).toMatchObject({ descuento: UNIT / 4, lineas: 9 * UNIT, suma: 11.5 * UNIT })
  })

  it('of a guía are its units, of a retención what is withheld', () => {
    const guia =
      '<destinatarios><destinatario><cantidad>1.5</cantidad></destinatario><destinatario><cantidad>2</cantidad></destinatario></destinatarios>'
    expect(montosOf('06', guia)).toMatchObject({ total: 0, cantidad: 3.5 * UNIT })
    expect(
      montosOf(
        '07',
        '<retencion><valorRetenido>2.00</valorRetenido></retencion><retencion><valorRetenido>4.50</valorRetenido></retencion>',
      ),
    ).toMatchObject({ total: 6.5 * UNIT })
  })

  it.each(['01', '03', '04', '05', '06', '07', '99'])('of type %s are not made up', (tipo) => {
    expect(montosOf(tipo, '<otro/>')).toBeUndefined()
  })
})
