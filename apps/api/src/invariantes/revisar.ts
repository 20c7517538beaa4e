import { reviewAtraso } from './atraso.ts'
import { reviewAuditoria } from './auditoria.ts'
import { reviewCabezas } from './cabezas.ts'
import { reviewCongelado } from './congelado.ts'
import { CONSULTAS } from './consultas.ts'
import { reviewDocumentos } from './documentos.ts'
import { EJEMPLOS, type Consulta, type Hallazgo, type Revision } from './invariante.ts'
import { reviewLibro } from './libro.ts'

export interface Informe {
  hallazgos: Hallazgo[]
  checked: number
  violations: number
  seconds: number
}

async function reviewConsulta({ owner }: Revision, { id, titulo, cuenta, viola }: Consulta): Promise<Hallazgo> {
  const {
    rows: [found],
  } = await owner.query<{ n: number; ejemplos: string[] | null }>(
    `select count(*) as n, (array_agg(detalle))[1:${EJEMPLOS}] as ejemplos from (${viola}) v`,
  )
  const {
    rows: [counted],
  } = await owner.query<{ count: number }>(cuenta)
  return { id, titulo, revisados: counted?.count ?? 0, fallas: found?.n ?? 0, ejemplos: found?.ejemplos ?? [] }
}

const byNumber = (a: Hallazgo, b: Hallazgo) => Number(a.id.slice(1)) - Number(b.id.slice(1))

/**
 * Checks every promise of reliability §2.5 that the data can show, one after the other, over all companies. Only reads (its attempted
 * changes are rolled back), in pages; may run beside a working installation.
 */
export async function reviewInvariantes(revision: Revision): Promise<Informe> {
  const began = performance.now()
  const hallazgos: Hallazgo[] = []
  for (const consulta of CONSULTAS) hallazgos.push(await reviewConsulta(revision, consulta))
  hallazgos.push(...(await reviewAtraso(revision)))
  for (const review of [reviewCongelado, reviewAuditoria, reviewDocumentos, reviewLibro]) hallazgos.push(...(await review(revision)))
  hallazgos.push(await reviewCabezas(revision, []))
  hallazgos.sort(byNumber)
  return {
    hallazgos,
    checked: hallazgos.reduce((total, { revisados }) => total + revisados, 0),
    violations: hallazgos.reduce((total, { fallas }) => total + fallas, 0),
    seconds: Math.round((performance.now() - began) / 100) / 10,
  }
}

/** The report for a terminal: one line for each promise, its first violations below. */
export const linesOf = ({ hallazgos }: Informe): Generator<string> => linesOfHallazgos(hallazgos)

export function* linesOfHallazgos(hallazgos: readonly Hallazgo[]): Generator<string> {
  for (const { id, titulo, revisados, fallas, ejemplos, omitido } of hallazgos) {
    const mark = omitido ? '–' : fallas === 0 ? '✔' : '✖'
    yield `${mark} ${id.padEnd(4)}${titulo} (${omitido ? `no se revisó: ${omitido}` : `${revisados} revisados${fallas > 0 ? `, ${fallas} fallas` : ''}`})`
    for (const ejemplo of ejemplos) yield `      ${ejemplo}`
    if (fallas > ejemplos.length) yield `      … y ${fallas - ejemplos.length} más`
  }
}
