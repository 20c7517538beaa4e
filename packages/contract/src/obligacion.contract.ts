import { TIPOS_OBLIGACION } from '@yupana/fiscal'
import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { Nothing } from './envelope.contract.ts'
import { fecha, uuid } from './fields.ts'

const tag = 'Obligaciones'

/** An obligation. */
export const ObligacionFila = z.object({
  /** Stable id. */
  id: z.string(),
  tipo: z.enum(TIPOS_OBLIGACION),
  /** First day on which it can be done. */
  desde: z.optional(fecha),
  vence: fecha,
  texto: z.string(),
  detalle: z.string(),
  /** Address of the screen where it is done. */
  enlace: z.string(),
  /** V: official text seen; M: one source; R: recalled. */
  confidence: z.enum(['V', 'M', 'R']),
})
export type ObligacionFila = z.infer<typeof ObligacionFila>

export const MAX_DIAS_OBLIGACION = 400

export const listObligacion = endpoint('GET /v1/obligacion/list', {
  costo: 'calculo',
  tag,
  summary: 'Lo que vence: formularios, anexos, retenciones, anulaciones y firma, lo más urgente primero',
  query: z.object({ dias: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(MAX_DIAS_OBLIGACION)), 90) }),
  reply: z.object({
    /** Today in Ecuador. */
    hoy: fecha,
    obligaciones: z.array(ObligacionFila),
    /** Whether it is published at an address for other programs. */
    con_calendario: z.boolean(),
    /** Days before the due date on which the person gets a mail, for all companies; `correo` is null without a verified mail. */
    aviso: z.object({ dias: z.nullable(z.int()), correo: z.nullable(z.string()) }),
  }),
})

export const MAX_DIAS_AVISO = 15

export const saveAviso = endpoint('PUT /v1/obligacion/aviso', {
  costo: 'escritura',
  tag,
  summary: 'Cuántos días antes se avisa por correo a la persona de lo que vence en las empresas de las que responde; null para no avisar',
  body: z.object({
    dias: z.nullable(
      z
        .int()
        .check(
          z.minimum(1, `Elija entre 1 y ${MAX_DIAS_AVISO} días.`),
          z.maximum(MAX_DIAS_AVISO, `Elija entre 1 y ${MAX_DIAS_AVISO} días.`),
        ),
    ),
  }),
  reply: Nothing,
  msg: 'Avisos por correo guardados',
})

export const shareCalendario = endpoint('POST /v1/obligacion/calendario', {
  costo: 'escritura',
  tag,
  summary: 'La dirección con que otro programa lee sus vencimientos de esta empresa (.ics), la misma hasta que se retira',
  reply: z.object({ enlace: z.string() }),
})

export const unshareCalendario = endpoint('DELETE /v1/obligacion/calendario', {
  costo: 'escritura',
  tag,
  summary: 'Retira la dirección del calendario: deja de servir, y la siguiente es otra',
  reply: Nothing,
  msg: 'Dirección retirada exitosamente',
})

/** Summary of a company; counts go up to 1,001. */
export const EmpresaTablero = z.object({
  id: uuid,
  name: z.string(),
  ruc: z.string(),
  ambiente: z.enum(['SIMULADOR', 'PRUEBAS', 'PRODUCCION']),
  rechazados: z.int(),
  /** Documents held by an SRI code that a person must resolve. */
  retenidos: z.int(),
  en_espera: z.int(),
  recibidos: z.int(),
  /** Last day of the certificate in use; null without one. */
  firma_hasta: z.nullable(fecha),
  /** Unfiled forms of past periods, and the number of late ones. */
  sin_declarar: z.int(),
  vencidas: z.int(),
  proxima: z.nullable(ObligacionFila),
})
export type EmpresaTablero = z.infer<typeof EmpresaTablero>

export const readTablero = endpoint('GET /v1/obligacion/tablero', {
  costo: 'calculo',
  enFila: true,
  tag,
  summary: 'Las empresas del usuario de un vistazo, la más urgente primero',
  reply: z.object({ hoy: fecha, empresas: z.array(EmpresaTablero) }),
})
