import { COD_DOC_REEMBOLSO, reembolsoTotalesOf, type ReembolsoDetalle, type ReembolsoTotales } from '@yupana/fiscal'

import { unequal } from './montos-coherence.ts'
import { autorizacionProblems } from './sustento-coherence.ts'
import type { Problema } from '../arbol/validate-tree.ts'

type Totales = { readonly [K in keyof ReembolsoTotales]?: ReembolsoTotales[K] | undefined }
type Reembolso = Pick<ReembolsoDetalle, 'numeroautorizacionDocReemb' | 'numeroAutorizacionDocReemb'> & {
  readonly detalleImpuestos: readonly Pick<ReembolsoDetalle['detalleImpuestos'][number], 'baseImponibleReembolso' | 'impuestoReembolso'>[]
}

interface Lugares {
  /** Path of the three totals. */
  readonly totales: string
  readonly reembolsos: string
}

/** A reimbursement lists its vouchers and their sums (ficha, Anexo 5); other documents have neither. */
export function reembolsoProblems(
  codDoc: string | undefined,
  totales: Totales,
  reembolsos: readonly Reembolso[] | undefined,
  campo: Lugares,
): Problema[] {
  if (codDoc !== COD_DOC_REEMBOLSO)
    return reembolsos
      ? [{ campo: campo.reembolsos, mensaje: `Los comprobantes de reembolso necesitan el código de documento ${COD_DOC_REEMBOLSO}.` }]
      : []
  if (!reembolsos) return [{ campo: campo.reembolsos, mensaje: 'Un reembolso debe detallar los comprobantes que se reembolsan.' }]
  const expected = reembolsoTotalesOf(reembolsos)
  return [
    ...(Object.keys(expected) as (keyof ReembolsoTotales)[]).flatMap((name) =>
      unequal(`${campo.totales}.${name}`, totales[name] ?? 0, expected[name], 'la suma de los comprobantes de reembolso'),
    ),
    ...reembolsos.flatMap((reembolso, index) => autorizacionOf(reembolso, `${campo.reembolsos}[${index}]`)),
  ]
}

const autorizacionOf = (reembolso: Reembolso, campo: string): Problema[] =>
  (['numeroautorizacionDocReemb', 'numeroAutorizacionDocReemb'] as const).flatMap((name) =>
    autorizacionProblems(reembolso[name], `${campo}.${name}`),
  )
