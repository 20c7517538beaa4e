import type { Contexto } from '@yupana/contract'
import { formatNumero } from '@yupana/fiscal'

/** `001-001`, as a point is chosen on the page. */
export const serieOf = ({ establecimiento, punto }: { establecimiento: string; punto: string }): string => `${establecimiento}-${punto}`

/** The points of emission that may be chosen, each with its next number. */
export const seriesOf = ({ puntos }: Contexto) =>
  puntos.map(({ establecimiento, punto, descripcion, siguiente }) => ({
    value: serieOf({ establecimiento, punto }),
    label: formatNumero({ estab: establecimiento, ptoEmi: punto, secuencial: siguiente }) + (descripcion ? ` · ${descripcion}` : ''),
  }))

const puntoOf = ({ puntos }: Pick<Contexto, 'puntos'>, serie: string) => puntos.find((punto) => serieOf(punto) === serie)

/** The number that comes next at a till; nothing is reserved until it is issued. */
export function numeroOf(contexto: Pick<Contexto, 'puntos'>, serie: string): string {
  const found = puntoOf(contexto, serie)
  return found ? formatNumero({ estab: found.establecimiento, ptoEmi: found.punto, secuencial: found.siguiente }) : serie
}

/** Cantón of the establishment that issues, where it was said. */
export const cantonOf = (contexto: Pick<Contexto, 'puntos'>, serie: string): string | null => puntoOf(contexto, serie)?.canton ?? null

/** `001-001` in its two parts, as the server wants them. */
export function puntoFormOf(serie: string): { establecimiento: string; punto: string } {
  const [establecimiento = '', punto = ''] = serie.split('-')
  return { establecimiento, punto }
}
