import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { correo, lineasOpcionales, texto, textoOpcional, version } from './fields.ts'
import { PLANTILLA, problemaDePlantilla, type ClaseCorreo } from './plantilla-correo.ts'
import { CuentaCorreo } from './salud-correo.contract.ts'

const tag = 'Empresa'

/** The sender's name in mail programs: no part of it may look like an address. */
const remitente = z.optional(
  z.pipe(
    z.union([z.literal(''), z.null(), texto(100).check(z.regex(/^[^<>"@\\]*$/, 'El nombre del remitente no lleva comillas, @, < ni >.'))]),
    z.transform((text) => text || undefined),
  ),
)

/** Texts for one document type; a missing text is the standard one. */
const textoDe = (clase: ClaseCorreo) => {
  const conocidos = z.check<string | undefined>(({ value, issues }) => {
    const message = value === undefined ? undefined : problemaDePlantilla(value, clase)
    if (message !== undefined) issues.push({ code: 'custom', message, input: value, continue: true })
  })
  return z.object({ asunto: textoOpcional(150).check(conocidos), texto: lineasOpcionales(4000).check(conocidos) })
}

export const MAX_DIRECCIONES_CORREO = 3
const direcciones = z._default(
  z.array(correo).check(z.maxLength(MAX_DIRECCIONES_CORREO, `Se admiten hasta ${MAX_DIRECCIONES_CORREO} direcciones.`)),
  [],
)

/** How a company's mails to its clients look; `version` is the one that was read, 0 before the first. */
export const AjusteCorreoForm = z.object({
  version,
  remitente,
  responder_a: direcciones,
  copia: direcciones,
  pie: lineasOpcionales(500),
  /** Whether the receipt goes to the client when a collection is registered. */
  recibo_al_cobrar: z._default(z.boolean(), false),
  textos: z.object({
    factura: textoDe('factura'),
    nota_credito: textoDe('nota_credito'),
    nota_debito: textoDe('nota_debito'),
    liquidacion_compra: textoDe('liquidacion_compra'),
    retencion: textoDe('retencion'),
    guia_remision: textoDe('guia_remision'),
  }),
})
export type AjusteCorreoForm = z.infer<typeof AjusteCorreoForm>
/** Settings by which a mail is written, without their version. */
export type AjusteCorreo = Omit<AjusteCorreoForm, 'version'>

const guardado = z.object({ asunto: z.nullable(z.string()), texto: z.nullable(z.string()) })
export const AjusteCorreoGuardado = z.object({
  version,
  remitente: z.nullable(z.string()),
  responder_a: z.array(z.string()),
  copia: z.array(z.string()),
  pie: z.nullable(z.string()),
  recibo_al_cobrar: z.boolean(),
  textos: z.object({
    factura: guardado,
    nota_credito: guardado,
    nota_debito: guardado,
    liquidacion_compra: guardado,
    retencion: guardado,
    guia_remision: guardado,
  }),
  /** Standard values of empty fields, and the address that no company changes. */
  normal: z.object({ remitente: z.string(), responder_a: z.nullable(z.string()), direccion: z.string() }),
})
export type AjusteCorreoGuardado = z.infer<typeof AjusteCorreoGuardado>

export const ClaseDeCorreo = z.enum(Object.keys(PLANTILLA) as [ClaseCorreo, ...ClaseCorreo[]])

export const VistaCorreo = z.object({
  de: z.string(),
  responder_a: z.array(z.string()),
  copia: z.array(z.string()),
  asunto: z.string(),
  texto: z.string(),
  html: z.string(),
  /** Number of the document in the preview: the company's last authorised one, or an example. */
  numero: z.string(),
  es_ejemplo: z.boolean(),
})
export type VistaCorreo = z.infer<typeof VistaCorreo>

const Vista = z.object({ clase: ClaseDeCorreo, ajuste: AjusteCorreoForm })

export const readAjusteCorreo = endpoint('GET /v1/empresa/correo', {
  costo: 'lectura',
  tag,
  summary: 'Remitente y textos de los correos a los clientes',
  reply: AjusteCorreoGuardado,
})
export const editAjusteCorreo = endpoint('PUT /v1/empresa/correo/edit', {
  costo: 'escritura',
  tag,
  summary: 'Cambia remitente y textos; los correos ya hechos conservan los suyos',
  body: AjusteCorreoForm,
  reply: AjusteCorreoGuardado,
  msg: 'Perfil de empresa editado exitosamente',
})
export const previewCorreo = endpoint('POST /v1/empresa/correo/vista', {
  costo: 'calculo',
  tag,
  summary: 'El correo que resulta, sin guardar ni enviar nada',
  body: Vista,
  reply: VistaCorreo,
})
/** Where it went: by the mail server; it waits for an account; or the outbox of a trial installation. */
export const sendCorreoPrueba = endpoint('POST /v1/empresa/correo/prueba', {
  costo: 'escritura',
  tag,
  summary: 'Se envía a sí mismo el correo que resulta',
  body: Vista,
  reply: z.object({ para: z.string(), cuenta: CuentaCorreo }),
})
