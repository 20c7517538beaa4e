import type { ComprobanteDetalle } from '@yupana/contract'
import { describe, expect, it } from 'vitest'

import { eventoOf, pasosOf } from './pasos.ts'

const avances = (estado: string, correo_estado = 'NINGUNO') => pasosOf({ estado, correo_estado }).map(({ avance }) => avance)

describe('the five steps of a document', () => {
  it.each([
    ['EMITIDO', 'NINGUNO', ['hecho', 'actual', 'pendiente', 'pendiente', 'pendiente']],
    ['INCIERTO', 'NINGUNO', ['hecho', 'hecho', 'actual', 'pendiente', 'pendiente']],
    ['RECIBIDA', 'NINGUNO', ['hecho', 'hecho', 'hecho', 'actual', 'pendiente']],
    ['RECHAZADO', 'NINGUNO', ['hecho', 'hecho', 'hecho', 'fallido', 'omitido']],
    ['RETENIDO', 'NINGUNO', ['hecho', 'hecho', 'hecho', 'fallido', 'omitido']],
    ['AUTORIZADO', 'PENDIENTE', ['hecho', 'hecho', 'hecho', 'hecho', 'actual']],
    ['AUTORIZADO', 'BANDEJA', ['hecho', 'hecho', 'hecho', 'hecho', 'hecho']],
    ['AUTORIZADO', 'FALLIDO', ['hecho', 'hecho', 'hecho', 'hecho', 'fallido']],
    ['AUTORIZADO', 'NINGUNO', ['hecho', 'hecho', 'hecho', 'hecho', 'omitido']],
  ])('%s with its mail %s', (estado, correo, expected) => expect(avances(estado, correo)).toEqual(expected))

  it('O-106 tells of the version that counts, not of the one that was corrected', () => {
    const evento = (a: string, en: string): ComprobanteDetalle['eventos'][number] => ({
      en,
      de: null,
      a,
      quien: null,
      causa: a,
      mensajes: null,
    })
    const eventos = ['EMITIDO', 'FIRMADO', 'ENVIANDO', 'RECHAZADO', 'EMITIDO', 'FIRMADO', 'ENVIANDO'].map((a, at) => evento(a, String(at)))
    const pasos = pasosOf({ estado: 'ENVIANDO', correo_estado: 'NINGUNO' })
    expect(pasos.map((paso) => eventoOf(paso, eventos)?.en)).toEqual(['4', '5', '6', undefined, undefined])
  })
})
