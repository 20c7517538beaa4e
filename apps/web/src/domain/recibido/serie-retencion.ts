import type { Contexto } from '@yupana/contract'
import { COD_DOC } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'

import { identity, queryClient } from '../../lib/http/query-client.ts'
import { createStore, useStore } from '../../lib/pagina/store.ts'
import { contextoQuery } from '../emision/contexto.queries.ts'
import { serieOf } from '../emision/series.ts'

/** The series chosen for withholdings of the inbox, by this user in this company, until the page is reloaded or another one is chosen. */
const chosen = createStore<{ quien: string | undefined; serie: string } | undefined>(undefined)

interface Serie {
  value: string
  label: string
}

export interface SerieRetencion {
  /** Undefined if this user has no point of emission, or until they are read. */
  serie: Serie | undefined
  series: readonly Serie[]
  isReady: boolean
  /** The series, once the points of emission are read. @throws HttpError */
  settled: () => Promise<Serie | undefined>
  choose: (serie: string) => void
}

const query = { ...contextoQuery(COD_DOC.RETENCION, 'recibidos'), staleTime: Infinity }

const seriesDe = ({ puntos }: Pick<Contexto, 'puntos'>): Serie[] =>
  puntos.map((punto) => ({ value: serieOf(punto), label: [serieOf(punto), punto.descripcion].filter(Boolean).join(' · ') }))

const elegida = (series: readonly Serie[], choice: ReturnType<typeof chosen.get>) =>
  series.find((one) => choice?.quien === identity() && one.value === choice?.serie) ?? series[0]

/** The series in which withholdings of the inbox are issued: the chosen one, or the first. */
export function useSerieRetencion(enabled: boolean): SerieRetencion {
  const choice = useStore(chosen)
  const { data } = useQuery({ ...query, enabled })
  const series = data ? seriesDe(data) : []
  return {
    serie: elegida(series, choice),
    series,
    isReady: data !== undefined,
    settled: async () => elegida(seriesDe(await queryClient.fetchQuery(query)), chosen.get()),
    choose: (serie) => chosen.set({ quien: identity(), serie }),
  }
}
