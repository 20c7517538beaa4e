import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { fecha, uuid } from './fields.ts'
import { exportOf } from './exportacion.contract.ts'
import { listingOf, listingQuery } from './listing.contract.ts'

const tag = 'Auditoría'

/** Beginnings of actions, several with commas: `persona`, `empresa,serie`. */
const que = z.string().check(z.regex(/^[a-z_]{1,40}(,[a-z_]{1,40}){0,9}$/, 'Filtro no válido'))

/** Filters by person, action, record and days of Ecuador. */
export const AuditoriaFiltro = z.object({
  quien: z.optional(uuid),
  que: z.optional(que),
  /** Id of a record: its history, and for a document everything that happened to it. */
  objeto: z.optional(uuid),
  desde: z.optional(fecha),
  hasta: z.optional(fecha),
})
export type AuditoriaFiltro = z.infer<typeof AuditoriaFiltro>

export const AuditoriaBusqueda = z.extend(AuditoriaFiltro, listingQuery)
export type AuditoriaBusqueda = z.infer<typeof AuditoriaBusqueda>

export const HechoAuditado = z.object({
  /** Names the row. */
  id: z.string(),
  /** Number in the chain; null for rows that documents keep themselves. */
  numero: z.nullable(z.int()),
  en: z.string(),
  /** User of the session; null for the product itself. */
  quien: z.nullable(z.string()),
  /** The person who worked in the name of `quien` (O-14). */
  actor: z.nullable(z.string()),
  /** `persona.editar`, `certificado.cargar` … */
  accion: z.string(),
  objeto: z.nullable(z.string()),
  /** Name of the record, while it exists. */
  nombre: z.nullable(z.string()),
  detalle: z.record(z.string(), z.unknown()),
  /** Whether the chain protects it: later changes are noticed. Null for rows without a chain. */
  sellado: z.nullable(z.boolean()),
})
export type HechoAuditado = z.infer<typeof HechoAuditado>

/** The columns of the list. */
export const COLUMNAS_AUDITORIA = {
  en: 'Fecha',
  accion: 'Qué',
  quien: 'Quién',
  objeto: 'Registro',
  detalle: 'Detalle',
  sellado: 'Sellado',
} as const

/** Columns of the list, and those by which an auditor checks a row. */
export const COLUMNAS_AUDITORIA_TODAS = {
  id: 'Número',
  ...COLUMNAS_AUDITORIA,
  usuario_id: 'Usuario (id)',
  actor_id: 'Soporte (id)',
  objeto_id: 'Registro (id)',
  sello: 'Sello',
} as const

export const searchAuditoria = endpoint('GET /v1/auditoria/search', {
  costo: 'busqueda',
  tag,
  summary: 'Lo que hicieron las personas en la empresa, o con un registro; lo último primero',
  query: AuditoriaBusqueda,
  reply: listingOf(HechoAuditado),
})
export const exportAuditoria = exportOf('GET /v1/auditoria/exportar', {
  tag,
  summary: 'Lo mismo como archivo, lo último primero; sin nombrar columnas, con el sello de cada fila',
  filtro: AuditoriaFiltro.shape,
  columnas: COLUMNAS_AUDITORIA_TODAS,
})
