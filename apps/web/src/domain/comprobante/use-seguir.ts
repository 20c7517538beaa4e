import type { ComprobanteFila } from '@yupana/contract'
import { useEffect } from 'react'

import { queryClient } from '../../lib/http/query-client.ts'
import { useStore } from '../../lib/pagina/store.ts'
import { pendientesQuery } from '../pendientes/pendientes.queries.ts'
import { follow, isSettled, novedadesStore, type Novedades } from './seguimiento.ts'

/**
 * Follows up to fifty documents live (O-108): one stream per tab, stopped while the tab is hidden, with polling as its fallback.
 * Returns the news by id; a document without news is missing.
 */
export function useSeguir(ids: readonly string[]): Novedades {
  const key = ids.join()
  useEffect(() => (key === '' ? undefined : follow(key.split(','))), [key])
  return useStore(novedadesStore)
}

/** A row merged with its news. */
export const withNovedad = <Row extends { id: string }>(row: Row, novedades: Novedades): Row => ({ ...row, ...novedades.get(row.id) })

/**
 * The rows merged with the news of those in process. Counts are read anew once a row is settled or has another authorization state, so that
 * they never contradict the rows.
 */
export function useFilasVivas(filas: readonly ComprobanteFila[], forget: () => Promise<void>): ComprobanteFila[] {
  const novedades = useSeguir(filas.filter((fila) => !isSettled(fila)).map(({ id }) => id))
  const news = filas
    .flatMap((fila) => {
      const novedad = isSettled(fila) ? undefined : novedades.get(fila.id)
      if (novedad === undefined) return []
      const { id, estado_tributario: word } = novedad
      return isSettled(novedad) || word !== fila.estado_tributario ? `${id} ${word}` : []
    })
    .join()
  useEffect(() => {
    if (news === '') return
    void forget()
    void queryClient.invalidateQueries({ queryKey: pendientesQuery().queryKey })
  }, [news, forget])
  return filas.map((fila) => (isSettled(fila) ? fila : withNovedad(fila, novedades)))
}
