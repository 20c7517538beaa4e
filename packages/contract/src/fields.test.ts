import { expect, it } from 'vitest'

import { AbrirCajaForm, MovimientoCajaForm } from './caja.contract.ts'
import { SaldoInicialForm } from './cartera.contract.ts'
import { correo, DINERO_MAX, DINERO_PASADO, username, uuid } from './fields.ts'
import { PagoCarteraForm } from './pago.contract.ts'
import { PerfilForm } from './perfil.contract.ts'

const name = (code: number) => `maria${String.fromCodePoint(code)}`

it.each<readonly [string, string, string]>([
  ['reads as two words', name(0xb4), 'No se permiten espacios en blanco.'],
  ['reads as two words', name(0xa8), 'No se permiten espacios en blanco.'],
  ['reads as two words', String.fromCodePoint(0xfdfa), 'No se permiten espacios en blanco.'],
  ...[0x115f, 0x1160, 0x3164, 0xffa0, 0x34f, 0xfe0f, 0x2800].map(
    (code) => ['has a letter nobody sees', name(code), 'El usuario tiene un carácter que no se ve.'] as const,
  ),
])('O-114 refuses a user name that %s: %j', (_, text, message) => {
  expect(username.safeParse(text).error?.issues.map((issue) => issue.message)).toEqual([message])
})

it.each(['maría.ñandú', 'ana-2', 'Ⅷ', "o'neil"])('O-114 takes the user name %s', (text) =>
  expect(username.safeParse(text).success).toBe(true),
)

it.each([
  ['in another width', 'ａna@ejemplo.ec'],
  ['in another letter', 'ſilvia@ejemplo.ec'],
  ['whose small letters are two', 'İnes@ejemplo.ec'],
  ['longer than a mail is', `a@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(60)}.${'f'.repeat(10)}.ec`],
])("O-114 refuses a mail that reads as somebody else's, %s", (_, text) => {
  const reasons = [correo.safeParse(text), PerfilForm.safeParse({ username: 'ana', mail: text })].map(({ error }) =>
    error?.issues.map((issue) => issue.message),
  )
  expect(reasons).toEqual([['Ingrese un correo válido.'], ['Ingrese un correo válido.']])
})

it.each(['JOSÉ@ejemplo.ec', 'ñandú+1@ejemplo.com.ec', `a@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(60)}.ec`])(
  'O-114 takes the mail %s',
  (text) => expect(correo.safeParse(text).success).toBe(true),
)

it('takes an identifier in either spelling, and goes on with one', () => {
  const id = 'a3bb189e-8bf9-4888-9912-ace4e6543002'
  expect([id, id.toUpperCase()].map((one) => uuid.parse(one))).toEqual([id, id])
})

it('money that changes hands at once has a ceiling, wherever it is typed', () => {
  const persona_id = 'a3bb189e-8bf9-4888-9912-ace4e6543002'
  const refused = (valor: number) =>
    [
      PagoCarteraForm.safeParse({ sentido: 'COBRAR', anticipo: valor, metodos: [{ metodo: 'EFECTIVO', valor }] }),
      SaldoInicialForm.safeParse({ sentido: 'COBRAR', persona_id, numero: '001-001-000000001', fecha: '2026-11-20', valor }),
      AbrirCajaForm.safeParse({ apertura: valor }),
      MovimientoCajaForm.safeParse({ tipo: 'INGRESO', valor, motivo: 'Cambio' }),
    ].map(({ error }) => (error?.issues ?? []).map(({ message }) => message))
  expect(refused(DINERO_MAX)).toEqual([[], [], [], []])
  expect(refused(DINERO_MAX + 1)).toEqual([[DINERO_PASADO, DINERO_PASADO], [DINERO_PASADO], [DINERO_PASADO], [DINERO_PASADO]])
})
