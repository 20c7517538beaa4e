import { StringDecoder } from 'node:string_decoder'

import { Interrumpido } from './errores.ts'

/** A terminal that can turn off its echo. */
export interface Terminal {
  setRawMode(isRaw: boolean): unknown
  resume(): unknown
  pause(): unknown
  on(event: 'data', listener: (bytes: Buffer) => void): unknown
  off(event: 'data', listener: (bytes: Buffer) => void): unknown
}

const CTRL_C = '\u0003'
const ENDS = new Set(['\r', '\n', '\u0004'])
const ERASES = new Set(['\u007f', '\b'])

/** Asks a question and reads the answer up to Enter, without echo. @throws Interrumpido on Ctrl-C. */
export function readSecret(terminal: Terminal, screen: { write(text: string): unknown }, question: string): Promise<string> {
  screen.write(question)
  terminal.setRawMode(true)
  terminal.resume()
  const decoder = new StringDecoder('utf8')
  return new Promise((resolve, reject) => {
    let typed: string[] = []
    const end = (finish: () => void) => {
      terminal.off('data', listen)
      terminal.setRawMode(false)
      terminal.pause()
      screen.write('\n')
      finish()
    }
    const listen = (bytes: Buffer): void => {
      for (const char of decoder.write(bytes)) {
        if (char === CTRL_C) return end(() => reject(new Interrumpido()))
        if (ENDS.has(char)) return end(() => resolve(typed.join('')))
        if (ERASES.has(char)) typed = typed.slice(0, -1)
        else typed.push(char)
      }
    }
    terminal.on('data', listen)
  })
}
