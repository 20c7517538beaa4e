import type { Comprador, Persona } from '@yupana/contract'
import { checkIdentificacion, CONSUMIDOR_FINAL, isEmail, TIPO_IDENTIFICACION } from '@yupana/fiscal'

import type { Revision, ValoresEmision } from './tipo-documento.ts'

/** The client; the e-mails of this document are a field of their own. */
export interface CompradorValores {
  persona_id?: string
  tipo_identificacion: Comprador['tipo_identificacion']
  identificacion: string
  razon_social: string
  direccion?: string
  telefono?: string
}

export const CONSUMIDOR: CompradorValores = {
  tipo_identificacion: TIPO_IDENTIFICACION.CONSUMIDOR_FINAL,
  identificacion: CONSUMIDOR_FINAL.identificacion,
  razon_social: CONSUMIDOR_FINAL.razonSocial,
}

export const isConsumidorFinal = (comprador: CompradorValores | null) =>
  comprador?.tipo_identificacion === TIPO_IDENTIFICACION.CONSUMIDOR_FINAL

export const compradorOf = (persona: Persona): CompradorValores => ({
  persona_id: persona.id,
  tipo_identificacion: persona.tipo_identificacion,
  identificacion: persona.identificacion,
  razon_social: persona.razon_social,
  ...(persona.direccion !== null && { direccion: persona.direccion }),
  ...(persona.telefonos[0] !== undefined && { telefono: persona.telefonos[0] }),
})

/** The typed values of a client that was sent. */
export const compradorOfForm = ({
  persona_id,
  tipo_identificacion,
  identificacion,
  razon_social,
  direccion,
  telefono,
}: Comprador): CompradorValores => ({
  tipo_identificacion,
  identificacion,
  razon_social,
  ...(persona_id !== undefined && { persona_id }),
  ...(direccion !== undefined && { direccion }),
  ...(telefono !== undefined && { telefono }),
})

/** The addresses of a field, separated by comma, semicolon or space. */
export const correosOf = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean)

const wrongCorreo = (text: string): string | undefined => correosOf(text).find((correo) => !isEmail(correo))

/** @param missing message when nobody is chosen */
export function reviseComprador({ comprador, correos }: Pick<ValoresEmision, 'comprador' | 'correos'>, missing: string): Revision {
  const wrong = wrongCorreo(correos)
  const problemas = wrong === undefined ? [] : [{ campo: 'correos', message: `Ingrese un correo válido. Revise «${wrong}».` }]
  if (!comprador) return { problemas: [{ campo: 'comprador', message: missing }, ...problemas], avisos: [] }
  const { valid, problem, warning } = checkIdentificacion(comprador.tipo_identificacion, comprador.identificacion)
  if (!valid) problemas.unshift({ campo: 'comprador', message: problem ?? 'Identificación no válida.' })
  return { problemas, avisos: warning ? [warning] : [] }
}
