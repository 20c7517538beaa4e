import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { buildClaveAcceso, claveAccesoIsValid, readClaveAcceso } from '../documento/clave-acceso.ts'
import { parseEntrada } from '../valor/entrada.ts'
import { addDays, isFecha } from '../valor/fecha.ts'
import { checkIdentificacion } from '../identificacion/identificacion.ts'
import { isMonto } from '../valor/monto.ts'
import { formatNumero, parseNumero } from '../valor/numero.ts'
import { checkTexto } from '../valor/texto.ts'

// Typed, pasted or scanned text is read, or refused in words; it never throws.

const RUNS = { numRuns: Number(process.env['FC_RUNS'] ?? 500), seed: Number(process.env['FC_SEED'] ?? 20_260_615) }
const typed = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.stringMatching(/^[-$ 0-9.,]{0,24}$/),
  fc.stringMatching(/^\d{0,50}$/),
  fc.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
  fc.stringMatching(/^\d{1,4}-\d{1,4}-\d{1,10}$/),
  fc.constantFrom('NaN', 'Infinity', '1e400', '0x10', '__proto__', '٣', '１２', '9007199254.740992', '-0'),
)

describe('typed text', () => {
  it('is an amount within the safe range, or a sentence', () => {
    fc.assert(
      fc.property(typed, fc.integer({ min: 0, max: 6 }), (text, decimals) => {
        const entrada = parseEntrada(text, decimals)
        if (entrada.ok) expect(isMonto(entrada.monto)).toBe(true)
        else expect(entrada.problem).toMatch(/^[¿A-Z].*[.?]$/)
      }),
      RUNS,
    )
  })
  it('is a day of the calendar, or none', () => {
    fc.assert(
      fc.property(typed, (text) => {
        if (isFecha(text)) expect(addDays(addDays(text, 1), -1)).toBe(text)
      }),
      RUNS,
    )
  })
  it('is an identification, a number and a clave only when it reads back as itself', () => {
    fc.assert(
      fc.property(typed, fc.constantFrom('04', '05', '06', '07', '08', '99', ''), (text, tipo) => {
        const check = checkIdentificacion(tipo, text)
        expect(check.valid || (check.problem ?? '') !== '').toBe(true)
        const numero = parseNumero(text)
        if (numero) expect(parseNumero(formatNumero(numero))).toEqual(numero)
        expect(readClaveAcceso(text) === undefined || claveAccesoIsValid(text)).toBe(true)
        const partes = readClaveAcceso(text)
        if (partes) expect(buildClaveAcceso(partes)).toBe(text)
      }),
      RUNS,
    )
  })
  it('is text that a document may carry, or a sentence', () => {
    fc.assert(
      fc.property(typed, (text) => {
        const problem = checkTexto(text, { min: 1, max: 40 })
        if (problem === undefined) expect([...text].length).toBeLessThanOrEqual(40)
        else expect(problem).not.toBe('')
      }),
      RUNS,
    )
  })
})
