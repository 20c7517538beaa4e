import type { CondicionesPersona, CondicionPersona } from '@yupana/contract'
import type { Fecha } from '@yupana/fiscal'

/** What a history, the last change first, says of a day; null: of what is so since always. */
export function condicionOn(historia: readonly CondicionPersona[], dia: Fecha | null): CondicionesPersona['hoy'] {
  const rows = historia.filter(({ desde }) => desde === null || (dia !== null && desde <= dia))
  return {
    tipo_contribuyente: rows.find((row) => row.tipo_contribuyente !== null)?.tipo_contribuyente ?? null,
    regimen: rows.find((row) => row.regimen !== null)?.regimen ?? null,
    calificaciones: rows[0]?.calificaciones ?? [],
  }
}

/** Whether a change of a history ends all qualifications that held before it. */
export const endsCalificaciones = (historia: readonly CondicionPersona[], { id, calificaciones }: CondicionPersona): boolean =>
  calificaciones.length === 0 && (historia[historia.findIndex((one) => one.id === id) + 1]?.calificaciones.length ?? 0) > 0
