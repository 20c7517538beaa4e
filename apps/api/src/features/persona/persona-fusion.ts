import { MAX_CONTACTOS, MAX_DIRECCIONES, type DireccionPersona, type Persona } from '@yupana/contract'

const LISTAS = ['correos', 'telefonos', 'roles'] as const
/** For these fields the record that stays keeps its own value, and takes the other's where it has none. */
const CAMPOS = ['nombre_comercial', 'direccion', 'dias_credito', 'limite_credito', 'lista_precios'] as const
type Lista = (typeof LISTAS)[number]
type Campo = (typeof CAMPOS)[number] | 'activo'
export type Fusionable = Pick<Persona, Lista | Campo | 'direcciones'>

/** The values a record got from the one merged into it. */
export interface Dado {
  listas: Record<Lista, string[]>
  direcciones: DireccionPersona[]
  /** Before and after. */
  campos: Partial<Record<Campo, [unknown, unknown]>>
  exento: boolean
}

const says = (value: unknown) => value !== null && value !== 0
const addedTo = (own: readonly string[], others: readonly string[]) =>
  others.filter((one) => !own.includes(one)).slice(0, Math.max(0, MAX_CONTACTOS - own.length))

const isMisma = (one: DireccionPersona, other: DireccionPersona) => one.nombre === other.nombre && one.direccion === other.direccion
/** The addresses of a person have different names. */
const direccionesOf = ({ direcciones: own }: Fusionable, { direcciones: others }: Fusionable) =>
  others
    .filter(({ nombre }) => !own.some((one) => one.nombre.toLowerCase() === nombre.toLowerCase()))
    .slice(0, Math.max(0, MAX_DIRECCIONES - own.length))

/** Name and identification are those of the record that stays; mails, phones, roles and further addresses are joined. */
export function fusionOf(queda: Fusionable, otra: Fusionable): { row: Fusionable; dado: Omit<Dado, 'exento'> } {
  const listas = Object.fromEntries(LISTAS.map((lista) => [lista, addedTo(queda[lista], otra[lista])])) as Dado['listas']
  const campos: Dado['campos'] = {}
  for (const campo of CAMPOS) if (!says(queda[campo]) && says(otra[campo])) campos[campo] = [queda[campo], otra[campo]]
  if (!queda.activo && otra.activo) campos.activo = [false, true]
  const joined = Object.fromEntries(LISTAS.map((lista) => [lista, [...queda[lista], ...listas[lista]]]))
  const taken = Object.fromEntries(Object.entries(campos).map(([campo, [, after]]) => [campo, after]))
  const direcciones = direccionesOf(queda, otra)
  return {
    row: { ...fusionable(queda), ...joined, ...taken, direcciones: [...queda.direcciones, ...direcciones] },
    dado: { listas, direcciones, campos },
  }
}

/** Removes the given values, except those changed since or given by another merged record too. */
export function separada(queda: Fusionable, dado: Dado, otras: readonly Fusionable[]): Fusionable {
  const kept = Object.fromEntries(
    LISTAS.map((lista) => {
      const goes = dado.listas[lista].filter((one) => !otras.some((otra) => (otra[lista] as string[]).includes(one)))
      const left = (queda[lista] as string[]).filter((one) => !goes.includes(one))
      // A person always keeps a role.
      return [lista, lista === 'roles' && left.length === 0 ? queda.roles : left]
    }),
  )
  const back = Object.fromEntries(
    Object.entries(dado.campos).flatMap(([campo, [before, after]]) => (queda[campo as Campo] === after ? [[campo, before]] : [])),
  )
  const goes = dado.direcciones.filter((one) => !otras.some((otra) => otra.direcciones.some((other) => isMisma(one, other))))
  const direcciones = queda.direcciones.filter((one) => !goes.some((gone) => isMisma(one, gone)))
  return { ...fusionable(queda), ...kept, ...back, direcciones }
}

const fusionable = (persona: Fusionable): Fusionable =>
  Object.fromEntries(
    [...LISTAS, ...CAMPOS, 'activo' as const, 'direcciones' as const].map((campo) => [campo, persona[campo]]),
  ) as Fusionable
