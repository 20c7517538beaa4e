import { buildClaveAcceso } from '@yupana/fiscal'
import { describe, expect, test } from 'vitest'

import { ListadoError } from './listado-error.ts'
import { LISTADO_MAX_BYTES, readListado } from './read-listado.ts'

const HEAD =
  'RUC_EMISOR\tRAZON_SOCIAL_EMISOR\tTIPO_COMPROBANTE\tSERIE_COMPROBANTE\tCLAVE_ACCESO\tFECHA_AUTORIZACION\tFECHA_EMISION\tIDENTIFICACION_RECEPTOR\tVALOR_SIN_IMPUESTOS\tIVA\tIMPORTE_TOTAL\tNUMERO_DOCUMENTO_MODIFICADO'
const RUC = '1790012344001'
const clave = (codDoc: string, secuencial: string) =>
  buildClaveAcceso({
    fechaEmision: '2026-07-01',
    codDoc,
    ruc: RUC,
    ambiente: '2',
    estab: '015',
    ptoEmi: '027',
    secuencial,
    codigoNumerico: '12345678',
  })
const FACTURA = clave('01', '000161740')
const row = (codDoc: string, secuencial: string, montos = '15.96\t2.4\t18.36', modificado = '') =>
  `${RUC}\tCOMPAÑÍA FICTICIA S.A.\tFactura\t015-027-${secuencial}\t${clave(codDoc, secuencial)}\t01/07/2026 21:06:55\t01/07/2026\t0923456784\t${montos}\t${modificado}`
const ONE = `${HEAD}\r\n${row('01', '000161740')}\r\n`
const documento = {
  linea: 2,
  tipo: 'factura',
  claveAcceso: FACTURA,
  ruc: RUC,
  razonSocial: 'COMPAÑÍA FICTICIA S.A.',
  numero: '015-027-000161740',
  fechaEmision: '2026-07-01',
  fechaAutorizacion: '01/07/2026 21:06:55',
  identificacionReceptor: '0923456784',
  totalSinImpuestos: 15_960_000,
  iva: 2_400_000,
  importeTotal: 18_360_000,
}
const nothing = { rechazadas: [], avisos: [] }

describe('readListado', () => {
  test.each<[string, string | Uint8Array]>([
    ['text', ONE],
    ['ISO-8859-1', Buffer.from(ONE, 'latin1')],
    ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${ONE}`)],
    ['empty lines at its end', `${ONE}\n\n`],
    ['semicolons of a spreadsheet, with quotes', ONE.replaceAll('\t', ';').replace('COMPAÑÍA FICTICIA S.A.', '"COMPAÑÍA FICTICIA S.A."')],
    ['a decimal comma', ONE.replace('15.96\t2.4\t18.36', '15,96\t2,4\t18,36')],
  ])('reads the file of the portal: %s', (_, source) => {
    expect(readListado(source)).toEqual({ comprobantes: [documento], ...nothing })
  })

  test('reads every type, without amounts where the portal has none', () => {
    const rows = ['01', '03', '04', '05', '06', '07'].map((codDoc, i) =>
      row(codDoc, `00000000${i + 1}`, codDoc === '07' ? '\t\t' : '.31\t0\t.31', codDoc === '04' ? '001-001-000000045' : '7781236'),
    )
    const { comprobantes, ...rest } = readListado([HEAD, ...rows].join('\n'))
    expect(rest).toEqual(nothing)
    expect(comprobantes.map(({ tipo, importeTotal, documentoModificado }) => [tipo, importeTotal, documentoModificado])).toEqual([
      ['factura', 310_000, undefined],
      ['liquidacionCompra', 310_000, undefined],
      ['notaCredito', 310_000, '001-001-000000045'],
      ['notaDebito', 310_000, undefined],
      ['guiaRemision', 310_000, undefined],
      ['comprobanteRetencion', undefined, undefined],
    ])
  })

  test('reads the older columns, whose rows are broken before the amount', () => {
    const head =
      'COMPROBANTE\tSERIE_COMPROBANTE\tRUC_EMISOR\tRAZON_SOCIAL_EMISOR\tFECHA_EMISION\tFECHA_AUTORIZACION\tTIPO_EMISION\tIDENTIFICACION_RECEPTOR\tCLAVE_ACCESO\tNUMERO_AUTORIZACION\tIMPORTE_TOTAL'
    const old = (secuencial: string, total: string) =>
      `Factura\t015-027-${secuencial}\t${RUC}\tCOMPAÑÍA FICTICIA S.A.\t01/07/2026\t01/07/2026 21:06:55\tNORMAL\t0923456784\t${clave('01', secuencial)}\t${clave('01', secuencial)}\t\n${total}`
    const { comprobantes, ...rest } = readListado(`${head}\n${old('000000001', '18.36')}\n${old('000000002', '7')}\n`)
    expect(rest).toEqual(nothing)
    expect(comprobantes.map(({ linea, numero, importeTotal }) => [linea, numero, importeTotal])).toEqual([
      [2, '015-027-000000001', 18_360_000],
      [4, '015-027-000000002', 7_000_000],
    ])
  })

  test('says which line it cannot take and why, and takes the others', () => {
    const broken = row('01', '000000001').replace(clave('01', '000000001'), `${clave('01', '000000001').slice(0, 48)}x`)
    const { comprobantes, rechazadas } = readListado(
      [
        HEAD,
        broken,
        row('99', '000000002'),
        row('01', '000000003').replace(clave('01', '000000003'), '2,01127E+48'),
        row('01', '000161740'),
      ].join('\n'),
    )
    expect(comprobantes).toHaveLength(1)
    expect(rechazadas.map(({ linea, mensaje }) => `${linea} ${mensaje}`)).toEqual([
      expect.stringContaining('2 La clave de acceso «'),
      '3 El tipo de comprobante 99 de la clave de acceso no se conoce.',
      '4 Una hoja de cálculo recortó la clave de acceso (2,01127E+48): use el archivo tal como lo entrega el SRI.',
    ])
  })

  test('remarks what does not agree', () => {
    const other = row('01', '000000001').replace(RUC, '1791234567001').replace('18.36', 'mucho')
    const { comprobantes, avisos } = readListado([HEAD, other, row('01', '000161740'), row('01', '000161740')].join('\n'))
    expect(comprobantes).toHaveLength(2)
    expect(avisos).toEqual([
      { linea: 2, mensaje: `El RUC del emisor (1791234567001) no es el de la clave de acceso (${RUC}).` },
      { linea: 2, mensaje: 'El valor «mucho» no es un número.' },
      { linea: 4, mensaje: `La clave de acceso ${FACTURA} ya consta en el listado.` },
    ])
  })

  test.each<[string, string | Uint8Array, string]>([
    ['what has no column of claves', 'a\tb\n1\t2', 'NO_LISTADO'],
    ['nothing', '', 'NO_LISTADO'],
    ['an XML', '<factura/>', 'NO_LISTADO'],
    ['a spreadsheet', Buffer.from([0x50, 0x4b, 3, 4, 0, 0]), 'ENCODING'],
    ['UTF-16', Buffer.from(`\uFEFF${ONE}`, 'utf16le'), 'ENCODING'],
    ['too much', new Uint8Array(LISTADO_MAX_BYTES + 1), 'TOO_LARGE'],
  ])('refuses %s', (_, source, code) => {
    expect(() => readListado(source)).toThrow(expect.objectContaining({ name: ListadoError.name, code }))
  })
})
