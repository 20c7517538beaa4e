import { expect, it } from 'vitest'

import type { HojaComercial } from './contenido/hoja-comercial.ts'
import { renderHojaComercial } from './hoja-comercial.ts'
import { readPdf } from './testing/read-pdf.ts'

const RECIBO: HojaComercial = {
  titulo: 'RECIBO DE COBRO',
  emisor: { ruc: '1790012344001', razonSocial: 'EMPRESA FICTICIA' },
  numero: 'RC-000001',
  fecha: '2026-11-20',
  comercial: [['Registrado por', 'Ana Pérez']],
  sujeto: [['Cliente', 'PAPELERÍA LUZ', 'ancho']],
  tablas: [
    {
      titulo: 'Documentos',
      columnas: [
        { titulo: 'Documento', tipo: 'texto' },
        { titulo: 'Valor', tipo: 'monto' },
        { titulo: 'Saldo', tipo: 'monto' },
      ],
      ticket: { valor: 1, detalle: 2 },
      filas: [['Factura 001-001-000000001', '$60.00', '$40.00']],
    },
  ],
  totales: [{ nombre: 'TOTAL', valor: '$60.00', destacado: true }],
  notas: [],
}

it('a receipt fits on a ticket of 80 mm, each document with what was paid and what is left of it, and nothing of the SRI', async () => {
  const { pages, width } = readPdf(await renderHojaComercial(RECIBO, { formato: 'TICKET', producto: 'Yupana' }))
  expect([pages.length, width]).toEqual([1, 226.77])
  const texto = pages.join('\n')
  for (const dice of [
    'RECIBO DE COBRO',
    'RC-000001',
    '20/11/2026',
    'Ana Pérez',
    'PAPELERÍA LUZ',
    'Factura 001-001-000000001',
    'Saldo $40.00',
    '$60.00',
  ])
    expect(texto).toContain(dice)
  for (const calla of ['AUTORIZACIÓN', 'CLAVE DE ACCESO', 'AMBIENTE', 'EMISIÓN']) expect(texto).not.toContain(calla)
  const a4 = readPdf(await renderHojaComercial(RECIBO, { formato: 'A4', producto: 'Yupana' }))
  expect(a4.width).toBeGreaterThan(500)
})
