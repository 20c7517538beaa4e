import fc from 'fast-check'
import { expect, test } from 'vitest'

import type { ValorDocumento } from '../documentos/documento.ts'
import { declaracionOf, TIPOS_COMPROBANTE } from '../documentos/documentos.ts'
import { nodeArbitrary } from '../testing/arbitraries.ts'
import { runsOf } from '../testing/corridas.ts'
import { unprintableIn } from './fuentes/cobertura.ts'
import { renderRide } from './ride.ts'
import { missingInPdf } from './testing/en-el-pdf.ts'
import { readPdf } from './testing/read-pdf.ts'

const VERSIONES = TIPOS_COMPROBANTE.flatMap((tipo) =>
  Object.entries(declaracionOf(tipo).versions).map(([version, tree]) => [tipo, version, tree] as const),
)
// The requested number of documents in all; the first counterexample is enough.
const { numRuns, seed } = runsOf(60)
const RUNS = { numRuns: Math.ceil(numRuns / VERSIONES.length), seed, endOnFailure: true }

/** Values that the API accepts: printable texts, amounts whose sums stay within the safe bound. */
function printable(value: unknown): unknown {
  if (typeof value === 'number') return value % 10_000_000_000
  if (typeof value === 'string') return [...value].map((character) => (unprintableIn(character).length > 0 ? 'x' : character)).join('')
  if (Array.isArray(value)) return value.map(printable)
  return value !== null && typeof value === 'object'
    ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, printable(each)]))
    : value
}

test.each(VERSIONES)(
  'I12: the PDF of any %s %s says every amount, number, clave, date and text of its XML',
  async (tipo, version, tree) => {
    await fc.assert(
      fc.asyncProperty(nodeArbitrary(tree).map(printable), async (value) => {
        const valor = { version, ...(value as Omit<ValorDocumento, 'version'>) }
        // The RIDE is drawn from the XML, and compared with the value behind that XML.
        const { pages } = readPdf(await renderRide(declaracionOf(tipo).toXml(valor), { formato: 'A4', marcas: [], producto: 'Yupana' }))
        expect(missingInPdf(tree, valor, pages)).toEqual([])
      }),
      RUNS,
    )
  },
)
