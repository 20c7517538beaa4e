import type { Fecha } from '@yupana/fiscal'

/** «20/11/2026». */
export const dia = (fecha: Fecha): string => fecha.split('-').reverse().join('/')

const ECUADOR_MS = 5 * 3_600_000

/** An instant in Ecuador's time, «20/11/2026 10:15:30». */
export function fechaHora(instant: Date | string): string {
  const [fecha = '', hora = ''] = new Date(new Date(instant).getTime() - ECUADOR_MS).toISOString().split('T')
  return `${dia(fecha)} ${hora.slice(0, 8)}`
}

/** Lines «  Nombre: valor», aligned; those without a value are left out. */
export function ficha(filas: readonly (readonly [nombre: string, valor: string | undefined])[]): string {
  const shown = filas.filter(([, valor]) => valor !== undefined)
  const width = Math.max(...shown.map(([nombre]) => nombre.length)) + 1
  return shown.map(([nombre, valor]) => `  ${`${nombre}:`.padEnd(width)} ${valor ?? ''}\n`).join('')
}

/** A line for each, with its mark; empty for an empty list. */
export const lista = (mark: string, lines: readonly string[]): string => lines.map((line) => `  ${mark} ${line}\n`).join('')
