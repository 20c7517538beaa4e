import * as z from 'zod/mini'

import { endpoint, ONLY_FILE } from './endpoint.ts'
import { Nothing } from './envelope.contract.ts'
import { texto, textoOpcional, version } from './fields.ts'

const tag = 'Sistema'

export const SystemConfig = z.object({
  facebook: z.nullable(z.string()),
  instagram: z.nullable(z.string()),
  twitter: z.nullable(z.string()),
  whatsapp: z.nullable(z.string()),
})
export type SystemConfig = z.infer<typeof SystemConfig>

export const configGeneral = endpoint('GET /sys/config_general', {
  costo: 'lectura',
  tag,
  summary: 'Configuración del sistema',
  reply: SystemConfig,
})

export const sriMantenimiento = endpoint('GET /notificacion/sri_mantenimiento', {
  costo: 'lectura',
  sinUso: true,
  tag,
  summary: 'Aviso de mantenimiento del SRI: refleja el estado de sus servicios',
  reply: z.object({ activo: z.boolean(), message: z.nullable(z.string()) }),
})

/** Notice of an absent SRI: when its services do not answer, now and in these words, or never. */
export const AVISOS_SRI = ['AUTOMATICO', 'ANUNCIADO', 'APAGADO'] as const
export type AvisoSri = (typeof AVISOS_SRI)[number]

const enlace = z.optional(
  z.pipe(
    z.union([
      z.literal(''),
      z.null(),
      texto(300).check(
        z.refine((text) => /^https?:\/\//i.test(text) && URL.canParse(text), 'Ingrese una dirección que empiece con https://.'),
      ),
    ]),
    z.transform((text) => text || undefined),
  ),
)

/** Settings of the operator: contact links, name (O-83), notice of the SRI. */
export const SistemaForm = z
  .object({
    facebook: enlace,
    instagram: enlace,
    twitter: enlace,
    whatsapp: enlace,
    producto: textoOpcional(40),
    aviso_sri: z.enum(AVISOS_SRI),
    aviso_sri_mensaje: textoOpcional(300),
  })
  .check(
    z.refine(({ aviso_sri, aviso_sri_mensaje }) => aviso_sri !== 'ANUNCIADO' || aviso_sri_mensaje !== undefined, {
      path: ['aviso_sri_mensaje'],
      message: 'Este campo es requerido.',
    }),
  )
export type SistemaForm = z.infer<typeof SistemaForm>

export const Sistema = z.extend(SystemConfig, {
  producto: z.nullable(z.string()),
  tiene_logo: z.boolean(),
  aviso_sri: z.enum(AVISOS_SRI),
  aviso_sri_mensaje: z.nullable(z.string()),
  version,
})
export type Sistema = z.infer<typeof Sistema>

const EDITED = 'Configuración del sistema editada exitosamente'
export const readSistema = endpoint('GET /v1/administracion/sistema', {
  costo: 'lectura',
  tag,
  summary: 'Configuración de la instalación',
  reply: Sistema,
})
export const editSistema = endpoint('PUT /v1/administracion/sistema/edit', {
  costo: 'escritura',
  tag,
  summary: 'Cambia la configuración de la instalación',
  body: z.extend(SistemaForm, { version }),
  reply: Sistema,
  msg: EDITED,
})
export const saveLogoSistema = endpoint('POST /v1/administracion/sistema/logo', {
  costo: 'subida',
  tag,
  summary: 'Sube el logo de la instalación, PNG o JPEG de hasta 2 MB',
  upload: ONLY_FILE,
  reply: Nothing,
  msg: EDITED,
})
export const deleteLogoSistema = endpoint('DELETE /v1/administracion/sistema/logo', {
  costo: 'escritura',
  tag,
  summary: 'Vuelve al logo del producto',
  reply: Nothing,
  msg: EDITED,
})
/** Public, for the sign-in page. `v` names its content, so that it can be cached. */
export const readLogoSistema = endpoint('GET /v1/sistema/logo', {
  costo: 'lectura',
  tag,
  summary: 'Logo de la instalación',
  query: z.object({ v: z.optional(z.string()) }),
  file: 'image/*',
})

export const Salud = z.object({
  estado: z.literal('ok'),
  baseDatos: z.boolean(),
  version: z.string(),
  hora: z.string(),
  cercado: z.boolean(),
})
export const salud = endpoint('GET /v1/salud', { costo: 'lectura', tag, summary: 'Salud del servicio', reply: Salud })

/** Settings of the installation in a JSON data block of the page (stack.md: one build serves every installation). */
export interface PageSettings {
  producto: string
  segmento: string
  codec: { id: string; key: string }
  modo: 'prueba' | 'produccion'
  /** The server's time when the page was made (ISO), set per request: the browser counts expirations by it, not by its own clock. */
  hora?: string
  /** Address of the operator's own logo (O-83). */
  logo: string | null
  sentryDsn: string | null
  analiticaUrl: string | null
  /** Whether an external service is asked for the holder of a RUC or cédula. */
  consultaPadron: boolean
}
