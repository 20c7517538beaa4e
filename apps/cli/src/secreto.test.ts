import { EventEmitter } from 'node:events'
import { describe, expect, it } from 'vitest'

import { Interrumpido } from './errores.ts'
import { readSecret, type Terminal } from './secreto.ts'

class FakeTerminal extends EventEmitter implements Terminal {
  readonly raw: boolean[] = []
  setRawMode(isRaw: boolean): void {
    this.raw.push(isRaw)
  }
  resume(): void {}
  pause(): void {}
}

function ask(...typed: (string | Buffer)[]) {
  const terminal = new FakeTerminal()
  const shown: string[] = []
  const answer = readSecret(terminal, { write: (text) => shown.push(text) }, 'Contraseña: ')
  for (const bytes of typed) terminal.emit('data', Buffer.from(bytes as string))
  return { answer, terminal, shown }
}

describe('readSecret', () => {
  it('shows the question and nothing of what is typed, and gives the terminal back', async () => {
    const { answer, terminal, shown } = ask('cla', 've-Segura1\r')
    expect(await answer).toBe('clave-Segura1')
    expect(shown).toEqual(['Contraseña: ', '\n'])
    expect(terminal.raw).toEqual([true, false])
    expect(terminal.listenerCount('data')).toBe(0)
  })

  it('reads letters cut in two by the terminal, and takes back what was erased', async () => {
    const bytes = Buffer.from('Ñandú-€x')
    expect(await ask(bytes.subarray(0, 1), bytes.subarray(1, 9), bytes.subarray(9), '\u007f', '\n').answer).toBe('Ñandú-€')
  })

  it('ends at Ctrl-C without an answer', async () => {
    const { answer, terminal } = ask('clave', '\u0003')
    await expect(answer).rejects.toThrow(Interrumpido)
    expect(terminal.raw).toEqual([true, false])
  })
})
