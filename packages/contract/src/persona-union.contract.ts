import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { conSigno, idParams, uuid } from './fields.ts'
import { Persona } from './persona.contract.ts'

const tag = 'Personas'

const Ficha = z.pick(Persona, { id: true, identificacion: true, razon_social: true })

/** Merged records of one person (adr/0013). */
export const UnionesPersona = z.object({
  /** The record into which this one was merged, if any. */
  en: z.nullable(Ficha),
  /** Records merged into this one, the last first. */
  unidas: z.array(z.extend(Ficha, { fecha: z.string(), por: z.nullable(z.string()) })),
})
export type UnionesPersona = z.infer<typeof UnionesPersona>

/** Preview of a merge: the remaining record, and the data that it gets from the other. */
export const UnionPropuesta = z.object({
  queda: Persona,
  otra: Persona,
  mueve: z.object({
    documentos: z.int(),
    cotizaciones: z.int(),
    compras: z.int(),
    retenciones: z.int(),
    pagos: z.int(),
    recordatorios: z.int(),
    cuentas: z.int(),
    /** Debts to the company, and its own debts, in its present environment, ×10⁶. */
    por_cobrar: conSigno,
    por_pagar: conSigno,
  }),
})
export type UnionPropuesta = z.infer<typeof UnionPropuesta>

export const readUniones = endpoint('GET /v1/persona/uniones/:id', {
  costo: 'lectura',
  tag,
  summary: 'Las fichas que se unieron a la de una persona, o a cuál se unió esta',
  params: idParams,
  reply: UnionesPersona,
})
export const previewUnion = endpoint('GET /v1/persona/union/:id', {
  costo: 'busqueda',
  tag,
  summary: 'Lo que pasaría al unir otra ficha a la de una persona',
  params: idParams,
  query: z.object({ otra_id: uuid }),
  reply: UnionPropuesta,
})
export const unirPersona = endpoint('POST /v1/persona/unir/:id', {
  costo: 'escritura',
  tag,
  summary: 'Une a esta ficha la otra de la misma persona; requiere Idempotency-Key',
  params: idParams,
  body: z.object({ otra_id: uuid }),
  reply: Persona,
  msg: 'Fichas unidas',
})
export const separarPersona = endpoint('POST /v1/persona/separar/:id', {
  costo: 'escritura',
  tag,
  summary: 'Deshace la unión de esta ficha con la que quedó',
  params: idParams,
  reply: Persona,
  msg: 'Unión deshecha',
})
