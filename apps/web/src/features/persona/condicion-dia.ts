import type { CondicionesPersona, CondicionPersona } from '@yupana/contract'
import type { Fecha } from '@yupana/fiscal'

/** The condition on a day, by a history with the newest change first; null: the condition without a date. */
export function condicionOn(historia: readonly CondicionPersona[], dia: Fecha | null): CondicionesPersona['hoy'] {
  const rows = historia.filter(({ desde }) => desde === null || (dia !== null && desde <= dia))
  return {
    tipo_contribuyente: rows.find((row) => row.tipo_contribuyente !== null)?.tipo_contribuyente ?? null,
    regimen: rows.find((row) => row.regimen !== null)?.regimen ?? null,
    calificaciones: rows[0]?.calificaciones ?? [],
  }
}

/** Whether a change of a history ends all earlier qualifications. */
export const endsCalificaciones = (historia: readonly CondicionPersona[], { id, calificaciones }: CondicionPersona): boolean =>
  calificaciones.length === 0 && (historia[historia.findIndex((one) => one.id === id) + 1]?.calificaciones.length ?? 0) > 0
