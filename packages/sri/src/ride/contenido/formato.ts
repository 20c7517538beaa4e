import { displayFecha, displayMonto, plainMonto, type Monto } from '@yupana/fiscal'

import { instanteSri } from '../../soap/instante-sri.ts'

/** «$1,234.56» (O-19). */
export const dinero = (monto: Monto): string => displayMonto(monto)

/** A unit price with the decimals it has, two at least: «$13.043478». */
export const precio = (monto: Monto): string => displayMonto(monto, plainMonto(monto, 2).split('.')[1]?.length ?? 2)

/** «20/11/2026». */
export const dia = displayFecha

const ECUADOR_MS = 5 * 3_600_000

/** The authority's instant in Ecuador's time, «20/11/2026 10:15:30». Text that is no instant stays as written. */
export function fechaHora(texto: string): string {
  const instant = instanteSri(texto)
  if (instant === undefined) return texto
  const [fecha = '', hora = ''] = new Date(instant.getTime() - ECUADOR_MS).toISOString().split('T')
  return `${dia(fecha)} ${hora.slice(0, 8)}`
}

/** Text at the foot of a printed page. */
export const hechoCon = (producto: string): string => `Hecho con ${producto}`
