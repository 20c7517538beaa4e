import * as z from 'zod/mini'

type Def = Record<string, unknown>
const defOf = (schema: z.core.$ZodType) => schema._zod.def as unknown as Def
const isSchema = (value: unknown): value is z.core.$ZodType => typeof value === 'object' && value !== null && '_zod' in value

/** Properties that hold other schemas, by kind: a list of them, or one. */
const INNER = ['element', 'innerType', 'in', 'out', 'left', 'right', 'options', 'items', 'rest', 'valueType'] as const

/** Forms already made strict, so that a route, its documentation and its tests share one. */
const known = new WeakMap<z.core.$ZodType, z.core.$ZodType>()

/**
 * The same form, which refuses unnamed fields at any depth: a silently dropped field is either an attempt to set a forbidden one, or data
 * that the sender believes saved. Free texts by name (drafts, list preferences) are records and stay so.
 */
export function refusingUndeclared<S extends z.ZodMiniType | z.core.$ZodType>(schema: S): S {
  const made = known.get(schema) ?? strictly(schema)
  known.set(schema, made)
  return made as S
}

function strictly(schema: z.core.$ZodType): z.core.$ZodType {
  const def = defOf(schema)
  const strict: Def = { ...def }
  for (const key of INNER) {
    const inner = def[key]
    if (Array.isArray(inner)) strict[key] = inner.map((option: unknown) => (isSchema(option) ? refusingUndeclared(option) : option))
    else if (isSchema(inner)) strict[key] = refusingUndeclared(inner)
  }
  if (def['type'] === 'object') {
    strict['shape'] = Object.fromEntries(
      Object.entries(def['shape'] as Record<string, z.core.$ZodType>).map(([name, field]) => [name, refusingUndeclared(field)]),
    )
    strict['catchall'] ??= z.never()
  }
  return z.clone(schema, strict as never)
}
