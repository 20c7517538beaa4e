import { beginFactor, confirmFactor, type FactorPedido } from '@yupana/contract'

import { codigoOf, pasoAt } from '../features/segundo-factor/totp.ts'
import type { TestApp } from './build-test-app.ts'
import { PASSWORD_USUARIO } from './builders.ts'

/** Every code belongs to a step of its own: the machine's clock goes on by two of them before each. */
const STEPS_MS = 60_000
const drifted = new WeakMap<TestApp, number>()

const bytesOf = (base32: string): Buffer => {
  const bits = [...base32].map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** What the application shows now. */
export const codigoNow = (app: TestApp, secreto: string): string => codigoOf(bytesOf(secreto), pasoAt(app.clock.machine()))

/** The code that the user's application shows, some moments after the last one. */
export function nextCodigo(app: TestApp, secreto: string): string {
  const total = (drifted.get(app) ?? 0) + STEPS_MS
  drifted.set(app, total)
  app.clock.drift(total)
  return codigoNow(app, secreto)
}

/** Switches the second factor of whoever has this session on. */
export async function enrol(app: TestApp, token: string, red = '10.7.0.1'): Promise<{ secreto: string; codigos: string[] }> {
  const {
    data: { secreto },
  } = await app.call<FactorPedido>(beginFactor, { token, body: { pass: app.encode(PASSWORD_USUARIO) }, red })
  const answer = await app.call<{ codigos: string[] }>(confirmFactor, { token, body: { codigo: nextCodigo(app, secreto) }, red })
  if (answer.status !== 200) throw new Error(`enrol: ${answer.status} ${answer.msg}`)
  return { secreto, codigos: answer.data.codigos }
}
