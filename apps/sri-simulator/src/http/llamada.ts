// A call to the control address, and its common data.
import type { ServerResponse } from 'node:http'

import type { Simulador } from '../simulador.ts'

export type Cuerpo = Readonly<Record<string, unknown>>

export interface Llamada {
  readonly simulador: Simulador
  readonly cuerpo: unknown
  readonly params: readonly string[]
  readonly query: URLSearchParams
  readonly res: ServerResponse
}

/** Undefined when it wrote the answer itself. */
export type Atencion = (llamada: Llamada) => unknown

export class Rechazo extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message)
  }
}

export const objectOf = (cuerpo: unknown): Cuerpo => {
  if (typeof cuerpo !== 'object' || cuerpo === null || Array.isArray(cuerpo)) throw new Rechazo(400, 'se espera un objeto JSON')
  return cuerpo as Cuerpo
}

export const text = (cuerpo: Cuerpo, key: string, pattern: RegExp): string => {
  const value = cuerpo[key]
  if (typeof value !== 'string' || !pattern.test(value)) throw new Rechazo(400, `campo inválido: ${key}`)
  return value
}

export const flag = (cuerpo: Cuerpo, key: string): boolean => {
  const value = cuerpo[key]
  if (typeof value !== 'boolean') throw new Rechazo(400, `campo inválido: ${key}`)
  return value
}

export const milliseconds = (cuerpo: Cuerpo, max: number): number => {
  const { ms } = cuerpo
  if (typeof ms !== 'number' || !Number.isInteger(ms) || ms < 1 || ms > max) throw new Rechazo(400, 'campo inválido: ms')
  return ms
}

export const CLAVE = /^\d{49}$/
