// Random values for what the contract describes, sound ones and hostile ones alike.
import fc from 'fast-check'

type Json = Record<string, unknown>

/** What hostile or careless callers put where a value belongs. */
export const hostile: fc.Arbitrary<unknown> = fc.constantFrom<unknown>(
  null,
  true,
  '',
  ' ',
  0,
  -0,
  -1,
  1,
  0.1,
  1e15,
  9_007_199_254_740_991,
  9_007_199_254_740_992,
  1e308,
  'x',
  'x'.repeat(400),
  '\u0000',
  '\ud800',
  'e\u0301'.repeat(200),
  '\u202e',
  '__proto__',
  'constructor',
  '2026-02-30',
  '9999-12-31',
  '0000-00-00',
  '2026-06-15',
  '00000000-0000-4000-8000-000000000000',
  '001',
  '9999999999999',
  '=1+1',
  "'; drop table empresa; --",
  '%',
  '_',
  '\\',
  '<script>',
  ']]>',
  [],
  {},
  [[]],
  [null],
  { length: -1 },
)

/** Values that a JSON Schema describes, and now and then one that it does not. */
export function schemaArbitrary(schema: Json, root: Json, depth = 0): fc.Arbitrary<unknown> {
  if (depth > 7) return fc.constant(null)
  return fc.oneof({ weight: 9, arbitrary: soundArbitrary(schema, root, depth) }, { weight: 1, arbitrary: hostile })
}

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

function resolve(reference: string, root: Json): Json {
  return reference
    .slice(2)
    .split('/')
    .reduce<unknown>((value, key) => (isJson(value) ? value[key.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined), root) as Json
}

function soundArbitrary(schema: Json, root: Json, depth: number): fc.Arbitrary<unknown> {
  const inner = (one: unknown) => schemaArbitrary(isJson(one) ? one : {}, root, depth + 1)
  if (typeof schema['$ref'] === 'string') return soundArbitrary(resolve(schema['$ref'], root), root, depth)
  const choices = schema['anyOf'] ?? schema['oneOf']
  if (Array.isArray(choices)) return fc.oneof(...choices.map(inner))
  if ('const' in schema) return fc.constant(schema['const'])
  if (Array.isArray(schema['enum'])) return fc.constantFrom<unknown>(...(schema['enum'] as unknown[]))
  switch (schema['type']) {
    case 'object':
      return objectArbitrary(schema, inner)
    case 'array':
      return fc.array(inner(schema['items']), { maxLength: 4 })
    case 'boolean':
      return fc.boolean()
    case 'integer':
    case 'number':
      return fc.oneof(
        fc.integer({ min: 0, max: 20 }),
        fc.integer({ min: 0, max: 1_000 }).map((units) => units * 1_000_000),
        fc.integer({ min: 1, max: 100_000_000 }),
      )
    case 'string':
      return stringArbitrary(schema)
    default:
      return hostile
  }
}

function objectArbitrary(schema: Json, inner: (one: unknown) => fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const properties = isJson(schema['properties']) ? schema['properties'] : {}
  const required = Array.isArray(schema['required']) ? (schema['required'] as string[]) : []
  const members = Object.fromEntries(Object.entries(properties).map(([key, one]) => [key, inner(one)]))
  return fc.record(members, { requiredKeys: required.filter((key) => key in members) })
}

const PLAIN = fc.oneof(
  fc.constantFrom('001', '01', '04', '05', '1712345675', '1790012344001', 'ana@ejemplo.ec', '2026-06-15', 'Papel', 'ABC-0123', '06/2026'),
  fc.string({ unit: 'binary', maxLength: 40 }),
)

/** Texts of each pattern: to read a pattern takes longer than to ask the server. */
const ofPattern = new Map<string, fc.Arbitrary<string>>()

function stringArbitrary({ format, pattern }: Json): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.uuid()
  if (typeof pattern !== 'string') return PLAIN
  const matching = ofPattern.get(pattern) ?? fc.stringMatching(new RegExp(pattern), { maxLength: 60 })
  ofPattern.set(pattern, matching)
  return fc.oneof(matching, PLAIN)
}

/** A sound form with some of its places taken by other values, left out or said twice. */
export function mutated(form: unknown): fc.Arbitrary<unknown> {
  const change = fc.record({ at: fc.nat(), how: fc.constantFrom('replace', 'remove', 'repeat'), value: hostile })
  return fc.array(change, { minLength: 0, maxLength: 3 }).map((changes) => {
    const copy = structuredClone(form)
    for (const { at, how, value } of changes) {
      const places = placesOf(copy)
      const place = places[at % Math.max(1, places.length)]
      if (place) changeAt(place, how, value)
    }
    return copy
  })
}

interface Place {
  holder: unknown[] | Json
  key: string
}

function placesOf(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) return []
  const holder = value as unknown[] | Json
  return Object.entries(holder).flatMap(([key, inner]) => [{ holder, key }, ...placesOf(inner)])
}

function changeAt({ holder, key }: Place, how: string, value: unknown): void {
  if (Array.isArray(holder)) {
    const at = Number(key)
    if (how === 'remove') holder.splice(at, 1)
    else if (how === 'repeat') holder.push(structuredClone(holder[at]))
    else holder[at] = value
  } else if (how === 'remove') delete holder[key]
  else
    Object.defineProperty(holder, key, {
      value: how === 'repeat' ? [holder[key], holder[key]] : value,
      enumerable: true,
      writable: true,
      configurable: true,
    })
}
