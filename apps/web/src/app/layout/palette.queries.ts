import { searchComprobante, searchPersona, searchProducto } from '@yupana/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import { fetchData } from '../../lib/http/http.ts'

const FIRST = { page: 0, size: 5 } as const

/** What may be looked through: the concepts whose screens this user may open. */
export interface PaletteScope {
  comprobantes: boolean
  personas: boolean
  productos: boolean
}

/** The first finds of each concept. One that cannot be asked is left out: the others still help. */
export const findsQuery = (q: string, scope: PaletteScope) =>
  queryOptions({
    queryKey: ['paleta', q, scope],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const ask = { query: { ...FIRST, q }, signal }
      const [comprobantes, personas, productos] = await Promise.allSettled([
        scope.comprobantes ? fetchData(searchComprobante, ask) : undefined,
        scope.personas ? fetchData(searchPersona, ask) : undefined,
        scope.productos ? fetchData(searchProducto, ask) : undefined,
      ])
      const contentOf = <Row>(answer: PromiseSettledResult<{ content: Row[] } | undefined>): Row[] =>
        answer.status === 'fulfilled' ? (answer.value?.content ?? []) : []
      return { comprobantes: contentOf(comprobantes), personas: contentOf(personas), productos: contentOf(productos) }
    },
  })
