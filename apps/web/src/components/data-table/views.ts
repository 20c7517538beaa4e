import type { Vista } from '@yupana/contract'
import type { Fecha } from '@yupana/fiscal'

import { periodosOn } from './periodos.ts'

const PERIODO = 'periodo'
const [DESDE, HASTA] = ['desde', 'hasta']

/** The part of an address that a view stores: the days of «Este mes» are stored as that name, and later mean the month of then. */
export function consultaToKeep(consulta: string, hoy: Fecha): string {
  const params = new URLSearchParams(consulta)
  const named = periodosOn(hoy).find(({ desde, hasta }) => desde !== '' && desde === params.get(DESDE) && hasta === params.get(HASTA))
  if (named) {
    params.delete(DESDE)
    params.delete(HASTA)
    params.set(PERIODO, named.value)
  }
  return String(params)
}

/** The address of a view today. */
export function consultaOn({ consulta }: Pick<Vista, 'consulta'>, hoy: Fecha): string {
  const params = new URLSearchParams(consulta)
  const named = periodosOn(hoy).find(({ value }) => value === params.get(PERIODO))
  params.delete(PERIODO)
  if (named) {
    params.set(DESDE, named.desde)
    params.set(HASTA, named.hasta)
  }
  return String(params)
}
