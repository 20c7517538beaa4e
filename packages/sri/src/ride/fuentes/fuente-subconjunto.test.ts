import { expect, it } from 'vitest'

import { loadFuentes } from './fuentes.ts'

function tablesOf(file: Uint8Array): Map<string, DataView> {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  return new Map(
    Array.from({ length: view.getUint16(4) }, (_, i) => {
      const entry = 12 + i * 16
      const tag = Buffer.from(file.subarray(entry, entry + 4)).toString()
      return [tag, new DataView(file.buffer, file.byteOffset + view.getUint32(entry + 8), view.getUint32(entry + 12))]
    }),
  )
}

async function subsetOf(texto: string) {
  const { pdf } = (await loadFuentes()).normal
  const subset = pdf.createSubset()
  const numbers = pdf.layout(texto).glyphs.map(({ id }) => subset.includeGlyph(id))
  const tables = tablesOf(subset.encode())
  const table = (tag: string): DataView => tables.get(tag) ?? new DataView(new ArrayBuffer(0))
  return { numbers, table, glyphCount: table('maxp').getUint16(4) }
}

it('numbers the glyphs by first use, after the missing one', async () => {
  expect((await subsetOf('ABBA')).numbers).toEqual([1, 2, 2, 1])
})

it('brings the parts of an accented letter along, renumbered', async () => {
  const { table, glyphCount } = await subsetOf('ñ')
  expect(glyphCount).toBe(4)
  const outline = table('loca').getUint32(4)
  expect(table('glyf').getInt16(outline)).toBe(-1)
  expect(table('glyf').getUint16(outline + 12)).toBe(2)
})

it('takes from a font whose simple glyphs have no hinting to leave behind', async () => {
  const { table } = await subsetOf('A')
  const outline = table('loca').getUint32(4)
  const contours = table('glyf').getInt16(outline)
  expect(contours).toBeGreaterThan(0)
  expect(table('glyf').getUint16(outline + 10 + contours * 2)).toBe(0)
})

it('does not change the font it takes from', async () => {
  const first = await subsetOf('ñ')
  const second = await subsetOf('ñ')
  expect(Buffer.from(second.table('glyf').buffer).equals(Buffer.from(first.table('glyf').buffer))).toBe(true)
})
