import * as z from 'zod/mini'

import { Sentido } from './cartera.contract.ts'
import { MAX_MENSAJE_CORREO } from './comprobante-calls.contract.ts'
import { endpoint } from './endpoint.ts'
import { conSigno, fecha, idParams, lineasOpcionales, uuid, version } from './fields.ts'

const tag = 'Cartera'

/** Days after a due date on which its client may be reminded; negative before it. */
export const PASOS_RECORDATORIO = [-7, -3, -1, 0, 3, 7, 15, 30, 60] as const

export const SIN_DIAS_RECORDATORIO = 'Elija al menos un día.'

/** Days and words of automatic reminders; `version` is the one that was read, 0 before the first. */
export const RecordatorioForm = z
  .object({
    version,
    activo: z.boolean(),
    pasos: z
      .array(z.literal([...PASOS_RECORDATORIO], 'Elija los días de la lista.'))
      .check(z.maxLength(PASOS_RECORDATORIO.length, 'Cada día se elige una sola vez.')),
    mensaje: lineasOpcionales(MAX_MENSAJE_CORREO),
  })
  .check(z.refine(({ activo, pasos }) => !activo || pasos.length > 0, { path: ['pasos'], error: SIN_DIAS_RECORDATORIO }))
export type RecordatorioForm = z.infer<typeof RecordatorioForm>

export const RecordatorioGuardado = z.object({
  version,
  activo: z.boolean(),
  pasos: z.array(z.int()),
  mensaje: z.nullable(z.string()),
  guardado: z.nullable(z.object({ usuario: z.string(), en: z.string() })),
})
export type RecordatorioGuardado = z.infer<typeof RecordatorioGuardado>

export const readRecordatorio = endpoint('GET /v1/cartera/recordatorio', {
  costo: 'lectura',
  tag,
  summary: 'Qué días se recuerda solo a los clientes lo que deben',
  reply: RecordatorioGuardado,
})

export const saveRecordatorio = endpoint('PUT /v1/cartera/recordatorio/edit', {
  costo: 'escritura',
  tag,
  summary: 'Guarda qué días antes y después del vencimiento se recuerda a los clientes lo que deben',
  body: RecordatorioForm,
  reply: RecordatorioGuardado,
  msg: 'Recordatorios guardados exitosamente',
})

/** A sent reminder of a debt. */
export const RecordatorioEnviado = z.object({
  id: uuid,
  en: z.string(),
  correos: z.array(z.string()),
  total: conSigno,
  /** Null for an automatic one. */
  usuario: z.nullable(z.string()),
  /** Whether the account statement was attached. */
  con_estado: z.boolean(),
  /** Side, days and `total` of a sent account statement; null for a reminder. */
  estado: z.nullable(z.object({ sentido: Sentido, desde: z.nullable(fecha), hasta: z.nullable(fecha) })),
})

/** Recent reminders of a client. */
export const RecordatoriosDePersona = z.object({
  /** Whether the company sends automatic reminders. */
  activo: z.boolean(),
  /** Whether the client gets no automatic reminders. */
  exento: z.boolean(),
  correos: z.array(z.string()),
  enviados: z.array(RecordatorioEnviado),
})
export type RecordatoriosDePersona = z.infer<typeof RecordatoriosDePersona>

export const readRecordatoriosDePersona = endpoint('GET /v1/cartera/recordatorio/persona/:id', {
  costo: 'lectura',
  tag,
  summary: 'Los últimos recordatorios a un cliente, y si recibe los automáticos',
  params: idParams,
  reply: RecordatoriosDePersona,
})

export const exemptRecordatorio = endpoint('PUT /v1/cartera/recordatorio/persona/:id', {
  costo: 'escritura',
  tag,
  summary: 'Deja de enviar recordatorios automáticos a un cliente, o vuelve a enviarlos',
  params: idParams,
  body: z.object({ exento: z.boolean() }),
  reply: RecordatoriosDePersona,
  msg: 'Guardado exitosamente',
})
