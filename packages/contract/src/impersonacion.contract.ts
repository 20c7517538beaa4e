import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { Session } from './sesion.contract.ts'
import { uuid } from './uuid.ts'

const tag = 'Impersonación'

export const MOTIVO_MIN = 10
export const Motivo = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'Este campo es requerido.'),
    z.minLength(MOTIVO_MIN, `${MOTIVO_MIN} caracteres mínimos.`),
    z.maxLength(300, '300 caracteres máximos.'),
  )

const accessToken = z.string().check(z.minLength(1), z.maxLength(200))

export const impersonationLogin = endpoint('POST /impersonation/login/:accessToken', {
  costo: 'escritura',
  tag,
  summary: 'Inicia sesión en nombre de un usuario con un código de un solo uso (dos minutos)',
  params: z.object({ accessToken }),
  body: z.object({ accessToken }),
  reply: z.object({ session: Session }),
})

export const ImpersonacionForm = z.object({ empresa_id: uuid, usuario_id: uuid, motivo: Motivo })
export type ImpersonacionForm = z.infer<typeof ImpersonacionForm>

export const requestImpersonacion = endpoint('POST /v1/administracion/impersonacion', {
  costo: 'escritura',
  tag,
  summary: 'Pide un código para trabajar en nombre de un usuario, con su motivo',
  body: ImpersonacionForm,
  reply: z.object({ token: z.string(), canjear_hasta: z.string() }),
})

/** A request of support to work as a user of the company. */
export const AccesoSoporte = z.object({
  id: uuid,
  pedida_en: z.string(),
  motivo: z.string(),
  quien: z.string(),
  como: z.string(),
  canjeada_en: z.nullable(z.string()),
  /** End of its session, past or automatic. */
  termina_en: z.nullable(z.string()),
})
export type AccesoSoporte = z.infer<typeof AccesoSoporte>

export const SoporteEmpresa = z.object({
  /** Today in Ecuador, the only day of the permission. */
  dia: z.string(),
  permitido: z.boolean(),
  /** The newest twenty. */
  accesos: z.array(AccesoSoporte),
})
export type SoporteEmpresa = z.infer<typeof SoporteEmpresa>

export const readSoporte = endpoint('GET /v1/soporte', {
  costo: 'lectura',
  tag,
  summary: 'Accesos de soporte a la empresa y si hoy puede emitir y anular',
  reply: SoporteEmpresa,
})
export const allowSoporte = endpoint('PUT /v1/soporte/permiso', {
  costo: 'escritura',
  tag,
  summary: 'Permite o retira por hoy que soporte emita y anule',
  body: z.object({ permitido: z.boolean() }),
  reply: SoporteEmpresa,
})
