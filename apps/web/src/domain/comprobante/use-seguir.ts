import { useEffect } from 'react'

import { useStore } from '../../lib/pagina/store.ts'
import { follow, novedadesStore, type Novedades } from './seguimiento.ts'

/**
 * Follows up to fifty documents live (O-108): one stream per tab, given up while the tab is hidden, with polling as its fallback.
 * Answers the news by id; a document nobody told about yet is not in it.
 */
export function useSeguir(ids: readonly string[]): Novedades {
  const key = ids.join()
  useEffect(() => (key === '' ? undefined : follow(key.split(','))), [key])
  return useStore(novedadesStore)
}

/** A row with what is newer about it. */
export const withNovedad = <Row extends { id: string }>(row: Row, novedades: Novedades): Row => ({ ...row, ...novedades.get(row.id) })
