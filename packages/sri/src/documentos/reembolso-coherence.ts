import { sum, type Monto } from '@yupana/fiscal'

import { unequal } from './montos-coherence.ts'
import { autorizacionProblems } from './sustento-coherence.ts'
import type { Problema } from './validate-tree.ts'

/** «Comprobante de venta emitido por reembolso» (ATS, Tabla 4). */
export const COD_REEMBOLSO = '41'

interface TotalesReembolso {
  readonly totalComprobantesReembolso?: Monto | undefined
  readonly totalBaseImponibleReembolso?: Monto | undefined
  readonly totalImpuestoReembolso?: Monto | undefined
}

interface Reembolso {
  readonly detalleImpuestos: readonly { readonly baseImponibleReembolso: Monto; readonly impuestoReembolso: Monto }[]
}

interface Lugares {
  /** Where the three totals stand. */
  readonly totales: string
  readonly reembolsos: string
}

/** A reimbursement names its vouchers and sums them up (ficha, Anexo 5); what is none has neither. */
export function reembolsoProblems(isReembolso: boolean, totales: TotalesReembolso, reembolsos: readonly Reembolso[] | undefined, campo: Lugares): Problema[] {
  if (!isReembolso) return reembolsos ? [{ campo: campo.reembolsos, mensaje: `Los comprobantes de reembolso necesitan el código de documento ${COD_REEMBOLSO}.` }] : []
  if (!reembolsos) return [{ campo: campo.reembolsos, mensaje: 'Un reembolso debe detallar los comprobantes que se reembolsan.' }]
  const impuestos = reembolsos.flatMap(({ detalleImpuestos }) => detalleImpuestos)
  const base = sum(impuestos.map(({ baseImponibleReembolso }) => baseImponibleReembolso))
  const impuesto = sum(impuestos.map(({ impuestoReembolso }) => impuestoReembolso))
  const expected = { totalBaseImponibleReembolso: base, totalImpuestoReembolso: impuesto, totalComprobantesReembolso: base + impuesto }
  return Object.entries(expected).flatMap(([name, value]) =>
    unequal(`${campo.totales}.${name}`, totales[name as keyof TotalesReembolso] ?? 0, value, 'la suma de los comprobantes de reembolso'))
}

/** The authorization of each reimbursed voucher; `property` is how the type spells it. */
export const reembolsoAutorizaciones = <K extends string>(reembolsos: readonly Readonly<Record<K, string>>[] | undefined, property: K, campo: string): Problema[] =>
  (reembolsos ?? []).flatMap((reembolso, index) => autorizacionProblems(reembolso[property], `${campo}[${index}].${property}`))
