import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'

import { endWithReport } from './end-with-report.ts'

function open() {
  const said: string[] = []
  const codes: number[] = []
  const ending = Object.assign(new EventEmitter(), { exit: (code: number) => void codes.push(code) })
  const reported = endWithReport(ending, (line) => said.push(line))
  return { ending, said, codes, reported }
}

it.each([
  ['uncaughtException', new Error('se cayó'), /^✖ Error inesperado: Error: se cayó/],
  ['unhandledRejection', 'sin conexión', /^✖ Error inesperado: sin conexión/],
  ['beforeExit', 13, /^✖ Terminó sin informe: espera algo/],
])('a run that ends by %s says so, once, with code 1', (event, what, line) => {
  const { ending, said, codes } = open()
  ending.emit(event, what)
  ending.emit('exit', 1)
  expect(codes).toEqual([1])
  expect(said).toEqual([expect.stringMatching(line)])
})

it('an exit before the report is said with its code, after it nothing is', () => {
  const early = open()
  early.ending.emit('exit', 0)
  expect(early.said).toEqual(['✖ Terminó sin informe (código 0).'])
  const late = open()
  late.reported()
  late.ending.emit('exit', 0)
  expect(late.said).toEqual([])
})
