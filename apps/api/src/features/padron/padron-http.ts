import type { Padron } from '@yupana/contract'
import * as z from 'zod/mini'

import type { Config } from '../../config/config.ts'
import { textOf } from '../../http/respuesta-ajena.ts'
import { log } from '../../proceso/log.ts'

/** The page waits five seconds: a later answer is of no use. */
const PLAZO_MS = 4_000
const MAX_BYTES = 65_536
const MAX_TEXTO = 300

/** Lookup of a RUC or a cédula. Never throws: no answer is SIN_RESPUESTA. */
export interface ServicioPadron {
  find(identificacion: string): Promise<Padron>
}

const texto = z.optional(z.nullable(z.string()))
const Respuesta = z.object({
  identificacion: z.string(),
  razonSocial: z.string(),
  nombreComercial: texto,
  direccion: texto,
  estado: texto,
})

const NO_CONSTA: Padron = { resultado: 'NO_CONSTA', persona: null }
export const SIN_RESPUESTA: Padron = { resultado: 'SIN_RESPUESTA', persona: null }

/** A text of the service in a form that a document may print. */
const clean = (text: string | null | undefined): string =>
  (text ?? '')
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim()
    .slice(0, MAX_TEXTO)
    .trim()

function padronOf(body: string, identificacion: string): Padron {
  const said = Respuesta.parse(JSON.parse(body))
  if (said.identificacion.trim() !== identificacion) throw new Error('it answers for another identification')
  const razonSocial = clean(said.razonSocial)
  if (razonSocial === '') return NO_CONSTA
  const persona = {
    razon_social: razonSocial,
    nombre_comercial: clean(said.nombreComercial) || null,
    direccion: clean(said.direccion) || null,
    estado: clean(said.estado).toUpperCase() || null,
  }
  return { resultado: 'ENCONTRADO', persona }
}

/**
 * A service over HTTP: GET of PADRON_URL with the number in place of `{identificacion}`, and PADRON_TOKEN as Bearer. It answers 404 for an
 * unknown number, or 200 with the JSON `identificacion`, `razonSocial` and, if known, `nombreComercial`, `direccion`, `estado`.
 */
export const padronHttp = ({ url, token }: NonNullable<Config['padron']>): ServicioPadron => ({
  async find(identificacion) {
    try {
      const answer = await fetch(url.replaceAll('{identificacion}', identificacion), {
        headers: { Accept: 'application/json', ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }) },
        redirect: 'error',
        signal: AbortSignal.timeout(PLAZO_MS),
      })
      if (answer.status === 404) {
        await answer.body?.cancel()
        return NO_CONSTA
      }
      if (answer.status !== 200) throw new Error(`it answers ${answer.status}`)
      return padronOf(await textOf(answer, MAX_BYTES), identificacion)
    } catch (error) {
      // The log never has the identification asked for.
      log.warn('padron does not answer', { error: (error as Error).name, message: (error as Error).message.slice(0, 200) })
      return SIN_RESPUESTA
    }
  },
})
