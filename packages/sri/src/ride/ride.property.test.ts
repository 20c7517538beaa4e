import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import type { ValorDocumento } from '../documentos/documento.ts'
import { declaracionOf, TIPOS_COMPROBANTE, type Comprobante } from '../documentos/documentos.ts'
import { nodeArbitrary } from '../testing/arbitraries.ts'
import { runsOf } from '../testing/corridas.ts'
import { renderRideComprobante } from './ride.ts'
import { readPdf } from './testing/read-pdf.ts'

// Shrinking would draw hundreds of pages: the first counterexample is enough.
const { numRuns, seed } = runsOf(60)
const RUNS = { numRuns: Math.ceil(numRuns / 15), seed, endOnFailure: true }
const VERSIONES = TIPOS_COMPROBANTE.flatMap((tipo) =>
  Object.entries(declaracionOf(tipo).versions).map(([version, tree]) => ({ tipo, version, tree })),
)

/** Amounts below 10,000: their sums and products stay within the safe bound. */
const bounded = (value: unknown): unknown =>
  typeof value === 'number'
    ? value % 10_000_000_000
    : Array.isArray(value)
      ? value.map(bounded)
      : value !== null && typeof value === 'object'
        ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, bounded(each)]))
        : value

describe.each(VERSIONES)('RIDE of any $tipo $version', ({ tipo, version, tree }) => {
  test.each(['A4', 'TICKET'] as const)('is drawn whole, within its pages (%s)', async (formato) => {
    await fc.assert(
      fc.asyncProperty(nodeArbitrary(tree).map(bounded), async (value) => {
        const documento = { version, ...(value as Omit<ValorDocumento, 'version'>) }
        const { pages, lowest } = readPdf(
          await renderRideComprobante({ tipo, documento } as unknown as Comprobante, { formato, marcas: [], producto: 'Yupana' }),
        )
        expect(pages.length).toBeGreaterThan(0)
        for (const y of lowest) expect(y).toBeGreaterThan(0)
      }),
      RUNS,
    )
  })
})
