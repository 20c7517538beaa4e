import { ROL_PERSONA_LABEL, type Persona } from '@yupana/contract'

/** First part of every cache key of people. */
export const PERSONA_LISTA = 'persona'

export const rolesText = (roles: Persona['roles']): string => roles.map((rol) => ROL_PERSONA_LABEL[rol]).join(', ')
