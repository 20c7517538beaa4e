import { Readable } from 'node:stream'
import { expect, it } from 'vitest'

import { readZip } from '../testing/read-zip.ts'
import { xlsxOf, type Celda } from './xlsx.ts'
import { zipOf, type ArchivoZip } from './zip-stream.ts'

async function bytesOf(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = []
  for await (const chunk of chunks) all.push(chunk)
  return Buffer.concat(all)
}

it('files come back whole, with names in Spanish, empty ones too', async () => {
  const large = 'línea de un archivo grande\n'.repeat(50_000)
  const zip = await bytesOf(
    zipOf([
      { nombre: 'Año/ñandú.xml', partes: ['<a>', '</a>'] },
      { nombre: 'vacío.txt', partes: [] },
      { nombre: 'grande.txt', partes: [Buffer.from(large)] },
      { nombre: 'mezcla.txt', partes: ['ñ', Buffer.from('1'), 'a', '', 'b', Buffer.alloc(0), Buffer.from('2'), 'ú'.repeat(70_000), 'c'] },
    ]),
  )
  expect([...readZip(zip)]).toEqual([
    ['Año/ñandú.xml', '<a></a>'],
    ['vacío.txt', ''],
    ['grande.txt', large],
    ['mezcla.txt', `ñ1ab2${'ú'.repeat(70_000)}c`],
  ])
  expect(zip.length).toBeLessThan(large.length / 20)
})

it('nothing is made before it is taken, and a failure of a part ends the file', async () => {
  const made: number[] = []
  async function* archivos(): AsyncGenerator<ArchivoZip> {
    for (let at = 0; at < 100; at++) {
      made.push(at)
      yield { nombre: `${at}.txt`, partes: [await Promise.resolve('x'.repeat(10_000))] }
    }
  }
  const zip = zipOf(archivos())
  await zip.next()
  expect(made).toEqual([0])
  await zip.return(undefined)
  expect(made).toEqual([0])

  const broken = Readable.from(
    (async function* () {
      yield 'a'
      await Promise.resolve()
      throw new Error('broken')
    })(),
  )
  await expect(bytesOf(zipOf([{ nombre: 'a', partes: broken }]))).rejects.toThrow('broken')
})

it('a sheet says what is a number, a day and a text, and no text is a formula or breaks the file', async () => {
  async function* filas(): AsyncGenerator<readonly Celda[]> {
    yield await Promise.resolve([
      { tipo: 'texto', texto: '=HYPERLINK("x")&<b>\u0001' },
      { tipo: 'monto', texto: '123456789.01' },
      { tipo: 'fecha', texto: '46349' },
      { tipo: 'texto', texto: '' },
    ])
  }
  const columnas = ['Nombre', 'Total', 'Fecha', 'Nada'].map((header) => ({ header, ancho: 10 }))
  const parts = readZip(await bytesOf(xlsxOf({ nombre: 'Año & <1>', columnas, filas: filas() })))
  expect([...parts.keys()]).toEqual([
    '[Content_Types].xml',
    '_rels/.rels',
    'xl/workbook.xml',
    'xl/_rels/workbook.xml.rels',
    'xl/styles.xml',
    'xl/worksheets/sheet1.xml',
  ])
  expect(parts.get('xl/workbook.xml')).toContain('name="Año &amp; &lt;1&gt;"')
  const sheet = parts.get('xl/worksheets/sheet1.xml')
  expect(sheet).toContain('<is><t xml:space="preserve">=HYPERLINK(&quot;x&quot;)&amp;&lt;b&gt;\ufffd</t></is>')
  expect(sheet).toContain('<c s="2"><v>123456789.01</v></c><c s="3"><v>46349</v></c><c/></row></sheetData>')
  expect(sheet).not.toContain('<f>')
})
