import { REGIMENES, TIPOS_IDENTIFICACION_PERSONA } from '@yupana/fiscal'
import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { Nothing } from './envelope.contract.ts'
import { fecha, idParams, texto, uuid, version } from './fields.ts'

// A file of its own, because every editor of documents loads the contract of people.

const tag = 'Personas'

export const TIPOS_CONTRIBUYENTE = ['PERSONA_NATURAL', 'SOCIEDAD'] as const
export const TIPO_CONTRIBUYENTE_LABEL = { PERSONA_NATURAL: 'Persona natural', SOCIEDAD: 'Sociedad' } as const
/** Designations of a taxpayer by the SRI; several may hold at once. */
export const CALIFICACIONES_PERSONA = [
  'CONTRIBUYENTE_ESPECIAL',
  'GRAN_CONTRIBUYENTE',
  'AGENTE_RETENCION',
  'INSTITUCION_PUBLICA',
  'EXPORTADOR_HABITUAL',
] as const
export type CalificacionPersona = (typeof CALIFICACIONES_PERSONA)[number]
export const CALIFICACION_PERSONA_LABEL = {
  CONTRIBUYENTE_ESPECIAL: 'Contribuyente especial',
  GRAN_CONTRIBUYENTE: 'Gran contribuyente',
  AGENTE_RETENCION: 'Agente de retención',
  INSTITUCION_PUBLICA: 'Institución del Estado',
  EXPORTADOR_HABITUAL: 'Exportador habitual de bienes',
} as const
/** Highest number of changes of a person. */
export const MAX_CONDICIONES_PERSONA = 100

const calificaciones = z.array(z.enum(CALIFICACIONES_PERSONA))

/** Legal conditions of a person from a day on; null leaves a condition unchanged. */
export const CondicionPersonaForm = z.object({
  /** First day; null for always. */
  desde: z._default(z.nullable(fecha), null),
  tipo_contribuyente: z._default(z.nullable(z.enum(TIPOS_CONTRIBUYENTE)), null),
  regimen: z._default(z.nullable(z.enum(REGIMENES)), null),
  /** All designations in force; if absent, those of that day stay. */
  calificaciones: z.optional(
    calificaciones.check(
      z.maxLength(CALIFICACIONES_PERSONA.length),
      z.refine((list) => new Set(list).size === list.length, 'Hay calificaciones repetidas.'),
    ),
  ),
})
export type CondicionPersonaForm = z.infer<typeof CondicionPersonaForm>

export const CondicionPersona = z.object({
  id: uuid,
  desde: z.nullable(fecha),
  tipo_contribuyente: z.nullable(z.enum(TIPOS_CONTRIBUYENTE)),
  regimen: z.nullable(z.enum(REGIMENES)),
  calificaciones,
  /** Author of the last change. */
  por: z.nullable(z.string()),
  en: z.string(),
  /** The merged record for which it was written. */
  de: z.nullable(z.string()),
  version,
})
export type CondicionPersona = z.infer<typeof CondicionPersona>

const Vigente = z.pick(CondicionPersona, { tipo_contribuyente: true, regimen: true, calificaciones: true })

/** History of a person, the last change first, and the present conditions. */
export const CondicionesPersona = z.object({ hoy: Vigente, historia: z.array(CondicionPersona) })
export type CondicionesPersona = z.infer<typeof CondicionesPersona>

/** Conditions of a supplier for a withholding, on a day. */
export const CondicionProveedor = z.object({
  sociedad: z.boolean(),
  regimen: z.enum(REGIMENES),
  especial: z.boolean(),
  publico: z.boolean(),
  exportador: z.boolean(),
})
export type CondicionProveedor = z.infer<typeof CondicionProveedor>

const one = { tag, params: idParams }

export const readCondicionProveedor = endpoint('GET /v1/persona/condicion', {
  costo: 'busqueda',
  tag,
  summary: 'Régimen y tipo de contribuyente de un proveedor en una fecha',
  query: z.object({ tipo_identificacion: z.enum(TIPOS_IDENTIFICACION_PERSONA), identificacion: texto(20), fecha }),
  reply: CondicionProveedor,
})
export const readCondicionesPersona = endpoint('GET /v1/persona/condiciones/:id', {
  costo: 'lectura',
  ...one,
  summary: 'Régimen y tipo de contribuyente de una persona, con su historia',
  reply: CondicionesPersona,
})
export const createCondicionPersona = endpoint('POST /v1/persona/condicion/create/:id', {
  costo: 'escritura',
  ...one,
  summary: 'Anota desde cuándo una persona tiene un régimen o tipo de contribuyente; requiere Idempotency-Key',
  body: CondicionPersonaForm,
  reply: CondicionesPersona,
  msg: 'Cambio anotado',
})
export const editCondicionPersona = endpoint('PUT /v1/persona/condicion/edit/:id', {
  costo: 'escritura',
  ...one,
  summary: 'Corrige un cambio de régimen o tipo de contribuyente',
  body: z.extend(CondicionPersonaForm, { version }),
  reply: CondicionesPersona,
  msg: 'Cambio corregido',
})
export const deleteCondicionPersona = endpoint('DELETE /v1/persona/condicion/delete/:id', {
  costo: 'escritura',
  ...one,
  summary: 'Quita un cambio de régimen o tipo de contribuyente mal anotado',
  reply: Nothing,
  msg: 'Cambio quitado',
})
