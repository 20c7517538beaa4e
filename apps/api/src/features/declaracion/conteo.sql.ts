import type { DocumentoCasillero, Listing } from '@yupana/contract'
import { fromUnits, type Conteo } from '@yupana/fiscal'
import { sql, type RawBuilder } from 'kysely'

import type { Tx } from '../../db/transaction.ts'
import { listHallados } from './detalle.sql.ts'
import { liquidaciones, registradas, type Ambito } from './lineas.sql.ts'
import { ventasContadas } from './sumas.sql.ts'

// The documents that a box counts, by the conditions of its count.

const ventas = (ambito: Ambito, pestana: number) =>
  sql`select d.id, 'DOCUMENTO' as origen ${ventasContadas(ambito)} and d.pestana = ${pestana} and d.tipo <> '03'`
const compras = (ambito: Ambito, tipo: RawBuilder<unknown>) =>
  sql`select c.id, 'COMPRA' as origen from compra c where ${registradas(ambito)} and ${tipo}`

const CONTADOS: Readonly<Record<Conteo, (ambito: Ambito) => RawBuilder<unknown>>> = {
  emitidos: (ambito) => ventas(ambito, 1),
  anulados: (ambito) => ventas(ambito, 6),
  recibidos: (ambito) => compras(ambito, sql`c.tipo <> '02'`),
  notasVenta: (ambito) => compras(ambito, sql`c.tipo = '02'`),
  liquidaciones: (ambito) => sql`select d.id, 'DOCUMENTO' as origen from documento d where ${liquidaciones(ambito)}`,
}

/** One page of the counted documents; each counts as one. */
export async function listContados(
  tx: Tx,
  ambito: Ambito,
  que: Conteo,
  pagina: { page: number; size: number },
): Promise<Listing<DocumentoCasillero>> {
  const { content, ...page } = await listHallados(tx, ambito, CONTADOS[que](ambito), pagina)
  return {
    ...page,
    content: content.map((one) => ({ ...one, origen: one.origen as DocumentoCasillero['origen'], valor: fromUnits(1), marca: null })),
  }
}
