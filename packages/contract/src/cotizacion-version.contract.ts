import * as z from 'zod/mini'

import { CotizacionCalculo, CotizacionForm } from './cotizacion.contract.ts'
import { endpoint } from './endpoint.ts'
import { conSigno, fecha, idParams, uuid } from './fields.ts'

const tag = 'Cotizaciones'

/** Parts of a quote, besides its lines, that may differ from the version before. */
export const CAMPOS_VERSION = ['cliente', 'fecha', 'validez', 'modo', 'condiciones', 'info_adicional', 'emisor'] as const
/** Lines named for each kind of change; further ones are counted. */
export const MAX_LINEAS_NOMBRADAS = 5

const LineasCambiadas = z.object({ cuantas: z.int(), primeras: z.array(z.string()) })

export const CambiosCotizacion = z.object({
  campos: z.array(z.enum(CAMPOS_VERSION)),
  agregadas: LineasCambiadas,
  cambiadas: LineasCambiadas,
  quitadas: LineasCambiadas,
})
export type CambiosCotizacion = z.infer<typeof CambiosCotizacion>

/** A quote as its client received it. Amounts ×10⁶. */
export const CotizacionVersionFila = z.object({
  /** From 1, within its quote. */
  n: z.int(),
  en: z.string(),
  /** Sender; null for a user who is gone. */
  quien: z.nullable(z.string()),
  total: conSigno,
  /** Changes since the version before; null for the first. */
  cambios: z.nullable(CambiosCotizacion),
  respuesta: z.nullable(z.object({ estado: z.enum(['ACEPTADA', 'RECHAZADA']), nota: z.nullable(z.string()), en: z.string() })),
})
export type CotizacionVersionFila = z.infer<typeof CotizacionVersionFila>

export const CotizacionVersion = z.extend(CotizacionVersionFila, {
  cotizacion_id: uuid,
  numero: z.string(),
  fecha_emision: fecha,
  vence: fecha,
  form: CotizacionForm,
  calculo: CotizacionCalculo,
})
export type CotizacionVersion = z.infer<typeof CotizacionVersion>

/** Versions listed; older ones are left out and can still be read. */
export const MAX_VERSIONES_LISTADAS = 200

const params = z.extend(idParams, { n: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2_147_483_647)) })

export const listVersionesCotizacion = endpoint('GET /v1/cotizacion/versiones/:id', {
  costo: 'lectura',
  tag,
  params: idParams,
  summary: 'Las versiones que se enviaron de una cotización, la última primero (hasta 200)',
  reply: z.object({ versiones: z.array(CotizacionVersionFila) }),
})
export const readVersionCotizacion = endpoint('GET /v1/cotizacion/version/:id/:n', {
  costo: 'lectura',
  tag,
  params,
  summary: 'Una versión de una cotización, como se envió',
  reply: CotizacionVersion,
})
export const downloadVersionCotizacion = endpoint('GET /v1/cotizacion/version/pdf/:id/:n', {
  costo: 'archivo',
  tag,
  params,
  summary: 'Una versión de una cotización en PDF, como se envió',
  file: 'application/pdf',
})
