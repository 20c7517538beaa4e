import * as z from 'zod/mini'

import { endpoint, ONLY_FILE } from './endpoint.ts'
import { idParams, uuid } from './fields.ts'
import { listingOf, listingQuery } from './listing.contract.ts'

const tag = 'Productos'

/** Kinds of uploads of products (O-70). */
export const TIPOS_CARGA = [
  { id: 1, name: 'Crear productos' },
  { id: 2, name: 'Actualizar precios' },
  { id: 3, name: 'Registrar el inventario inicial' },
] as const
/** Kind of an upload of people; not in the list above because it has its own calls. */
export const TIPO_CARGA_PERSONAS = 4
export type TipoCarga = (typeof TIPOS_CARGA)[number]['id'] | typeof TIPO_CARGA_PERSONAS
const tipoCarga = z.pipe(
  z.coerce.number(),
  z.literal([1, 2, 3], 'Elija qué carga: 1 crea productos, 2 actualiza precios, 3 registra el inventario inicial.'),
)
const formato = z._default(z.enum(['xlsx', 'csv']), 'xlsx')

export const CARGA_MAX_BYTES = 10_000_000
export const CARGA_MAX_FILAS = 50_000

/**
 * RECIBIDA: waits to be read. REVISADA: nothing was changed yet; it may be applied where no row has an error. APLICANDO, APLICADA.
 * RECHAZADA: the file could not be read, `motivo` says why.
 */
export const ESTADOS_CARGA = ['RECIBIDA', 'REVISADA', 'APLICANDO', 'APLICADA', 'RECHAZADA'] as const
export type EstadoCarga = (typeof ESTADOS_CARGA)[number]

export const Carga = z.object({
  id: uuid,
  tipo: z.literal([1, 2, 3, 4]),
  archivo: z.string(),
  estado: z.enum(ESTADOS_CARGA),
  motivo: z.nullable(z.string()),
  /** Rows with data; of these, the refused ones, and those that change something. */
  filas: z.int(),
  errores: z.int(),
  cambian: z.int(),
  /** Rows that the present step has finished. */
  hechas: z.int(),
  creada_en: z.string(),
})
export type Carga = z.infer<typeof Carga>

/** Problem of one cell, or of the whole row when `celda` is null. */
export const ErrorCarga = z.object({ fila: z.int(), celda: z.nullable(z.string()), columna: z.nullable(z.string()), message: z.string() })
export type ErrorCarga = z.infer<typeof ErrorCarga>

const paginaErrores = z.object({ page: listingQuery.page, size: listingQuery.size })

export const uploadProductos = endpoint('POST /productos/upload', {
  costo: 'subida',
  tag,
  summary: 'Sube una hoja de productos (.xlsx o .csv) y la revisa sin cambiar nada; requiere Idempotency-Key',
  query: z.object({ type_upload_id: tipoCarga }),
  upload: ONLY_FILE,
  reply: Carga,
  msg: 'Archivo recibido',
})
export const readPlantilla = endpoint('GET /v1/producto/plantilla', {
  costo: 'archivo',
  tag,
  summary: 'Plantilla para cargar productos',
  query: z.object({ type_upload_id: tipoCarga, formato }),
  file: 'application/octet-stream',
})
export const readCarga = endpoint('GET /v1/producto/carga/:id', {
  costo: 'lectura',
  tag,
  summary: 'Cómo va una carga',
  params: idParams,
  reply: Carga,
  sinUso: true,
})
export const searchErrorCarga = endpoint('GET /v1/producto/carga/errores/:id', {
  costo: 'busqueda',
  tag,
  summary: 'Errores de una carga, por fila',
  params: idParams,
  query: paginaErrores,
  reply: listingOf(ErrorCarga),
})
export const applyCarga = endpoint('POST /v1/producto/carga/aplicar/:id', {
  costo: 'escritura',
  tag,
  summary: 'Aplica una carga revisada sin errores, toda o nada',
  params: idParams,
  reply: Carga,
  msg: 'Carga en curso',
})

const personas = 'Personas'

export const uploadPersonas = endpoint('POST /v1/persona/upload', {
  costo: 'subida',
  tag: personas,
  summary: 'Sube una hoja de personas (.xlsx o .csv) y la revisa sin cambiar nada; requiere Idempotency-Key',
  query: z.object({}),
  upload: ONLY_FILE,
  reply: Carga,
  msg: 'Archivo recibido',
})
export const readPlantillaPersonas = endpoint('GET /v1/persona/plantilla', {
  costo: 'archivo',
  tag: personas,
  summary: 'Plantilla para cargar personas',
  query: z.object({ formato }),
  file: 'application/octet-stream',
})
export const readCargaPersonas = endpoint('GET /v1/persona/carga/:id', {
  costo: 'lectura',
  tag: personas,
  summary: 'Cómo va una carga de personas',
  params: idParams,
  reply: Carga,
  sinUso: true,
})
export const searchErrorCargaPersonas = endpoint('GET /v1/persona/carga/errores/:id', {
  costo: 'busqueda',
  tag: personas,
  summary: 'Errores de una carga de personas, por fila',
  params: idParams,
  query: paginaErrores,
  reply: listingOf(ErrorCarga),
})
export const applyCargaPersonas = endpoint('POST /v1/persona/carga/aplicar/:id', {
  costo: 'escritura',
  tag: personas,
  summary: 'Aplica una carga de personas revisada sin errores, toda o nada',
  params: idParams,
  reply: Carga,
  msg: 'Carga en curso',
})
