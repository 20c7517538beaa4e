import { TIPOS_IDENTIFICACION_PERSONA } from '@yupana/fiscal'
import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { texto } from './fields.ts'
import { Persona } from './persona.contract.ts'

// A file of its own, because every editor of documents loads the contract of people.

/** Data that the company already has about an identification. */
export const PersonaConocida = z.object({
  /** Person with the identification, or with its cédula or RUC twin (O-62). */
  persona: z.nullable(z.pick(Persona, { id: true, identificacion: true, razon_social: true, roles: true, activo: true })),
  /** When there is no such person: the sender's name on a document received from that identification. */
  nombre: z.nullable(z.string()),
})
export type PersonaConocida = z.infer<typeof PersonaConocida>

export const readPersonaConocida = endpoint('GET /v1/persona/conocida', {
  costo: 'busqueda',
  tag: 'Personas',
  summary: 'Quién tiene una identificación en la empresa, o con qué nombre le ha enviado documentos',
  query: z.object({ tipo_identificacion: z.enum(TIPOS_IDENTIFICACION_PERSONA), identificacion: texto(20) }),
  reply: PersonaConocida,
})
