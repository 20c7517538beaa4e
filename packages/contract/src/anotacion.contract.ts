import * as z from 'zod/mini'

import { endpoint, ONLY_FILE } from './endpoint.ts'
import { Nothing } from './envelope.contract.ts'
import { idParams, lineasOpcionales } from './fields.ts'

const tag = 'Notas y adjuntos'

export const MAX_NOTA_INTERNA = 2000
/** Files of one document. */
export const MAX_ADJUNTOS = 10
export const ADJUNTO_MAX_BYTES = 5_000_000
/** Bytes of the files of all documents of a company. */
export const MAX_BYTES_ADJUNTOS = 2_000_000_000

const quien = { autor: z.nullable(z.string()), en: z.string() }

export const Adjunto = z.object({ id: z.string(), nombre: z.string(), tipo: z.string(), tamano: z.int(), ...quien })
export type Adjunto = z.infer<typeof Adjunto>

/** What the company keeps beside a document for itself; it is neither printed nor sent. */
export const Anotacion = z.object({
  nota: z.nullable(z.object({ texto: z.string(), ...quien })),
  /** 0 before the first note. */
  version: z.int(),
  adjuntos: z.array(Adjunto),
})
export type Anotacion = z.infer<typeof Anotacion>

export const NotaInternaForm = z.object({ nota: lineasOpcionales(MAX_NOTA_INTERNA) })

export const readAnotacion = endpoint('GET /v1/comprobante/anotacion/:id', {
  costo: 'lectura',
  tag,
  summary: 'La nota interna y los adjuntos de un comprobante',
  params: idParams,
  reply: Anotacion,
})
export const saveNotaInterna = endpoint('PUT /v1/comprobante/nota_interna/:id', {
  costo: 'escritura',
  tag,
  summary: 'Escribe la nota interna de un comprobante, o la quita',
  params: idParams,
  body: z.extend(NotaInternaForm, { version: z.int().check(z.minimum(0)) }),
  reply: Anotacion,
  msg: 'Nota guardada exitosamente',
})
export const addAdjunto = endpoint('POST /v1/comprobante/adjunto/:id', {
  costo: 'subida',
  tag,
  summary: 'Adjunta un PDF o una imagen a un comprobante',
  params: idParams,
  upload: ONLY_FILE,
  reply: Anotacion,
  msg: 'Archivo adjuntado exitosamente',
})
export const readAdjunto = endpoint('GET /v1/comprobante/adjunto/:id', {
  costo: 'archivo',
  tag,
  summary: 'Un archivo adjunto',
  params: idParams,
  file: 'application/octet-stream',
})
export const deleteAdjunto = endpoint('DELETE /v1/comprobante/adjunto/:id', {
  costo: 'escritura',
  tag,
  summary: 'Elimina un archivo adjunto',
  params: idParams,
  reply: Nothing,
  msg: 'Adjunto eliminado exitosamente',
})
