import { describe, expect, it } from 'vitest'

import { leerCsv } from '../hoja/leer-csv.ts'
import { csvLine } from './csv.ts'

describe('a cell of a CSV file', () => {
  it.each(['=1+1', '+1+1', '-2+3', '@SUM(A1)', '\t=1+1', '  =1+1', '\u00a0=1+1', '＝1+1', '＋1', '－1', '＠SUM(A1)'])(
    '%j is a text for every spreadsheet, and comes back as it was',
    (text) => {
      const line = csvLine(['x', text])
      expect(line).toBe(`x,'${text}\r\n`)
      expect([...leerCsv(Buffer.from(`a,b\r\n${line}`))][1]).toMatchObject({ celdas: ['x', text], marcas: {} })
    },
  )

  it.each(['-5', '-0.25', 'a=1', 'ana@paz.ec', ' a', '1-2', ''])('%j stays as it is', (text) => expect(csvLine([text])).toBe(`${text}\r\n`))
})
