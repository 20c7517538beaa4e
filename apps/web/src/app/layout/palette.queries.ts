import { searchComprobante, searchPago, searchPersona, searchProducto } from '@yupana/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import { fetchData } from '../../lib/http/http.ts'
import { hasRight } from '../../lib/sesion/rights.ts'

const FIRST = { page: 0, size: 5 } as const
/** Number of a receipt, of a collection or of a payment. */
const RECIBO = /^(rc|cp)-?\d/i

const pagoQueryOf = (q: string) => {
  const letras = RECIBO.exec(q)?.[1]?.toUpperCase()
  if (letras === 'CP' && !hasRight('cartera:ver_pagar')) return undefined
  return letras === undefined ? undefined : { ...FIRST, q, sentido: letras === 'RC' ? 'COBRAR' : 'PAGAR' }
}

/** The concepts to search: those whose screens this user may open. */
export interface PaletteScope {
  comprobantes: boolean
  personas: boolean
  productos: boolean
}

/** The first results of each concept; a concept whose search fails is left out. */
export const findsQuery = (q: string, scope: PaletteScope) =>
  queryOptions({
    queryKey: ['paleta', q, scope],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const ask = { query: { ...FIRST, q }, signal }
      const recibo = scope.comprobantes ? pagoQueryOf(q) : undefined
      const [comprobantes, personas, productos, pagos] = await Promise.allSettled([
        scope.comprobantes ? fetchData(searchComprobante, ask) : undefined,
        scope.personas ? fetchData(searchPersona, ask) : undefined,
        scope.productos ? fetchData(searchProducto, ask) : undefined,
        recibo ? fetchData(searchPago, { query: recibo, signal }) : undefined,
      ])
      const contentOf = <Row>(answer: PromiseSettledResult<{ content: Row[] } | undefined>): Row[] =>
        answer.status === 'fulfilled' ? (answer.value?.content ?? []) : []
      return {
        comprobantes: contentOf(comprobantes),
        personas: contentOf(personas),
        productos: contentOf(productos),
        pagos: contentOf(pagos),
      }
    },
  })
