import { TEMAS, withCierre, type Enmienda } from '@yupana/fiscal'
import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { version } from './fields.ts'

export const Tema = z.enum(TEMAS as [Enmienda['tema'], ...Enmienda['tema'][]])
/** V: official text seen. M: one source. R: recalled. */
export const CONFIANZAS = ['V', 'M', 'R'] as const
export const Confianza = z.enum(CONFIANZAS)

/** An enmienda in force, as tables read it. */
export const EnmiendaVigente = z.object({
  id: z.int(),
  tema: Tema,
  codigo: z.string(),
  nombre: z.string(),
  valor: z.string(),
  desde: z.nullable(z.string()),
  hasta: z.nullable(z.string()),
  cierra: z.boolean(),
  fuente: z.string(),
  nota: z.nullable(z.string()),
  confianza: Confianza,
})
export type EnmiendaVigente = z.infer<typeof EnmiendaVigente>

/** The enmienda with the field names of the tables of the law. */
export const enmiendaOf = ({ id, tema, codigo, nombre, valor, desde, hasta, fuente, nota, confianza }: EnmiendaVigente): Enmienda => ({
  id,
  tema,
  codigo,
  nombre,
  valor,
  source: fuente,
  confidence: confianza,
  ...(desde === null ? {} : { validFrom: desde }),
  ...(hasta === null ? {} : { validTo: hasta }),
  ...(nota === null ? {} : { note: nota }),
})

/** The enmiendas in the shape of the tables, oldest first. */
export const enmiendasOf = (vigentes: readonly EnmiendaVigente[]): Enmienda[] =>
  vigentes.flatMap((one) => withCierre(enmiendaOf(one), one.cierra))

export const normasVigentes = endpoint('GET /v1/norma/vigentes', {
  costo: 'lectura',
  tag: 'Parámetros legales',
  summary: 'Lo añadido a las tablas del programa, y su versión',
  reply: z.object({ version, enmiendas: z.array(EnmiendaVigente) }),
})
