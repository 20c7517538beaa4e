import * as z from 'zod/mini'

import { CATALOGOS } from './catalogo.contract.ts'
import { endpoint } from './endpoint.ts'
import { texto } from './fields.ts'

const tag = 'Preferencias'

/** Lists and pages with preferences of each user; `inicio` is the home page, `documento` the invoice editor. */
export const LISTAS = [
  'inicio',
  'auditoria',
  'compra',
  'comprobante',
  'correo',
  'cotizacion',
  'deudor',
  'documento',
  'empleado',
  'existencia',
  'gasto_personal',
  'invitacion',
  'movimiento',
  'pago',
  'reporte',
  ...CATALOGOS,
] as const
export const Lista = z.enum(LISTAS)
export type Lista = z.infer<typeof Lista>

export const DENSIDADES = ['NORMAL', 'COMPACTA'] as const

const MAX_OCULTAS = 40
/** Ids of hidden columns, or of hidden parts of a page. */
const ocultas = z.array(z.string().check(z.regex(/^[a-z_]{1,40}$/, 'Columna no válida'))).check(
  z.maxLength(MAX_OCULTAS),
  z.refine((ids) => new Set(ids).size === ids.length, 'Cada columna va una sola vez.'),
)

const MAX_OPCIONES = 40
/** Other preferences of a page, by name: switches, choices, figures (amounts ×10⁶). */
const opciones = z
  .record(
    z.string().check(z.regex(/^[a-z_]{1,40}$/, 'Opción no válida')),
    z.union([z.boolean(), z.int(), z.string().check(z.regex(/^[A-Z0-9_]{1,40}$/, 'Valor no válido'))]),
  )
  .check(z.refine((named) => Object.keys(named).length <= MAX_OPCIONES, 'Demasiadas opciones.'))

export const MAX_VISTAS = 20
export const MAX_NOMBRE_VISTA = 40
/** A saved view of a list: search, filters, order and rows, as in the address. */
const Vista = z.object({
  nombre: texto(MAX_NOMBRE_VISTA),
  consulta: z.string().check(z.maxLength(500), z.regex(/^[\w.,%+=&*-]*$/, 'Vista no válida')),
})
export type Vista = z.infer<typeof Vista>
const vistas = z.array(Vista).check(
  z.maxLength(MAX_VISTAS, `Se guardan hasta ${MAX_VISTAS} vistas de una lista.`),
  z.refine((all) => new Set(all.map(({ nombre }) => nombre.toLowerCase())).size === all.length, 'Ya hay una vista con ese nombre.'),
)

export const Preferencia = z.object({
  ocultas,
  densidad: z.enum(DENSIDADES),
  opciones: z.optional(opciones),
  vistas: z.optional(vistas),
})
export type Preferencia = z.infer<typeof Preferencia>

/** Initial preferences of every list. */
export const PREFERENCIA_INICIAL: Preferencia = { ocultas: [], densidad: 'NORMAL' }

const params = z.object({ lista: Lista })

export const readPreferencia = endpoint('GET /v1/preferencia/:lista', {
  costo: 'lectura',
  tag,
  summary: 'Cómo quiere el usuario una lista en esta empresa: columnas ocultas, densidad y vistas guardadas',
  params,
  reply: Preferencia,
})
export const savePreferencia = endpoint('PUT /v1/preferencia/:lista', {
  costo: 'escritura',
  tag,
  summary: 'Guarda las columnas ocultas, la densidad y las vistas de una lista',
  params,
  body: Preferencia,
  reply: Preferencia,
})
