import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { listingQuery } from './listing.contract.ts'

export const FORMATOS_EXPORTACION = ['csv', 'xlsx'] as const
export type FormatoExportacion = (typeof FORMATOS_EXPORTACION)[number]
/** Formats of reports, which can also be printed. */
export const FORMATOS_INFORME = [...FORMATOS_EXPORTACION, 'pdf'] as const
export type FormatoInforme = (typeof FORMATOS_INFORME)[number]

/** Names of columns, separated by commas, in the order of the file. */
const columnasOf = <C extends string>(ids: readonly C[]) =>
  z.pipe(
    z.string().check(z.maxLength(1_000)),
    z.pipe(
      z.transform((text: string) => text.split(',')),
      z.array(z.enum(ids, 'Columna no válida')).check(
        z.minLength(1),
        z.refine((named) => new Set(named).size === named.length, 'Cada columna va una sola vez.'),
      ),
    ),
  )

interface Lista<F extends z.core.$ZodLooseShape, C extends string> {
  tag: string
  summary: string
  /** Filters of the list. */
  filtro: F
  /** The columns of the file with their headings. */
  columnas: Readonly<Record<C, string>>
}

/** A list as a file: all rows of its filters, in its order, with the named columns or all. */
export const exportOf = <F extends z.core.$ZodLooseShape, C extends string>(
  route: `GET /${string}`,
  { tag, summary, filtro, columnas }: Lista<F, C>,
) =>
  endpoint(route, {
    costo: 'exportacion',
    tag,
    summary,
    query: z.object({
      ...filtro,
      sort: listingQuery.sort,
      formato: z._default(z.enum(FORMATOS_EXPORTACION), 'xlsx'),
      columnas: z.optional(columnasOf(Object.keys(columnas) as C[])),
    }),
    file: 'application/octet-stream',
  })
