import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'

/** A ticket by which a browser takes one file with nothing else in its hands: once, within a minute. */
export const Descarga = z.object({ ticket: z.string(), vence_en: z.string() })
export type Descarga = z.infer<typeof Descarga>

export const downloadDescarga = endpoint('GET /v1/descarga/:ticket', {
  costo: 'archivo',
  tag: 'Descargas',
  summary: 'El archivo de un boleto de descarga, que sirve una sola vez y por un minuto',
  params: z.object({ ticket: z.string() }),
  file: 'application/octet-stream',
})
