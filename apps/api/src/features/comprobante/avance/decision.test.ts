import { createHash } from 'node:crypto'
import { canMove, type Estado } from '@yupana/fiscal'
import { errorSri, type Autorizacion, type MensajeSri, type RespuestaAutorizacion, type RespuestaRecepcion } from '@yupana/sri'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { decideAutorizacion, decideRecepcion, esperaAfter, type Propio } from './decision.ts'

// Every row of reliability §2.4: decided by code, never by text.
const CLAVE = '1506202601179001234500110010010000000011234567818'
const COMPROBANTE = '<factura id="comprobante">lo nuestro</factura>'
const propio: Propio = {
  clave: CLAVE,
  ruc: CLAVE.slice(10, 23),
  ambiente: '1',
  sha256: createHash('sha256').update(COMPROBANTE).digest(),
  isOurs: () => false,
}

const mensaje = (identificador: string, tipo = 'ERROR'): MensajeSri => ({ identificador, mensaje: 'TEXTO QUE NO DECIDE', tipo })
const recepcion = (estado: RespuestaRecepcion['estado'], ...codigos: string[]): RespuestaRecepcion => ({
  estado,
  mensajes: codigos.map((codigo) => mensaje(codigo)),
  raw: '',
})
const autorizada = (change: Partial<Autorizacion> = {}): Autorizacion => ({
  estado: 'AUTORIZADO',
  numeroAutorizacion: CLAVE,
  fechaAutorizacion: '2026-06-15T10:00:00-05:00',
  ambiente: 'PRUEBAS',
  comprobante: COMPROBANTE,
  mensajes: [],
  ...change,
})
const noAutorizada = (...codigos: string[]): Autorizacion => ({
  estado: 'NO AUTORIZADO',
  mensajes: codigos.map((codigo) => mensaje(codigo)),
})
const autorizacion = (...autorizaciones: Autorizacion[]): RespuestaAutorizacion => ({
  claveAccesoConsultada: CLAVE,
  numeroComprobantes: autorizaciones.length,
  autorizaciones,
  raw: '',
})
const decide = (respuesta: RespuestaAutorizacion, { recibida = true, own = propio } = {}) => decideAutorizacion(respuesta, own, recibida, 0)

describe('answers of recepción (reliability §2.4)', () => {
  it('RECIBIDA: poll autorización after a second', () => {
    expect(decideRecepcion(recepcion('RECIBIDA'), 0)).toMatchObject({ a: 'RECIBIDA', enSegundos: 1 })
  })

  it('RECIBIDA with warnings is RECIBIDA, and keeps them', () => {
    expect(decideRecepcion(recepcion('RECIBIDA', '59', '62'), 0)).toMatchObject({
      a: 'RECIBIDA',
      mensajes: [{ identificador: '59' }, { identificador: '62' }],
    })
  })

  it('43: the clave is there already: asked for at once, never a rejection by itself (O-54)', () => {
    expect(decideRecepcion(recepcion('DEVUELTA', '43'), 3)).toMatchObject({ a: 'INCIERTO', codigo: '43', enSegundos: 1 })
  })

  it('70: in process: RECIBIDA, polled, never sent again (O-54)', () => {
    expect(decideRecepcion(recepcion('DEVUELTA', '70'), 0)).toMatchObject({ a: 'RECIBIDA', codigo: '70' })
  })

  it('45: another clave holds the number: quarantine, alarm, the series stops, no renumbering (O-54)', () => {
    const decision = decideRecepcion(recepcion('DEVUELTA', '45'), 0)
    expect(decision).toMatchObject({ a: 'CUARENTENA', codigo: '45', alarma: true, pausa: { que: 'SERIE' } })
    expect(decision.enSegundos).toBeUndefined()
  })

  it.each(['26', '35', '36', '39', '40', '42', '46', '47', '48', '52', '64'])(
    '%s: RECHAZADO for its content; the number waits for the correction (O-97)',
    (codigo) => {
      const decision = decideRecepcion(recepcion('DEVUELTA', codigo), 0)
      expect(decision).toMatchObject({ a: 'RECHAZADO', codigo, mensajes: [{ identificador: codigo }] })
      expect(decision.enSegundos).toBeUndefined()
      expect(errorSri(codigo).accion).toBe('CORREGIR')
    },
  )

  it.each(['58', '65'])('%s: the clave itself is wrong: RECHAZADO, and only a new number helps (O-97)', (codigo) => {
    expect(decideRecepcion(recepcion('DEVUELTA', codigo), 0)).toMatchObject({ a: 'RECHAZADO', codigo })
    expect(errorSri(codigo).accion).toBe('NUEVO_NUMERO')
  })

  it.each(['27', '28', '34', '37', '56', '57', '63'])(
    '%s: a cause outside the document: RETENIDO, nothing stops but it (O-107)',
    (codigo) => {
      const decision = decideRecepcion(recepcion('DEVUELTA', codigo), 0)
      expect(decision).toMatchObject({ a: 'RETENIDO', codigo })
      expect(decision.pausa).toBeUndefined()
    },
  )

  it('2 holds the document and pauses the company, 10 the establishment, each with its remedy (O-107)', () => {
    expect(decideRecepcion(recepcion('DEVUELTA', '2'), 0)).toMatchObject({
      a: 'RETENIDO',
      pausa: { que: 'EMPRESA', motivo: expect.stringContaining(errorSri('2').remedio) },
    })
    expect(decideRecepcion(recepcion('DEVUELTA', '10'), 0)).toMatchObject({
      a: 'RETENIDO',
      pausa: { que: 'ESTABLECIMIENTO', motivo: expect.stringContaining(errorSri('10').remedio) },
    })
  })

  it.each(['59', '60', '62', '68'])('DEVUELTA with %s alone, a warning: not rejected, asked again', (codigo) => {
    expect(decideRecepcion(recepcion('DEVUELTA', codigo), 0)).toMatchObject({ a: 'INCIERTO' })
  })

  it('a warning beside an error does not hide it, wherever it stands', () => {
    expect(decideRecepcion(recepcion('DEVUELTA', '59', '39'), 0)).toMatchObject({ a: 'RECHAZADO', codigo: '39' })
    expect(decideRecepcion(recepcion('DEVUELTA', '39', '60'), 0)).toMatchObject({ a: 'RECHAZADO', codigo: '39' })
  })

  it('what the SRI holds already outweighs any complaint: 43 or 70 beside others is asked for, not rejected', () => {
    expect(decideRecepcion(recepcion('DEVUELTA', '39', '43'), 0)).toMatchObject({ a: 'INCIERTO', codigo: '43' })
    expect(decideRecepcion(recepcion('DEVUELTA', '35', '70'), 0)).toMatchObject({ a: 'RECIBIDA', codigo: '70' })
    expect(decideRecepcion(recepcion('DEVUELTA', '39', '45'), 0)).toMatchObject({ a: 'CUARENTENA', codigo: '45', pausa: { que: 'SERIE' } })
  })

  it('of several codes the one that decides is kept, with what follows from it', () => {
    expect(decideRecepcion(recepcion('DEVUELTA', '39', '65'), 0)).toMatchObject({ a: 'RECHAZADO', codigo: '65' })
    expect(decideRecepcion(recepcion('DEVUELTA', '57', '2'), 0)).toMatchObject({ a: 'RETENIDO', codigo: '2', pausa: { que: 'EMPRESA' } })
    expect(decideRecepcion(recepcion('DEVUELTA', '43', ' 70 '), 0)).toMatchObject({ a: 'RECIBIDA', codigo: '70' })
    expect(decideRecepcion(recepcion('DEVUELTA', '59', '9999'), 0)).toMatchObject({ a: 'INCIERTO', codigo: '9999' })
  })

  it.each(['33', '49', '50'])('%s: trouble of the service: unknown, tried again', (codigo) => {
    expect(decideRecepcion(recepcion('DEVUELTA', codigo), 2)).toMatchObject({ a: 'INCIERTO', enSegundos: 15 })
  })

  it.each(['', '9999', '043', 'X', 'constructor', '__proto__', 'toString'])(
    'an unknown code «%s»: unknown, alarm, never guessed',
    (codigo) => {
      expect(decideRecepcion(recepcion('DEVUELTA', codigo), 0)).toMatchObject({ a: 'INCIERTO', alarma: true, enSegundos: 2 })
    },
  )

  it('DEVUELTA without any message: unknown, alarm', () => {
    expect(decideRecepcion(recepcion('DEVUELTA'), 0)).toMatchObject({ a: 'INCIERTO', alarma: true })
  })

  it('the text decides nothing', () => {
    const text = { ...mensaje('9999'), mensaje: 'CLAVE ACCESO REGISTRADA', informacionAdicional: 'FIRMA INVALIDA' }
    expect(decideRecepcion({ estado: 'DEVUELTA', mensajes: [text], raw: '' }, 0).a).toBe('INCIERTO')
  })
})

describe('answers of autorización (reliability §2.4)', () => {
  it('0 documents: not known yet; INCIERTO where RECIBIDA was never seen, else it goes on asking', () => {
    expect(decide(autorizacion(), { recibida: false })).toMatchObject({ a: 'INCIERTO', enSegundos: 2 })
    expect(decide(autorizacion(), { recibida: true })).toMatchObject({ a: 'RECIBIDA', enSegundos: 2 })
  })

  it('AUTORIZADO with our document, byte for byte', () => {
    expect(decide(autorizacion(autorizada()))).toMatchObject({
      a: 'AUTORIZADO',
      autorizacion: { numero: CLAVE, identico: true, fecha: '2026-06-15T10:00:00-05:00' },
    })
  })

  it('AUTORIZADO with other bytes that carry our signature is ours', () => {
    const own = { ...propio, isOurs: (comprobante: string) => comprobante.includes('reformado') }
    expect(decide(autorizacion(autorizada({ comprobante: '<factura>reformado</factura>' })), { own })).toMatchObject({
      a: 'AUTORIZADO',
      autorizacion: { identico: false },
    })
  })

  it.each<[string, Partial<Autorizacion>]>([
    ['another document', { comprobante: '<factura>otra</factura>' }],
    ['another number', { numeroAutorizacion: '0'.repeat(49) }],
    ['the other environment', { ambiente: 'PRODUCCIÓN' }],
    ['an environment that does not exist', { ambiente: 'CONSTRUCTOR' }],
  ])('AUTORIZADO for %s: quarantine and alarm', (_name, change) => {
    const decision = decide(autorizacion(autorizada(change)))
    expect(decision).toMatchObject({ a: 'CUARENTENA', alarma: true })
    expect(decision.autorizacion).toBeUndefined()
  })

  it('AUTORIZADO without the document: quarantine', () => {
    const { comprobante: _, ...rest } = autorizada()
    expect(decide(autorizacion(rest))).toMatchObject({ a: 'CUARENTENA', alarma: true })
  })

  it.each(['2026-06-15T15:00:00Z', '2026-06-15T10:00:00', '15/06/2026 10:00:00'])(
    'AUTORIZADO on %s names the instant of the SRI, and keeps its words',
    (fecha) => {
      expect(decide(autorizacion(autorizada({ fechaAutorizacion: fecha }))).autorizacion).toMatchObject({
        fecha,
        en: new Date('2026-06-15T15:00:00Z'),
      })
    },
  )

  it('a document that the SRI counts without showing it is waited for, never sent again', () => {
    expect(decide({ ...autorizacion(), numeroComprobantes: 1 }, { recibida: false })).toMatchObject({ a: 'RECIBIDA', alarma: true })
  })

  it.each([undefined, '', 'ayer', '32/13/2026', '2026-06-15', 'June 15, 2026'])(
    'AUTORIZADO with the date «%s»: never invented; it waits as RECIBIDA',
    (fecha) => {
      const { fechaAutorizacion: _, ...rest } = autorizada()
      expect(decide(autorizacion({ ...rest, ...(fecha !== undefined && { fechaAutorizacion: fecha }) }))).toMatchObject({
        a: 'RECIBIDA',
        alarma: true,
      })
    },
  )

  it('of several entries any AUTORIZADO wins, wherever it stands', () => {
    for (const several of [
      [autorizada(), noAutorizada('39')],
      [noAutorizada('39'), autorizada()],
      [noAutorizada('39'), autorizada(), noAutorizada('65')],
    ])
      expect(decide(autorizacion(...several))).toMatchObject({ a: 'AUTORIZADO' })
  })

  it('NO AUTORIZADO is decided by its code as in recepción', () => {
    expect(decide(autorizacion(noAutorizada('39')))).toMatchObject({ a: 'RECHAZADO', codigo: '39' })
    expect(decide(autorizacion(noAutorizada('57')))).toMatchObject({ a: 'RETENIDO' })
    expect(decide(autorizacion(noAutorizada('9999')))).toMatchObject({ a: 'RECIBIDA', alarma: true })
    expect(decide(autorizacion(noAutorizada()), { recibida: false })).toMatchObject({ a: 'INCIERTO', alarma: true })
  })

  it.each(['EN PROCESO', 'PENDIENTE DE AUTORIZAR', '', 'PPR'])('the state «%s» is no verdict: it goes on asking', (estado) => {
    expect(decide(autorizacion({ estado, mensajes: [mensaje('39')] }))).toMatchObject({ a: 'RECIBIDA', enSegundos: 2 })
  })

  it('an answer about another clave decides nothing', () => {
    expect(decide({ ...autorizacion(autorizada()), claveAccesoConsultada: '1'.repeat(49) }, { recibida: false })).toMatchObject({
      a: 'INCIERTO',
      alarma: true,
    })
    expect(decide({ ...autorizacion(noAutorizada('39')), claveAccesoConsultada: '1'.repeat(49) })).toMatchObject({
      a: 'RECIBIDA',
      alarma: true,
    })
  })
})

describe('properties of every answer', () => {
  const known = Array.from({ length: 100 }, (_, n) => String(n)).filter((codigo) => errorSri(codigo).accion !== 'DESCONOCIDO')
  const unknown = fc
    .oneof(fc.string(), fc.nat().map(String), fc.constantFrom('constructor', '__proto__', '043', '39 1', ''))
    .filter((codigo) => errorSri(codigo).accion === 'DESCONOCIDO')
  const tipos = fc.constantFrom('ERROR', 'ADVERTENCIA', 'INFORMATIVO', 'error', '')
  const messagesOf = (codigo: fc.Arbitrary<string>) =>
    fc.array(fc.record({ identificador: codigo, mensaje: fc.string(), tipo: tipos }), { maxLength: 4 })
  const FIRM: readonly Estado[] = ['RECHAZADO', 'RETENIDO', 'CUARENTENA', 'AUTORIZADO', 'CERRADO', 'ANULADO']

  it('no answer leads from unknown codes to a rejection, or to any end', () => {
    fc.assert(
      fc.property(
        messagesOf(unknown),
        fc.nat(20),
        fc.boolean(),
        fc.constantFrom('NO AUTORIZADO', 'RECHAZADA', 'EN PROCESO'),
        (mensajes, intentos, recibida, estado) => {
          for (const decision of [
            decideRecepcion({ estado: 'DEVUELTA', mensajes, raw: '' }, intentos),
            decideAutorizacion(autorizacion({ estado, mensajes }), propio, recibida, intentos),
          ]) {
            expect(FIRM).not.toContain(decision.a)
            expect(decision.enSegundos).toBeGreaterThan(0)
            expect(decision.pausa).toBeUndefined()
          }
        },
      ),
    )
  })

  it('an unknown error beside a known one is doubt, not a rejection', () => {
    fc.assert(
      fc.property(fc.constantFrom(...known), unknown, fc.boolean(), (codigo, otro, first) => {
        const mensajes = first ? [mensaje(otro), mensaje(codigo)] : [mensaje(codigo), mensaje(otro)]
        expect(['RECHAZADO', 'RETENIDO']).not.toContain(decideRecepcion({ estado: 'DEVUELTA', mensajes, raw: '' }, 0).a)
      }),
    )
  })

  it('every decision is a move the table allows from where it is taken, and either ends, or comes back, or calls a person', () => {
    const any = messagesOf(fc.oneof(fc.constantFrom(...known), unknown))
    fc.assert(
      fc.property(
        any,
        fc.constantFrom('RECIBIDA' as const, 'DEVUELTA' as const),
        fc.constantFrom('AUTORIZADO', 'NO AUTORIZADO', 'EN PROCESO'),
        fc.nat(20),
        fc.boolean(),
        (mensajes, estado, veredicto, intentos, recibida) => {
          const first = decideRecepcion({ estado, mensajes, raw: '' }, intentos)
          expect(canMove('ENVIANDO', first.a), first.a).toBe(true)
          const from = recibida ? 'RECIBIDA' : 'INCIERTO'
          const second = decideAutorizacion(autorizacion({ ...autorizada(), estado: veredicto, mensajes }), propio, recibida, intentos)
          expect(second.a === from || canMove(from, second.a), `${from}>${second.a}`).toBe(true)
          for (const decision of [first, second])
            expect(decision.enSegundos !== undefined).toBe(['INCIERTO', 'RECIBIDA'].includes(decision.a))
        },
      ),
    )
  })

  it('waits grow to ten minutes and never stop', () => {
    expect(Array.from({ length: 9 }, (_, n) => esperaAfter(n))).toEqual([2, 5, 15, 30, 60, 120, 300, 600, 600])
    expect(esperaAfter(100_000)).toBe(600)
  })
})
