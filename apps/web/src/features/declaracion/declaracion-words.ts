import type { Casilla, EstadoDeclaracion } from '@yupana/contract'
import { displayCasillero, type Monto } from '@yupana/fiscal'

import type { ChipTone } from '../../components/chip.tsx'

export const ESTADO: Readonly<Record<EstadoDeclaracion, { label: string; tone: ChipTone }>> = {
  EN_PREPARACION: { label: 'En preparación', tone: 'neutral' },
  CON_DEFECTOS: { label: 'Con defectos', tone: 'warning' },
  LISTA: { label: 'Lista', tone: 'info' },
  DECLARADA: { label: 'Declarada', tone: 'success' },
  SUSTITUIDA: { label: 'Sustituida', tone: 'void' },
  CON_DIFERENCIAS: { label: 'Cambió desde que se declaró', tone: 'danger' },
}

export const valorText = (valor: Monto, unidad: Casilla['unidad']): string =>
  displayCasillero(valor, unidad === 'dolares' ? undefined : unidad)

/** Whether a box has a number; lines of the ATS have none. */
export const isNumbered = (codigo: string): boolean => /^\d+$/.test(codigo)

/** Confidence of a box's source. */
export const CONFIANZA: Readonly<Record<Casilla['confianza'], string>> = {
  V: 'Según el texto oficial.',
  M: 'Según una sola fuente: compárelo con el formulario en línea.',
  R: 'Por confirmar: compárelo con el formulario en línea.',
}
