/** Places of Ecuador by their INEC codes: the country, a provincia of two digits, a cantón of four. */
import { CANTONES } from '../tablas/cantones.ts'

export const TODO_EL_PAIS = 'EC'

export interface Canton {
  /** Four digits; the first two are those of its provincia. */
  codigo: string
  nombre: string
  provincia: string
}

/** Every cantón, by provincia. */
export const listCantones = (): Canton[] =>
  Object.entries(CANTONES)
    .sort(([a], [b]) => Number(a) - Number(b))
    .flatMap(([codigo, [provincia, cantones]]) =>
      cantones.split('|').map((one) => ({ codigo: `${codigo}${one.slice(0, 2)}`, nombre: one.slice(3), provincia })),
    )

/** «Todo el país», «Imbabura», «Cayambe (Pichincha)»; undefined for a code that is no place. */
export function nombreLugar(codigo: string): string | undefined {
  if (codigo === TODO_EL_PAIS) return 'Todo el país'
  if (codigo.length === 2) return CANTONES[codigo]?.[0]
  const canton = listCantones().find((one) => one.codigo === codigo)
  return canton && `${canton.nombre} (${canton.provincia})`
}

/** Whether a cantón lies in a place; an unknown cantón lies in the country alone. */
export const isWithin = (canton: string | null, lugar: string): boolean => lugar === TODO_EL_PAIS || canton?.startsWith(lugar) === true
