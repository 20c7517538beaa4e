import type { Fecha } from '@yupana/fiscal'

import type { Condicion } from './contexto.sql.ts'

export type { Condicion } from './contexto.sql.ts'
export type { ContextoEmision } from './contexto.sql.ts'

export type TipoCondicion = 'REGIMEN' | 'AGENTE_RETENCION' | 'CONTRIBUYENTE_ESPECIAL' | 'ICE' | 'IRBPNR'

/** The condition of the taxpayer that holds on a day, the latest that began (O-99). */
export const condicionAt = (condiciones: readonly Condicion[], tipo: TipoCondicion, fecha: Fecha): Condicion | undefined =>
  condiciones
    .filter((condicion) => condicion.tipo === tipo && condicion.desde <= fecha && (condicion.hasta === null || condicion.hasta >= fecha))
    .sort((a, b) => (a.desde < b.desde ? 1 : -1))[0]
