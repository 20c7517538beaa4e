import { Condicion, TIPOS_CONDICION, type EmpresaPerfil } from '@yupana/contract'
import { addDays, compare, REGIMEN_LABEL, REGIMENES, type Fecha } from '@yupana/fiscal'
import * as z from 'zod/mini'

import { fechaEntrada, fechaEntradaOpcional } from '../../components/form/fecha-entrada.ts'

export type CondicionLeida = EmpresaPerfil['condiciones'][number]
export type TipoCondicion = CondicionLeida['tipo']

export const TIPO_LABEL: Record<TipoCondicion, string> = {
  REGIMEN: 'Régimen',
  AGENTE_RETENCION: 'Agente de retención',
  CONTRIBUYENTE_ESPECIAL: 'Contribuyente especial',
  IVA_SEMESTRAL: 'IVA semestral',
  ICE: 'Sujeto pasivo de ICE',
  IRBPNR: 'Sujeto pasivo de IRBPNR',
  TURISMO: 'Servicios turísticos',
}
export const TIPO_OPTIONS = TIPOS_CONDICION.map((value) => ({ value, label: TIPO_LABEL[value] }))

export const REGIMEN_OPTIONS = REGIMENES.map((value) => ({ value, label: REGIMEN_LABEL[value] }))

/** Value of a condition as text. */
export const valorText = ({ tipo, valor }: CondicionLeida): string =>
  tipo === 'REGIMEN' ? (REGIMEN_OPTIONS.find(({ value }) => value === valor)?.label ?? valor) : valor && `Resolución ${valor}`

/** Label of the value for the kinds that need one. */
export const valorLabel: Partial<Record<TipoCondicion, string>> = {
  AGENTE_RETENCION: 'Número de resolución',
  CONTRIBUYENTE_ESPECIAL: 'Número de resolución',
}

/** A condition as typed; the checks of the contract follow. */
export const CondicionSchema = z
  .object({ tipo: z.enum(TIPOS_CONDICION), desde: fechaEntrada(), hasta: fechaEntradaOpcional(), valor: z.string().check(z.trim()) })
  .check(({ value, issues }) => {
    for (const { message, path } of Condicion.safeParse(value).error?.issues ?? [])
      issues.push({ code: 'custom', message, path: [...path], input: value })
  })
export type CondicionInput = z.input<typeof CondicionSchema>

export const holdsOn = ({ desde, hasta }: CondicionLeida, day: Fecha): boolean => desde <= day && (hasta === null || day <= hasta)

/** The condition of this kind without an end. */
export const openOf = (condiciones: readonly CondicionLeida[], tipo: TipoCondicion): CondicionLeida | undefined =>
  condiciones.find((one) => one.tipo === tipo && one.hasta === null)

/** Adds the new condition; the open one of its kind ends the day before, if it began earlier. */
export const withCondicion = (condiciones: readonly CondicionLeida[], nueva: CondicionLeida): CondicionLeida[] => {
  const open = openOf(condiciones, nueva.tipo)
  return [...condiciones.map((one) => (one === open && one.desde < nueva.desde ? { ...one, hasta: addDays(nueva.desde, -1) } : one)), nueva]
}

/** Newest first. */
export const historyOf = (condiciones: readonly CondicionLeida[], tipo: TipoCondicion): CondicionLeida[] =>
  condiciones.filter((one) => one.tipo === tipo).sort((a, b) => compare(b.desde, a.desde))
