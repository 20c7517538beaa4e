// Documents made from a table: each optional element occurs with the given chance, so that the corpus contains all of them.
import type { Declaracion } from '../estructura/compilar.ts'

const CANDIDATES = [
  'SI',
  '1',
  '2',
  '4',
  '01',
  '05',
  '001',
  '150',
  '2026',
  '12/2026',
  '20/11/2026',
  '12.50',
  'EXPORTADOR',
  'FOB',
  'ABC12',
  '001-001-000000001',
  '000000001',
  '001001000000001',
  '1790012344001',
  '2011202601179001234400110010010000000011234567811',
  '1234567890',
  'CONTRIBUYENTE RÉGIMEN RIMPE',
  'Texto de ejemplo',
  'comprobante',
  '1.1.0',
]

function valueFor(check: Declaracion['check'], random: () => number): string {
  const valid = CANDIDATES.filter((candidate) => check?.(candidate) === undefined)
  const value = valid[Math.floor(random() * valid.length)]
  if (value === undefined) throw new Error('no candidate satisfies a type of the table')
  return value
}

/** XML of a valid document. */
export function generate(declaracion: Declaracion, random: () => number, optional: number, repeat = true): string {
  const attrs = [...declaracion.attributes].map(([name, a]) => ` ${name}="${valueFor(a.check, random)}"`).join('')
  const inner = declaracion.check
    ? valueFor(declaracion.check, random)
    : declaracion.children
        .map((item) => {
          if (item.min === 0 && random() >= optional) return ''
          const times = Math.min(item.max, Math.max(1, item.min) + (repeat ? Math.floor(random() * 2) : 0))
          return Array.from({ length: times }, () => generate(item, random, optional, repeat)).join('')
        })
        .join('')
  return `<${declaracion.name}${attrs}>${inner}</${declaracion.name}>`
}
