import { montoOf } from '@yupana/fiscal'
import type { Emitido } from '@yupana/contract'
import { beforeEach, expect, it, vi } from 'vitest'

import { HttpError } from '../../lib/http/http-error.ts'
import { createEmision, type Envio } from './emision.ts'

const EMITIDO: Emitido = {
  id: '33333333-3333-4333-8333-333333333333',
  numero: '001-001-000000001',
  clave: '',
  estado: 'EMITIDO',
  estado_generacion: 2,
  estado_tributario: 2,
  fecha_emision: '2026-11-20',
  total: montoOf(1),
  avisos: [],
}
const ENVIO = { id: EMITIDO.id, idempotencyKey: 'k', isCorreccion: false } as Envio
const nothing = () => Promise.resolve()

beforeEach(() => vi.useFakeTimers())

const build = (send: (() => Promise<Emitido>)[], there: (() => Promise<boolean>)[] = []) => {
  const calls = {
    send: vi.fn(() => (send.shift() ?? (() => Promise.reject(new Error('sent too often'))))()),
    isThere: vi.fn(() => (there.shift() ?? (() => Promise.resolve(false)))()),
  }
  return { ...calls, emision: createEmision(calls) }
}
const fails = (status: number) => () => Promise.reject(new HttpError(status))
const yes = () => Promise.resolve(true)
const no = () => Promise.resolve(false)

it('O-50 a double click sends one', async () => {
  let answer = (_: Emitido) => {}
  const { emision, send } = build([() => new Promise((resolve) => (answer = resolve))])
  const first = emision.emit(ENVIO, nothing)
  expect(emision.emit(ENVIO, nothing)).toBeUndefined()
  await vi.advanceTimersByTimeAsync(0)
  answer(EMITIDO)
  expect(await first).toEqual({ tipo: 'emitida', emitido: EMITIDO })
  expect(send).toHaveBeenCalledOnce()
})

it.each([
  ['no answer', 0],
  ['a gateway that gave up', 504],
  ['a server that broke', 500],
])('O-49 after %s the state is asked and nothing is sent again', async (_, status) => {
  const { emision, send, isThere } = build([fails(status)], [no, fails(0), yes])
  const result = emision.emit(ENVIO, nothing)
  await vi.advanceTimersByTimeAsync(0)
  expect(emision.fase.get()).toBe('preguntando')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await result).toEqual({ tipo: 'emitida' })
  expect([send.mock.calls.length, isThere.mock.calls.length]).toEqual([1, 3])
})

it('O-49 when the server never got it, it may be sent again', async () => {
  const { emision, send } = build([fails(0), () => Promise.resolve(EMITIDO)])
  const first = emision.emit(ENVIO, nothing)
  await vi.advanceTimersByTimeAsync(60_000)
  expect([(await first)?.tipo, emision.fase.get()]).toEqual(['ausente', 'ausente'])
  expect(await emision.emit(ENVIO, nothing)).toEqual({ tipo: 'emitida', emitido: EMITIDO })
  expect(send).toHaveBeenCalledTimes(2)
})

it('O-49 goes on asking while the server is silent, and at once when it is told to', async () => {
  const { emision, isThere } = build([fails(0)], [...Array.from({ length: 9 }, () => fails(0)), yes])
  const result = emision.emit(ENVIO, nothing)
  await vi.advanceTimersByTimeAsync(80_000)
  expect(isThere).toHaveBeenCalledTimes(9)
  emision.askNow()
  expect((await result)?.tipo).toBe('emitida')
})

it('a refusal is an answer', async () => {
  const { emision, isThere } = build([fails(422)])
  expect(await emision.emit(ENVIO, nothing)).toMatchObject({ tipo: 'rechazada', error: { status: 422 } })
  expect([emision.fase.get(), isThere.mock.calls.length]).toEqual(['quieta', 0])
})

it('I4 a conflict of something that is there is the document itself', async () => {
  const { emision } = build([fails(409)], [yes])
  expect(await emision.emit(ENVIO, nothing)).toEqual({ tipo: 'emitida' })
})

it('stops asking when the screen goes', async () => {
  const { emision, isThere } = build([fails(0)], [fails(0), fails(0)])
  const result = emision.emit(ENVIO, nothing)
  await vi.advanceTimersByTimeAsync(0)
  emision.close()
  await vi.advanceTimersByTimeAsync(60_000)
  expect([await result, isThere.mock.calls.length]).toEqual([{ tipo: 'abandonada' }, 1])
})
