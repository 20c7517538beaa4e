import * as z from 'zod/mini'

import { Ambiente, TIPOS_COMPROBANTE } from './comprobante.contract.ts'
import { endpoint } from './endpoint.ts'
import { codigoSerie } from './establecimiento.contract.ts'
import { textoOpcional, uuid, version } from './fields.ts'
import { listingOf, listingQuery } from './listing.contract.ts'

const tag = 'Puntos de emisión'

export const PuntoForm = z.object({
  descripcion: textoOpcional(300),
  activo: z._default(z.boolean(), true),
  /** Users bound to this point (O-100); a user bound to none may use all. */
  usuarios: z._default(z.array(uuid).check(z.maxLength(200)), []),
})
export type PuntoForm = z.infer<typeof PuntoForm>

export const PuntoEmision = z.object({
  establecimiento: z.string(),
  codigo: z.string(),
  descripcion: z.nullable(z.string()),
  activo: z.boolean(),
  usuarios: z.array(uuid),
  /** Whether the user may issue here: point and establishment are active, and the user is bound to this point or to none. */
  permitido: z.boolean(),
  version,
})
export type PuntoEmision = z.infer<typeof PuntoEmision>

export const searchPunto = endpoint('GET /v1/punto_emision/search', {
  costo: 'busqueda',
  tag,
  summary: 'Puntos de emisión de la empresa',
  reply: listingOf(PuntoEmision),
  query: z.object({ ...listingQuery, establecimiento: z.optional(codigoSerie) }),
})
export const createPunto = endpoint('POST /v1/punto_emision/create', {
  costo: 'escritura',
  tag,
  summary: 'Abre un punto de emisión, con sus series desde el 1',
  reply: PuntoEmision,
  msg: 'Punto de emisión registrado exitosamente',
  body: z.extend(PuntoForm, { establecimiento: codigoSerie, codigo: codigoSerie }),
})
export const editPunto = endpoint('PUT /v1/punto_emision/edit/:establecimiento/:codigo', {
  costo: 'escritura',
  tag,
  summary: 'Cambia descripción, estado o usuarios',
  params: z.object({ establecimiento: codigoSerie, codigo: codigoSerie }),
  body: z.extend(PuntoForm, { version }),
  reply: PuntoEmision,
  msg: 'Punto de emisión editado exitosamente',
})

const tagSerie = 'Series'

export const Serie = z.object({
  ambiente: Ambiente,
  /** SRI code of the document: 01, 03, 04, 05, 06 or 07. */
  tipo: z.string(),
  establecimiento: z.string(),
  punto: z.string(),
  siguiente: z.int(),
  /** Whether a document has a number from it: the next number then only moves forwards (O-52). */
  usada: z.boolean(),
  /** Reason of the pause (O-54); setting the next number ends it. */
  pausada_motivo: z.nullable(z.string()),
})
export type Serie = z.infer<typeof Serie>

export const SerieForm = z.object({
  tipo: z.enum(TIPOS_COMPROBANTE),
  establecimiento: codigoSerie,
  punto: codigoSerie,
  siguiente: z.int().check(z.minimum(1, 'Tiene que ser como mínimo 1.'), z.maximum(999_999_999, 'Tiene que ser como máximo 999999999.')),
  /** Required when numbers are skipped; the gap report shows it. */
  motivo: textoOpcional(300),
})
export type SerieForm = z.infer<typeof SerieForm>

export const searchSerie = endpoint('GET /v1/serie/search', {
  costo: 'busqueda',
  tag: tagSerie,
  summary: 'Series del ambiente actual, con su siguiente número',
  reply: listingOf(Serie),
  query: z.object({ ...listingQuery, establecimiento: z.optional(codigoSerie), punto: z.optional(codigoSerie) }),
})
export const editSerie = endpoint('PUT /v1/serie/edit', {
  costo: 'escritura',
  tag: tagSerie,
  summary: 'Fija el siguiente número',
  body: SerieForm,
  reply: Serie,
  msg: 'Serie editada exitosamente',
})
