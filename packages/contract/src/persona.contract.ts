import { TIPOS_IDENTIFICACION_PERSONA } from '@yupana/fiscal'
import * as z from 'zod/mini'

import { palabras } from './catalogo.contract.ts'
import { endpoint } from './endpoint.ts'
import { Nothing } from './envelope.contract.ts'
import { conSigno, correo, idParams, listaPrecios, monto, siNo, telefono, texto, textoOpcional, uuid, version } from './fields.ts'
import { listingOf, listingQuery } from './listing.contract.ts'
import { restoreOf } from './papelera.contract.ts'

const tag = 'Personas'

/** SRI table 6 without 07, consumidor final, which is no person. */
/** Roles of a person in the company; several may hold at once (O-76). */
export const ROLES_PERSONA = ['cliente', 'proveedor', 'transportista', 'empleado'] as const
export const ROL_PERSONA_LABEL = {
  cliente: 'Cliente',
  proveedor: 'Proveedor',
  transportista: 'Transportista',
  empleado: 'Empleado',
} as const
export const RolPersona = z.enum(ROLES_PERSONA)
export type RolPersona = z.infer<typeof RolPersona>
/** Highest number of mails and of phones of a person. */
export const MAX_CONTACTOS = 10
/** Highest number of addresses besides the main one. */
export const MAX_DIRECCIONES = 20

const distinct = (list: readonly string[]) => new Set(list.map((item) => item.toLowerCase())).size === list.length

export const DireccionPersona = z.object({ nombre: texto(60), direccion: texto(300) })
export type DireccionPersona = z.infer<typeof DireccionPersona>

/** The form of a person. `version` is the one that was read, when editing. */
export const PersonaForm = z.object({
  tipo_identificacion: z.enum(TIPOS_IDENTIFICACION_PERSONA),
  identificacion: texto(20),
  razon_social: texto(300),
  nombre_comercial: textoOpcional(300),
  roles: z
    .array(RolPersona)
    .check(z.minLength(1, 'Elija al menos un rol.'), z.maxLength(ROLES_PERSONA.length), z.refine(distinct, 'Hay roles repetidos.')),
  correos: z._default(
    z.array(correo).check(z.maxLength(MAX_CONTACTOS, '10 correos como máximo.'), z.refine(distinct, 'Hay correos repetidos.')),
    [],
  ),
  telefonos: z._default(
    z.array(telefono(30)).check(z.maxLength(MAX_CONTACTOS, '10 teléfonos como máximo.'), z.refine(distinct, 'Hay teléfonos repetidos.')),
    [],
  ),
  direccion: textoOpcional(300),
  direcciones: z._default(
    z.array(DireccionPersona).check(
      z.maxLength(MAX_DIRECCIONES, '20 direcciones como máximo.'),
      z.refine((list) => distinct(list.map(({ nombre }) => nombre)), 'Hay direcciones con el mismo nombre.'),
    ),
    [],
  ),
  dias_credito: z._default(
    z.int().check(z.minimum(0, 'Tiene que ser como mínimo 0.'), z.maximum(3650, 'Tiene que ser como máximo 3650.')),
    0,
  ),
  /** Highest debt of a client, ×10⁶, shown during a sale; none by default. */
  limite_credito: z._default(z.nullable(monto), null),
  /** Price list proposed for a client; none by default. */
  lista_precios: z._default(z.nullable(listaPrecios), null),
  activo: z._default(z.boolean(), true),
})
export type PersonaForm = z.infer<typeof PersonaForm>

export const Persona = z.object({
  id: uuid,
  tipo_identificacion: z.enum(TIPOS_IDENTIFICACION_PERSONA),
  identificacion: z.string(),
  razon_social: z.string(),
  nombre_comercial: z.nullable(z.string()),
  roles: z.array(RolPersona),
  correos: z.array(z.string()),
  telefonos: z.array(z.string()),
  direccion: z.nullable(z.string()),
  direcciones: z.array(DireccionPersona),
  dias_credito: z.int(),
  limite_credito: z.nullable(conSigno),
  lista_precios: z.nullable(z.int()),
  activo: z.boolean(),
  version,
  creada_en: z.string(),
  editada_en: z.string(),
  /** The record into which this one was merged. */
  unida_a: z.nullable(uuid),
})
export type Persona = z.infer<typeof Persona>

/** A saved person with warnings. */
export const PersonaGuardada = z.extend(Persona, { avisos: z.array(z.object({ campo: z.string(), message: z.string() })) })
export type PersonaGuardada = z.infer<typeof PersonaGuardada>

/** Fields a list of people may be sorted by. */
export const ORDENES_PERSONA = ['razon_social', 'identificacion', 'creada_en'] as const

/** `q`: each word begins a word of the names or the identification. */
export const PersonaBusqueda = z.object({ ...listingQuery, q: palabras, rol: z.optional(RolPersona), activo: z.optional(siNo) })
export type PersonaBusqueda = z.infer<typeof PersonaBusqueda>

export const searchPersona = endpoint('GET /v1/persona/search', {
  costo: 'busqueda',
  tag,
  summary: 'Personas de la empresa',
  query: PersonaBusqueda,
  reply: listingOf(Persona),
})
export const readPersona = endpoint('GET /v1/persona/:id', {
  costo: 'lectura',
  tag,
  summary: 'Una persona',
  params: idParams,
  reply: Persona,
})
export const createPersona = endpoint('POST /v1/persona/create', {
  costo: 'escritura',
  tag,
  summary: 'Registra una persona; requiere Idempotency-Key',
  body: PersonaForm,
  reply: PersonaGuardada,
  msg: 'Persona registrada exitosamente',
})
export const editPersona = endpoint('PUT /v1/persona/edit/:id', {
  costo: 'escritura',
  tag,
  summary: 'Cambia los datos de una persona, o la desactiva',
  params: idParams,
  body: z.extend(PersonaForm, { version }),
  reply: PersonaGuardada,
  msg: 'Persona editada exitosamente',
})
export const deletePersona = endpoint('DELETE /v1/persona/delete/:id', {
  costo: 'escritura',
  tag,
  summary: 'Elimina una persona sin documentos',
  params: idParams,
  reply: Nothing,
  msg: 'Persona eliminada exitosamente',
})
export const restorePersonas = restoreOf('POST /v1/persona/restaurar', tag, 'personas')
