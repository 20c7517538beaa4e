import { add, esDeOtraTarifa, ivaGeneralDe, negate, subtract, sum, type Fecha, type Fila, type Lado, type Monto } from '@yupana/fiscal'

import type { Tx } from '../../db/transaction.ts'
import { esNota, filaDe } from './cifras-periodo.service.ts'
import type { Ambito } from './lineas.sql.ts'
import type { CualCompra, GrupoVenta } from './sumas.sql.ts'
import { findNotasCompra, findNotasVenta } from './tarifa-anterior.sql.ts'

interface Nota {
  id: string
  grupo: string
  base: Monto
  iva: Monto
}

/**
 * Difference of each document: the tax at today's rate less its own. A group is rounded once, so a document gets what it adds to those
 * before it.
 */
function diferenciasOf(notas: readonly Nota[], hasta: Fecha): Map<string, Monto> {
  const diferencias = new Map<string, Monto>()
  const bases = new Map<string, Monto>()
  for (const { id, grupo, base, iva } of notas) {
    const before = bases.get(grupo) ?? 0
    const after = add(before, base)
    bases.set(grupo, after)
    const enFila = subtract(ivaGeneralDe(after, hasta), ivaGeneralDe(before, hasta))
    diferencias.set(id, sum([diferencias.get(id) ?? 0, enFila, negate(iva)]))
  }
  return diferencias
}

const isOld = ({ tipo, tipo_iva: tipoIva }: GrupoVenta | CualCompra, fila: Fila, hasta: Fecha) =>
  esDeOtraTarifa({ tipoIva, esNota: esNota(tipo) }, fila, hasta)

/** Reduction of these rows by credit notes of an expired rate, beyond their own tax, by document. */
export async function readDiferencias(
  tx: Tx,
  ambito: Ambito,
  lado: Lado,
  filas: readonly Fila[],
  { ventas, compras }: { ventas: readonly GrupoVenta[]; compras: readonly CualCompra[] },
): Promise<Map<string, Monto>> {
  const { hasta } = ambito
  const isVentaOld = (one: GrupoVenta) => filas.some((fila) => fila.id === filaDe.ventas(one) && isOld(one, fila, hasta))
  const isCompraOld = (one: CualCompra) => filas.some((fila) => fila.id === filaDe.compras(one) && isOld(one, fila, hasta))
  const tipos = [...new Set((lado === 'ventas' ? ventas.filter(isVentaOld) : compras.filter(isCompraOld)).map((one) => one.tipo_iva))]
  if (tipos.length === 0) return new Map()
  const notas =
    lado === 'ventas'
      ? (await findNotasVenta(tx, ambito, tipos)).filter(isVentaOld).map((one) => {
          const { id, tipo, tipo_iva: tipoIva, marca, a_credito: aCredito, base, iva } = one
          return { id, grupo: JSON.stringify([tipo, tipoIva, marca, aCredito]), base, iva }
        })
      : (await findNotasCompra(tx, ambito, tipos)).filter(isCompraOld).map((one) => {
          const { id, tipo, tipo_iva: tipoIva, sustento, negocio_popular: popular, importacion, base, iva } = one
          return { id, grupo: JSON.stringify([tipo, tipoIva, sustento, popular, importacion]), base, iva }
        })
  return diferenciasOf(notas, hasta)
}
