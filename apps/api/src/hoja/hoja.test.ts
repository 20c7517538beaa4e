import { deflateRawSync, crc32 } from 'node:zlib'
import { describe, expect, it } from 'vitest'

import { escribirXlsx, zipOf } from '../testing/hoja-xlsx.ts'
import { celdaName, filasOf, HojaError, type FilaHoja } from './hoja.ts'
import { leerHoja } from './leer-hoja.ts'

const read = (file: Buffer | string): FilaHoja[] => [...filasOf(leerHoja(Buffer.from(file)))]
const cells = (file: Buffer | string) => read(file).map(({ celdas }) => celdas)
const why = (file: Buffer | string): string => {
  try {
    leerHoja(Buffer.from(file))
    return 'taken'
  } catch (error) {
    if (!(error instanceof HojaError)) throw error
    return error.message
  }
}

/** A workbook by its sheet, with what else is asked for. */
function book(sheet: string, extra: Record<string, string> = {}): Buffer {
  const parts = {
    'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="H" sheetId="1" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${sheet}</sheetData></worksheet>`,
    ...extra,
  }
  return zipOf(Object.entries(parts).map(([nombre, texto]) => ({ nombre, texto })))
}

describe('what is read', () => {
  it('«Texto Unicode» of a spreadsheet, in either order of bytes, with its tabs', () => {
    const unicode = Buffer.from('\uFEFFCódigo\tNombre\r\nA1\tCañón €\r\n', 'utf16le')
    const rows = [
      ['Código', 'Nombre'],
      ['A1', 'Cañón €'],
    ]
    expect([cells(unicode), cells(Buffer.from(unicode).swap16())]).toEqual([rows, rows])
    expect(why(Buffer.from('\uFEFFa\tb\0\r\n', 'utf16le'))).toBe('El archivo no es una hoja: guárdelo como .xlsx o .csv.')
  })

  it.each([
    [
      'a,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      '\uFEFFa;b\r\n"x;y";"dice ""sí"""\r\n',
      [
        ['a', 'b'],
        ['x;y', 'dice "sí"'],
      ],
    ],
    [
      'a\tb\nuno\t\n',
      [
        ['a', 'b'],
        ['uno', ''],
      ],
    ],
    [
      'código;precio\n\n;\nA;"1,5"',
      [
        ['código', 'precio'],
        ['A', '1,5'],
      ],
    ],
  ])('a CSV %j', (text, rows) => expect(cells(text)).toEqual(rows))

  it('a CSV that Windows wrote', () => expect(cells(Buffer.from('C\xf3digo;\xd1and\xfa\n', 'latin1'))).toEqual([['Código', 'Ñandú']]))

  it('what this product writes', () => {
    const rows = [
      ['Código', 'Nombre & «más»'],
      ['007', '<b>"ñ"</b>'],
    ]
    expect(cells(escribirXlsx('Productos', rows))).toEqual(rows)
  })

  it('numbers as they were typed, texts of all kinds, gaps, truth and errors', () => {
    const sheet =
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="inlineStr"><is><t>uno</t><t> dos</t></is></c></row>' +
      '<row r="3" spans="1:4"><c r="A3"><v>4.3499999999999996</v></c><c r="B3" s="1"><v>7.861234567890E12</v></c><c r="C3" t="b"><v>1</v></c><c r="D3" t="e"><v>#N/A</v></c><c r="E3"><f>A3*2</f><v>8.7</v></c></row>'
    const shared = '<sst><si><r><t>Cód</t></r><r><t xml:space="preserve">igo &amp; m&#225;s</t></r><rPh><t>no</t></rPh></si></sst>'
    expect(read(book(sheet, { 'xl/sharedStrings.xml': shared }))).toEqual([
      { n: 1, celdas: ['Código & más', '', 'uno dos'], marcas: {} },
      { n: 3, celdas: ['4.35', '7861234567890', 'Sí', '#N/A', '8.7'], marcas: { 3: 'ERROR', 4: 'FORMULA' } },
    ])
  })

  it('names with a mark before them', () => {
    const sheet = '<x:worksheet><x:sheetData><x:row r="1"><x:c r="A1"><x:v>5</x:v></x:c></x:row></x:sheetData></x:worksheet>'
    expect(cells(book('', { 'xl/worksheets/sheet1.xml': sheet }))).toEqual([['5']])
  })

  it('names cells as a spreadsheet does', () =>
    expect([celdaName(0, 1), celdaName(25, 2), celdaName(26, 3), celdaName(701, 4)]).toEqual(['A1', 'Z2', 'AA3', 'ZZ4']))
})

describe('what is refused (reliability §3.2)', () => {
  const row = '<row r="1"><c r="A1"><v>1</v></c></row>'
  it.each([
    ['an empty file of spaces', '  \n', 'El archivo está vacío.'],
    ['bytes that are no text', 'a\0b', 'El archivo no es una hoja: guárdelo como .xlsx o .csv.'],
    [
      'an old workbook',
      Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1]),
      'El archivo es de un Excel antiguo o tiene contraseña: guárdelo como .xlsx.',
    ],
    ['another ZIP', zipOf([{ nombre: 'a.txt', texto: 'x' }]), 'El archivo no es una hoja de Excel: guárdelo como .xlsx o .csv.'],
    ['a file cut in the middle', book(row).subarray(0, 300), 'El archivo está dañado o incompleto.'],
    ['macros', book(row, { 'xl/vbaProject.bin': 'x' }), 'El archivo tiene macros: guárdelo como .xlsx sin macros.'],
    [
      'links to elsewhere',
      book(row, { 'xl/externalLinks/externalLink1.xml': '<a/>' }),
      'El archivo tiene vínculos a otros archivos: péguelos como valores.',
    ],
    ['a ZIP within', book(row, { 'xl/a.zip': 'x' }), 'El archivo tiene otros archivos dentro.'],
    [
      'entities of its own',
      book('', { 'xl/worksheets/sheet1.xml': '<!DOCTYPE a [<!ENTITY b "c">]><worksheet/>' }),
      'El archivo está dañado o incompleto.',
    ],
    ['a million columns', book('<row r="1"><c r="XFD1"><v>1</v></c></row>'), 'El archivo tiene más de 100 columnas.'],
    ['rows that go back', book('<row r="2"/><row r="1"/>'), 'El archivo está dañado o incompleto.'],
    ['a row without end', book('<row r="1"><c r="A1"><v>1</v></c>'), 'El archivo está dañado o incompleto.'],
    ['a row of a megabyte', book(`<row r="1">${'<c/>'.repeat(300_000)}</row>`), 'Una fila o un texto del archivo es demasiado largo.'],
    ['quotes that do not close', 'a;"b\n', 'El archivo está incompleto: unas comillas no se cierran.'],
    ['too many columns in a CSV', `${'a,'.repeat(200)}\n`, 'El archivo tiene más de 100 columnas.'],
    ['too many rows', 'a\n'.repeat(50_002), 'El archivo tiene más de 50,000 filas: súbalo en partes.'],
  ])('%s', (_name, file, reason) => expect(why(file)).toBe(reason))

  it('a bomb: a few KB that say they are small and are not', () => {
    const bomb = (said: number) => {
      const packed = deflateRawSync(Buffer.alloc(120_000_000, 0x20))
      const bytes = book(row, { 'xl/sharedStrings.xml': '@@' })
      const own = deflateRawSync(Buffer.from('@@'))
      const at = bytes.indexOf(own)
      const out = Buffer.concat([bytes.subarray(0, at), packed, bytes.subarray(at + own.length)])
      // The sizes that the file says of this part, in both places.
      const name = Buffer.from('xl/sharedStrings.xml')
      out.writeUInt32LE(packed.length, out.indexOf(name) - 12)
      out.writeUInt32LE(said, out.indexOf(name) - 8)
      const central = out.lastIndexOf(name) - 46
      out.writeUInt32LE(packed.length, central + 20)
      out.writeUInt32LE(said, central + 24)
      out.writeUInt32LE(crc32(Buffer.from('@@')), central + 16)
      const end = out.length - 22
      out.writeUInt32LE(out.readUInt32LE(end + 16) + packed.length - own.length, end + 16)
      return out
    }
    expect(why(bomb(2))).toBe('El archivo es demasiado grande por dentro: hasta 100 MB desempacado.')
    expect(why(bomb(120_000_000))).toBe('El archivo es demasiado grande por dentro: hasta 100 MB desempacado.')
  })

  it('a formula in a CSV is marked, a negative number is none', () => {
    expect(read("=1+1;-5;+3;-A1;@SUM(A1);'=x\n")).toEqual([
      { n: 1, celdas: ['=1+1', '-5', '+3', '-A1', '@SUM(A1)', '=x'], marcas: { 0: 'FORMULA', 3: 'FORMULA', 4: 'FORMULA' } },
    ])
  })
})
