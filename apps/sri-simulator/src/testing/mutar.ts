// Seeded mutations of a document's tree, in small text steps, so that the broken part is known exactly.
import { readCanonical, type Nodo } from '../documento/arbol.ts'

/** Small seeded generator (mulberry32): the same seed, the same corpus. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

const escape = (text: string): string =>
  text.replace(/[&<>"\r]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' })[c] ?? c)

export function toXml(nodo: Nodo): string {
  const attrs = [...(nodo.attrs ?? [])].map(([k, v]) => ` ${k}="${escape(v).replace(/\n/g, '&#10;').replace(/\t/g, '&#9;')}"`).join('')
  const xmlns = nodo.xmlns === undefined ? '' : ` xmlns="${nodo.xmlns}"`
  return `<${nodo.name}${xmlns}${attrs}>${escape(nodo.text)}${nodo.children.map(toXml).join('')}</${nodo.name}>`
}

const clone = (nodo: Nodo): Nodo => ({ ...nodo, attrs: nodo.attrs && new Map(nodo.attrs), children: nodo.children.map(clone) })

function pathsOf(nodo: Nodo, path: readonly number[] = []): number[][] {
  return [[...path], ...nodo.children.flatMap((item, index) => pathsOf(item, [...path, index]))]
}

function at(root: Nodo, path: readonly number[]): Nodo {
  return path.reduce((nodo, index) => nodo.children[index] ?? nodo, root)
}

/** Edge values of all types of the tables. */
export const VALUES = [
  '',
  ' ',
  'x',
  '0',
  '-1',
  '-0',
  '+5',
  '1.',
  '.5',
  '.',
  '1.005',
  '1.10',
  '1.1234567',
  '00012.50',
  '1e3',
  'NaN',
  '1,50',
  ' 7.00 ',
  '7\n',
  'línea\nuna',
  'tab\tulado',
  'retorno\r',
  '9'.repeat(12),
  `${'9'.repeat(12)}.99`,
  '9'.repeat(13),
  `${'9'.repeat(12)}.123456`,
  `${'9'.repeat(12)}.1234567`,
  `${'9'.repeat(13)}.123456`,
  '12345',
  '123456',
  'ABC',
  'AB',
  'A'.repeat(10),
  'A'.repeat(11),
  'A'.repeat(13),
  'A'.repeat(14),
  'A'.repeat(15),
  'A'.repeat(16),
  'A'.repeat(20),
  'A'.repeat(21),
  'A'.repeat(30),
  'A'.repeat(31),
  'A'.repeat(40),
  'A'.repeat(41),
  'A'.repeat(50),
  'A'.repeat(51),
  'A'.repeat(64),
  'A'.repeat(65),
  'A'.repeat(100),
  'A'.repeat(101),
  '1'.repeat(8),
  '1'.repeat(9),
  '1'.repeat(10),
  '1'.repeat(48),
  '1'.repeat(49),
  '1'.repeat(50),
  `${'9'.repeat(15)}.5`,
  'ñ'.repeat(300),
  'ñ'.repeat(301),
  '😀'.repeat(300),
  '😀'.repeat(301),
  'A'.repeat(25),
  'A'.repeat(26),
  '01',
  '04',
  '09',
  '22',
  '3',
  '99/99/2026',
  '31/02/2026',
  '2026-11-20',
  '20/11/2026',
  '001-001-000000001',
  '001001000000001',
  '123456789',
  'SI',
  'NO',
  'si',
  '1790012344001',
  '1790012344002',
  'CONTRIBUYENTE REGIMEN RIMPE',
  'EXPORTADOR',
  'https://example.com',
  '１２３',
  '100',
  '12.25',
]

export interface Mutante {
  readonly what: string
  readonly xml: string
}

/** The document with one value replaced, by the path of its element and the name of its attribute, if it is one. */
export function withValue(xml: string, path: readonly number[], value: string, attribute?: string): string {
  const root = readCanonical(xml)
  const nodo = at(root, path)
  if (attribute === undefined) nodo.text = value
  else (nodo.attrs as Map<string, string>).set(attribute, value)
  return toXml(root)
}

/** Every leaf and attribute of a document. */
export function leavesOf(xml: string): { path: number[]; attribute?: string; name: string }[] {
  const root = readCanonical(xml)
  return pathsOf(root).flatMap((path) => {
    const nodo = at(root, path)
    const attributes = [...(nodo.attrs?.keys() ?? [])].map((attribute) => ({ path, attribute, name: `${nodo.name}/@${attribute}` }))
    return nodo.children.length === 0 ? [{ path, name: nodo.name }, ...attributes] : attributes
  })
}

const NEW_ATTRIBUTES: readonly (readonly [string, string])[] = [
  ['extra', '1'],
  ['id', 'otro'],
  ['nombre', ''],
  ['valor', 'x'.repeat(301)],
]

/** One seeded mutant of the document. */
export function mutate(xml: string, random: () => number): Mutante {
  const root = clone(readCanonical(xml.replace(/^<\?xml[^>]*\?>\s*/, '')))
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const path = pick(pathsOf(root))
  const nodo = at(root, path)
  const parent = path.length > 0 ? at(root, path.slice(0, -1)) : undefined
  const index = path[path.length - 1] ?? 0
  const leaf = nodo.children.length === 0
  const steps: [string, () => void][] = [
    ['attribute', () => (nodo.attrs as Map<string, string> | undefined)?.set(...(pick(NEW_ATTRIBUTES) as [string, string]))],
    ['drop attribute', () => (nodo.attrs as Map<string, string> | undefined)?.delete(pick([...(nodo.attrs?.keys() ?? [])]) ?? '')],
    [
      'text',
      () => {
        nodo.text = pick(VALUES)
      },
    ],
  ]
  if (leaf)
    steps.push(
      [
        'value',
        () => {
          nodo.text = pick(VALUES)
        },
      ],
      [
        'value',
        () => {
          nodo.text = pick(VALUES)
        },
      ],
      [
        'overlong',
        () => {
          nodo.text = nodo.text.repeat(40).slice(0, 301 + Math.floor(random() * 5))
        },
      ],
    )
  if (parent) {
    steps.push(
      [
        'remove',
        () => {
          parent.children.splice(index, 1)
        },
      ],
      [
        'duplicate',
        () => {
          parent.children.splice(index, 0, clone(nodo))
        },
      ],
      [
        'repeat',
        () => {
          parent.children.splice(index, 0, ...Array.from({ length: 2 + Math.floor(random() * 16) }, () => clone(nodo)))
        },
      ],
      [
        'swap',
        () => {
          const other = Math.floor(random() * parent.children.length)
          ;[parent.children[index], parent.children[other]] = [parent.children[other] as Nodo, nodo]
        },
      ],
      [
        'rename',
        () => {
          parent.children[index] = { ...nodo, name: pick(['otro', nodo.name.toUpperCase(), 'codigo', 'total']) }
        },
      ],
      [
        'namespace',
        () => {
          parent.children[index] = { ...nodo, xmlns: 'urn:otro' }
        },
      ],
      [
        'empty',
        () => {
          nodo.children.length = 0
          nodo.text = ''
        },
      ],
      [
        'insert',
        () => {
          parent.children.splice(index, 0, {
            ...clone(nodo),
            name: pick(['extra', 'placa', 'moneda', 'propina', 'ruta']),
            children: [],
            text: '1',
          })
        },
      ],
    )
  }
  const [what, step] = pick(steps)
  step()
  return { what: `${what} ${nodo.name}`, xml: toXml(root) }
}
