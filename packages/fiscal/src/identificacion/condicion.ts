/** Dated conditions of a taxpayer (O-99): régimen, withholding, IVA by half-years, ICE, IRBPNR, tourism services. */
import type { Fecha } from '../valor/fecha.ts'

export type TipoCondicion = 'REGIMEN' | 'AGENTE_RETENCION' | 'CONTRIBUYENTE_ESPECIAL' | 'IVA_SEMESTRAL' | 'ICE' | 'IRBPNR' | 'TURISMO'

/** Maximum characters of a contribuyente especial's resolution in a retención (XSD 2.0.0); other documents allow thirteen. */
export const ESPECIAL_MAX_RETENCION = 5

export interface CondicionTributaria {
  tipo: string
  /** First day. */
  desde: Fecha
  /** Last day, inclusive; null while the condition holds. */
  hasta: Fecha | null
  /** Resolution number or régimen. */
  valor: string
}

/** The condition that holds on a day; of several, the one that began last. */
export const condicionAt = <T extends CondicionTributaria>(condiciones: readonly T[], tipo: TipoCondicion, fecha: Fecha): T | undefined =>
  condiciones
    .filter((condicion) => condicion.tipo === tipo && condicion.desde <= fecha && (condicion.hasta === null || condicion.hasta >= fecha))
    .sort((a, b) => (a.desde < b.desde ? 1 : -1))[0]
