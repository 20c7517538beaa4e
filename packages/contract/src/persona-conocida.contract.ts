import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { texto } from './fields.ts'
import { Persona, TIPOS_IDENTIFICACION_PERSONA } from './persona.contract.ts'

// Apart from the rest of a person, which every editor of documents loads.

/** What the company knows of an identification before it is registered once more. */
export const PersonaConocida = z.object({
  /** Who has it, or its cédula or RUC twin (O-62). */
  persona: z.nullable(z.pick(Persona, { id: true, identificacion: true, razon_social: true, roles: true, activo: true })),
  /** Nobody has it: the name under which they sent the company a document. */
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
