import { isFecha } from '@yupana/fiscal'
import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { buscado, siNo, texto, textoOpcional, version } from './fields.ts'
import { listingOf, listingQuery } from './listing.contract.ts'
import { Confianza, Tema } from './norma-vigente.contract.ts'

const tag = 'Parámetros legales'

/** A day of any year: laws may be older than all documents. */
const dia = z.string().check(z.refine(isFecha, 'Fecha no válida.'))

/** One legal fact in one period. */
export const NormaFila = z.object({
  /** Id of the period: the fact and its first day. */
  id: z.string(),
  /** Id of the fact: theme and code. */
  norma: z.string(),
  tema: Tema,
  codigo: z.string(),
  nombre: z.string(),
  /** The value as text. */
  texto: z.string(),
  desde: z.nullable(z.string()),
  hasta: z.nullable(z.string()),
  fuente: z.string(),
  nota: z.nullable(z.string()),
  confianza: Confianza,
  por_confirmar: z.boolean(),
  /** The change that added it; null for a fact of the program. */
  enmienda: z.nullable(z.int()),
})
export type NormaFila = z.infer<typeof NormaFila>

export const NormaBusqueda = z.object({
  ...listingQuery,
  q: z.optional(buscado),
  tema: z.optional(Tema),
  /** Only facts of that day; all periods if absent. */
  fecha: z.optional(dia),
  por_confirmar: z.optional(siNo),
})
export type NormaBusqueda = z.infer<typeof NormaBusqueda>

/** Fields that a list of legal facts may be sorted by. */
export const ORDENES_NORMA = ['tema', 'codigo', 'nombre', 'desde'] as const

/** A change: its text, author, time and reason. */
export const NormaCambio = z.object({
  id: z.int(),
  en: z.string(),
  usuario: z.string(),
  motivo: z.string(),
  nombre: z.string(),
  valor: z.string(),
  desde: z.nullable(z.string()),
  hasta: z.nullable(z.string()),
  cierra: z.boolean(),
  fuente: z.string(),
  nota: z.nullable(z.string()),
  confianza: Confianza,
  /** The change taken back by this one. */
  retira: z.nullable(z.int()),
  /** Whether another change took it back. */
  retirada: z.boolean(),
})
export type NormaCambio = z.infer<typeof NormaCambio>

export const NormaDetalle = z.object({
  id: z.string(),
  tema: Tema,
  codigo: z.string(),
  /** Newest first. */
  periodos: z.array(NormaFila),
  cambios: z.array(NormaCambio),
  /** Version that a change must send. */
  version,
})
export type NormaDetalle = z.infer<typeof NormaDetalle>

const porQue = {
  motivo: texto(500, 5),
  /** Whether the user confirms a change of past days. */
  confirmar_pasado: z._default(z.boolean(), false),
  /** Version that was read. */
  version,
}

export const NormaForm = z.object({
  tema: Tema,
  codigo: z.string().check(z.trim(), z.regex(/^[A-Za-z0-9]{1,40}$/, 'Código no válido.')),
  nombre: texto(500),
  valor: texto(500),
  desde: z.nullable(dia),
  hasta: z.nullable(dia),
  fuente: texto(500),
  nota: textoOpcional(1000),
  confianza: Confianza,
  ...porQue,
})
export type NormaForm = z.infer<typeof NormaForm>

const NormaParams = z.object({ id: z.string().check(z.regex(/^[A-Z_]{3,30}\.[A-Za-z0-9]{1,40}$/, 'Identificador no válido')) })

export const searchNorma = endpoint('GET /v1/norma/search', {
  costo: 'busqueda',
  tag,
  summary: 'Parámetros y tablas con fecha: valor, vigencia, fuente',
  query: NormaBusqueda,
  reply: listingOf(NormaFila),
})
export const readNorma = endpoint('GET /v1/norma/:id', {
  costo: 'lectura',
  tag,
  summary: 'Un parámetro o código con todas sus vigencias y cambios',
  params: NormaParams,
  reply: NormaDetalle,
})
export const createNorma = endpoint('POST /v1/norma/create', {
  costo: 'escritura',
  tag,
  summary: 'Añade una vigencia',
  body: NormaForm,
  reply: NormaDetalle,
  msg: 'Vigencia registrada exitosamente',
})
export const editNorma = endpoint('PUT /v1/norma/edit', {
  costo: 'escritura',
  tag,
  summary: 'Cambia la vigencia que empieza ese día, o la termina',
  body: NormaForm,
  reply: NormaDetalle,
  msg: 'Vigencia editada exitosamente',
})
export const withdrawNorma = endpoint('POST /v1/norma/retirar', {
  costo: 'escritura',
  tag,
  summary: 'Deja sin efecto un cambio',
  body: z.object({ id: z.int(), ...porQue }),
  reply: NormaDetalle,
  msg: 'Cambio retirado exitosamente',
})
