import type { CreditoCliente, FacturaForm } from '@yupana/contract'
import { cuotasOf, displayMonto, fechaIn, sum, type Fecha } from '@yupana/fiscal'

import type { Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import type { Problem } from '../../errors.ts'
import { readCredito, readDeudaDe } from './credito.sql.ts'
import type { Lugar } from './libro.sql.ts'

/** Warnings about a client's debts during a sale: overdue amounts, and whether this sale exceeds the credit limit. */
export async function creditoAvisos(
  tx: Tx,
  lugar: Lugar,
  fecha: Fecha,
  { comprador, pagos }: Pick<FacturaForm, 'comprador' | 'pagos'>,
): Promise<Problem[]> {
  const credito = sum(
    cuotasOf(
      fecha,
      pagos.map(({ total, plazo, unidad_tiempo }) => ({ total, plazo: plazo ?? null, unidad_tiempo: unidad_tiempo ?? null })),
    ).map(({ valor }) => valor),
  )
  const deuda = await readDeudaDe(tx, lugar, fecha, comprador)
  if (!deuda) return []
  const { nombre, limite, debe, vencido } = deuda
  const avisos: Problem[] = []
  if (vencido > 0) avisos.push({ campo: 'comprador', message: `${nombre} tiene ${displayMonto(vencido)} vencidos.` })
  if (limite !== null && credito > 0 && debe + credito > limite)
    avisos.push({
      campo: 'pagos.0.plazo',
      message: `${nombre} debe ${displayMonto(debe)}: con esta venta a crédito pasa su límite de ${displayMonto(limite)}.`,
    })
  return avisos
}

/** The credit of a client and the debt of today; null for a person of another company. */
export const creditoDe = async ({ clock }: Pick<Deps, 'clock'>, tx: Tx, lugar: Lugar, personaId: string): Promise<CreditoCliente | null> =>
  (await readCredito(tx, lugar, fechaIn(clock.now()), personaId)) ?? null
