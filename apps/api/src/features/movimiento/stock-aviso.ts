import { displayNumero, type PoliticaStock } from '@yupana/fiscal'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'
import { errors, type Problem } from '../../errors.ts'
import { readNombres } from './documento-existencias.sql.ts'
import type { Faltante } from './libro.ts'

interface Falta {
  producto: string
  bodega: string
  /** Stock before, and the quantity that leaves. */
  habia: number
  sale: number
}

/** Warning about a purchase that is annulled or reduced after its goods left; none when the company allows it. */
function compraShort(politica: PoliticaStock, campo: string, { producto, bodega, habia, sale }: Falta): Problem | undefined {
  if (politica === 'PERMITIR') return undefined
  const message = `En ${bodega} hay ${displayNumero(habia)} de ${producto} y sin lo que trajo esta compra el stock queda en ${displayNumero(habia - sale)}`
  return {
    campo,
    message: politica === 'BLOQUEAR' ? `${message}: la empresa no admite stock negativo. Reverse antes lo que salió.` : `${message}.`,
  }
}

/**
 * Warnings about goods that a purchase no longer brings and that left meanwhile.
 * @throws 422 when the company allows no stock below zero
 */
export async function requireStock(tx: Tx, empresaId: EmpresaId, campo: string, faltantes: readonly Faltante[]): Promise<Problem[]> {
  if (faltantes.length === 0) return []
  const { politica, productos, bodegas } = await readNombres(tx, empresaId, faltantes)
  const short = faltantes.flatMap(({ productoId, bodegaId, habia, queda }) => {
    const producto = productos.get(productoId) ?? ''
    return compraShort(politica, campo, { producto, bodega: bodegas.get(bodegaId) ?? '', habia, sale: habia - queda }) ?? []
  })
  if (politica === 'BLOQUEAR') throw errors.invalid(short)
  return short
}

/** Warning about a movement of more than the stock (O-73); none when the company allows it. */
export function stockShort(politica: PoliticaStock, campo: string, { producto, bodega, habia, sale }: Falta): Problem | undefined {
  if (habia >= sale || politica === 'PERMITIR') return undefined
  const hay = `En ${bodega} hay ${displayNumero(habia)} de ${producto} y salen ${displayNumero(sale)}`
  return {
    campo,
    message:
      politica === 'BLOQUEAR'
        ? `${hay}: no alcanza. Registre el ingreso o baje la cantidad.`
        : `${hay}: el stock queda en ${displayNumero(habia - sale)}.`,
  }
}
