import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { exportOf } from './exportacion.contract.ts'
import { conSigno, fecha, uuid } from './fields.ts'

/** Highest number of points in one history. */
export const MAX_PUNTOS_PRECIO = 120

/** 1 daily, 2 weekly, 3 monthly, 4 yearly (specification §3). */
export const PERIODO_PRECIO = { DIARIO: 1, SEMANAL: 2, MENSUAL: 3, ANUAL: 4 } as const
/** 1 the sale price without IVA; 2 the cost. */
export const TIPO_PRECIO = { VENTA: 1, GASTO: 2 } as const

export const PrecioHistorico = z.object({
  /** Periods, the oldest first, each with its value at the end; null before the product existed. */
  puntos: z.array(z.object({ desde: z.string(), hasta: z.string(), valor: z.nullable(conSigno) })),
  /** Changes until that day, the last first, each with its author; null for an unknown one. */
  cambios: z.array(z.object({ en: z.string(), antes: z.nullable(conSigno), valor: conSigno, usuario: z.nullable(z.string()) })),
})
export type PrecioHistorico = z.infer<typeof PrecioHistorico>

const tipo = z.pipe(z.coerce.number(), z.literal([1, 2], 'El tipo es 1 (ventas) o 2 (gastos).'))

/** `n` points of period `t`, the last one of `fecha` (O-69). */
export const historicalPrices = endpoint('GET /productos/historical-prices/:n/:t', {
  costo: 'busqueda',
  tag: 'Productos',
  summary: 'Historia del precio de un producto: n puntos del período t (1 diario, 2 semanal, 3 mensual, 4 anual) hasta una fecha',
  params: z.object({
    n: z.coerce
      .number()
      .check(
        z.int(),
        z.minimum(1, 'Tiene que ser como mínimo 1.'),
        z.maximum(MAX_PUNTOS_PRECIO, `Tiene que ser como máximo ${MAX_PUNTOS_PRECIO}.`),
      ),
    t: z.pipe(z.coerce.number(), z.literal([1, 2, 3, 4], 'El período es 1 (diario), 2 (semanal), 3 (mensual) o 4 (anual).')),
  }),
  query: z.object({ fecha, tipo, id_producto: uuid }),
  reply: PrecioHistorico,
})

export const COLUMNAS_CAMBIO_PRECIO = { en: 'Cuándo', antes: 'Antes', valor: 'Después', usuario: 'Quién' } as const
/** All changes of the product; the screen shows only the last. */
export const exportPrecios = exportOf('GET /v1/producto/precios/exportar', {
  tag: 'Productos',
  summary: 'Los cambios de precio o de costo de un producto, como archivo, los últimos primero',
  filtro: { producto_id: uuid, tipo },
  columnas: COLUMNAS_CAMBIO_PRECIO,
})
