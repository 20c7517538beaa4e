import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'

import { whyNotPdf } from './pdf.ts'

const pdfOf = (...parts: (string | Buffer)[]) => Buffer.concat(['%PDF-1.5\n', ...parts, '\n%%EOF'].map((part) => Buffer.from(part)))
const tableOf = (text: string) => [`<< /Type /ObjStm /Length 9 >>\nstream\n`, deflateSync(text), '\nendstream\n']
const SIN_PAGINAS = 'El PDF no tiene páginas que se puedan leer.'

describe('a PDF is judged by its content', () => {
  it('its pages may be named in a compressed table', () => {
    expect(whyNotPdf(pdfOf(...tableOf('<< /Type /Page /Parent 2 0 R >>')))).toBeUndefined()
    expect(whyNotPdf(pdfOf(...tableOf('<< /Type /Pages >>')))).toBe(SIN_PAGINAS)
  })

  it('tables beyond what one may hold count as the largest: what comes after ten megabytes is not looked at', () => {
    const bombs = Array.from({ length: 6 }, () => tableOf(' '.repeat(2_100_000))).flat()
    expect(whyNotPdf(pdfOf(...bombs, ...tableOf('<< /Type /Page >>')))).toBe(SIN_PAGINAS)
  })

  it.each<[string, Buffer]>([
    ['names of tables without an end', pdfOf('/ObjStm '.repeat(600_000))],
    ['thousands of tables that unpack to megabytes', pdfOf(...Array.from({ length: 2_000 }, () => tableOf(' '.repeat(1_900_000))).flat())],
    ['names with room behind them', pdfOf(`/Type${' '.repeat(1_000)}`.repeat(4_500))],
    ['numbers without an end', pdfOf(`/Encrypt ${'1'.repeat(2_000_000)}${' '.repeat(2_000_000)}`)],
  ])('the server goes on with %s', (_what, bytes) => {
    const start = performance.now()
    expect(whyNotPdf(bytes)).toBe(SIN_PAGINAS)
    // Minutes without bounds, and all other work would wait.
    expect(performance.now() - start).toBeLessThan(1_500)
  })
})
