import * as z from 'zod/mini'

import { buscado, texto, textoOpcional, uuid, version } from './fields.ts'
import { exportOf } from './exportacion.contract.ts'
import { listingQuery } from './listing.contract.ts'

/** Catalogues of a company, by their word in addresses, tables, audit and preferences. */
export const CATALOGOS = ['persona', 'producto', 'unidad', 'marca', 'categoria', 'bodega'] as const
export type TipoCatalogo = (typeof CATALOGOS)[number]

/** Records that one call may delete. */
export const MAX_DELETE = 100

/** The ids of `delete-seleted`, separated by commas. */
export const idsParams = (varios: string) => {
  const tooMany = `Se eliminan hasta ${MAX_DELETE} ${varios} a la vez.`
  const text = z.string().check(z.maxLength(MAX_DELETE * 37, tooMany))
  const list = z.pipe(
    z.transform((ids: string) => [...new Set(ids.toLowerCase().split(','))]),
    z.array(uuid).check(z.maxLength(MAX_DELETE, tooMany)),
  )
  return z.object({ ids: z.pipe(text, list) })
}

/** Words typed into the search of a catalogue. */
export const palabras = z.optional(buscado)

export const ESTADOS_REGISTRO = ['ACTIVO', 'INACTIVO'] as const
export const EstadoRegistro = z.enum(ESTADOS_REGISTRO)

/** Records a company may have in such a catalogue: pages load all of them into pickers. */
export const MAX_NOMBRADOS = 2_000

/** The form of a record that is a name, a description and a state (O-75). */
export const NombradoForm = z.object({ name: texto(100), description: textoOpcional(300), status: z._default(EstadoRegistro, 'ACTIVO') })
export type NombradoForm = z.infer<typeof NombradoForm>

export const Nombrado = z.object({
  id: uuid,
  name: z.string(),
  description: z.nullable(z.string()),
  status: EstadoRegistro,
  version,
  creado_en: z.string(),
  editado_en: z.string(),
})
export type Nombrado = z.infer<typeof Nombrado>

/** An option of the picker; an inactive record has its name but is not offered. */
export const NombradoOpcion = z.object({ id: uuid, name: z.string(), status: EstadoRegistro })
export type NombradoOpcion = z.infer<typeof NombradoOpcion>

/** Fields such a list may be sorted by. */
export const ORDENES_NOMBRADO = ['name', 'creado_en'] as const

/** The columns of such a list. */
export const COLUMNAS_NOMBRADO = { name: 'Nombre', description: 'Descripción', status: 'Estado' } as const

/** `q`: each word begins a word of name or description. */
export const NombradoBusqueda = z.object({ ...listingQuery, q: palabras, status: z.optional(EstadoRegistro) })
export type NombradoBusqueda = z.infer<typeof NombradoBusqueda>

/** Filters of such a list. */
export const FILTRO_NOMBRADO = { q: palabras, status: z.optional(EstadoRegistro) }

export const exportNombrado = (route: `GET /${string}`, tag: string) =>
  exportOf(route, {
    tag,
    summary: `${tag} como archivo, con los filtros y el orden de la lista`,
    filtro: FILTRO_NOMBRADO,
    columnas: COLUMNAS_NOMBRADO,
  })
