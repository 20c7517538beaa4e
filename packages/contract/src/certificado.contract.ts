import * as z from 'zod/mini'

import { endpoint, type UploadBody } from './endpoint.ts'
import { Nothing } from './envelope.contract.ts'
import { idParams, uuid } from './fields.ts'

const tag = 'Firma electrónica'

/** Largest .p12 (O-44). */
export const P12_UPLOAD_MAX_BYTES = 64 * 1024

export const HallazgoCertificado = z.object({ codigo: z.string(), motivo: z.string(), consejo: z.string() })

/** A certificate as it may be shown: neither key nor password ever leave the server. */
export const Certificado = z.object({
  id: uuid,
  filename: z.string(),
  /** Last day it is valid, in Ecuador. */
  expirationDate: z.string(),
  titular: z.string(),
  emisor: z.string(),
  /** Accredited entity; null when unknown to us. */
  entidad: z.nullable(z.string()),
  serial: z.string(),
  /** RUC or cédula found in the certificate. */
  identificacion: z.nullable(z.string()),
  rsa_bits: z.int(),
  desde: z.string(),
  hasta: z.string(),
  /** SHA-256, hexadecimal. */
  huella: z.string(),
  confirmado_sin_ruc: z.boolean(),
  /** Whether the company signs with it. */
  activo: z.boolean(),
  subido_en: z.string(),
  dias_restantes: z.int(),
  /** 30, 15, 7 or 1 when only that many days are left (O-67). */
  aviso_caducidad: z.nullable(z.int()),
  /** Whether it can sign now, and why not. */
  apto: z.boolean(),
  rechazos: z.array(HallazgoCertificado),
  avisos: z.array(HallazgoCertificado),
})
export type Certificado = z.infer<typeof Certificado>

const archivo = {
  fields: [
    { name: 'pass', required: true, description: 'La contraseña del archivo, codificada como al iniciar sesión' },
    { name: 'confirmar', required: false, description: '«true» cuando el certificado no trae el RUC y se confirma de quién es' },
  ],
} satisfies UploadBody
const upload = { tag, upload: archivo, reply: Certificado, msg: 'Guardado exitosamente' }

export const uploadCertificado = endpoint('POST /business_profile/carga_firma_electronica', {
  costo: 'subida',
  ...upload,
  summary: 'Carga la firma electrónica (.p12)',
})
export const replaceCertificado = endpoint('PUT /business_profile/carga_firma_electronica/:id', {
  costo: 'subida',
  ...upload,
  summary: 'Reemplaza la firma electrónica',
  params: idParams,
})
export const deleteCertificado = endpoint('DELETE /business_profile/certificado/delete/:id', {
  costo: 'escritura',
  tag,
  summary: 'Elimina la firma electrónica y su llave',
  params: idParams,
  reply: Nothing,
  msg: 'Guardado exitosamente',
})
/** Minutes that a link to the password of a signature is valid (O-15). */
export const CLAVE_FIRMA_MINUTOS = 15

export const recoverClaveFirma = endpoint('GET /business_profile/certificado/recover-pass', {
  costo: 'lectura',
  tag,
  summary: 'Envía a quien lo pide un enlace de un solo uso para ver la contraseña de la firma',
  reply: Nothing,
  msg: 'Se ha enviado un correo con la información solicitada',
})
/** `pass`: password of the account, encoded as at login. */
export const ClaveFirmaForm = z.object({
  codigo: z.string().check(z.minLength(1, 'Este campo es requerido.'), z.maxLength(100, '100 caracteres máximos.')),
  pass: z.string().check(z.minLength(1, 'Este campo es requerido.'), z.maxLength(1024)),
})
export const ClaveFirma = z.object({ filename: z.string(), titular: z.string(), clave: z.string() })
export type ClaveFirma = z.infer<typeof ClaveFirma>
export const showClaveFirma = endpoint('POST /v1/certificado/clave', {
  costo: 'identidad',
  tag,
  summary: 'Muestra una vez la contraseña de la firma, con el enlace del correo y la contraseña de la cuenta',
  body: ClaveFirmaForm,
  reply: ClaveFirma,
})

export const allCertificado = endpoint('GET /v1/certificado/all', {
  costo: 'lectura',
  tag,
  summary: 'Firmas electrónicas de la empresa, con su diagnóstico',
  reply: z.array(Certificado),
})
