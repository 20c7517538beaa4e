import type { PrecioHistorico } from '@yupana/contract'
import { addDays, startOf, type Fecha, type Monto } from '@yupana/fiscal'
import { sql } from 'kysely'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { andAfter, asDesde } from '../../db/tramo.sql.ts'
import type { Tx } from '../../db/transaction.ts'
import { TRAMO, tramoOf, type Desde, type Tramo } from '../../http/exportacion.ts'

/** The user to whom the price changes of this transaction belong. */
export const signPrecios = (tx: Tx, usuarioId: string): Promise<unknown> =>
  sql`select set_config('yupana.usuario', ${usuarioId}, true)`.execute(tx)

export interface Periodo {
  desde: Fecha
  hasta: Fecha
}
interface De {
  empresaId: EmpresaId
  id: string
  campo: 'price' | 'cost'
}

const MAX_CAMBIOS = 50

/** The value at the end of each period. */
export async function readPuntos(tx: Tx, { empresaId, id, campo }: De, periodos: readonly Periodo[]): Promise<PrecioHistorico['puntos']> {
  const ends = periodos.map(({ hasta }) => startOf(addDays(hasta, 1)).toISOString())
  const { rows } = await sql<{ valor: Monto | null }>`
    select (select ${sql.ref(`h.${campo}`)} from producto_precio h
             where h.empresa_id = ${empresaId}::uuid and h.producto_id = ${id}::uuid and h.en < f.fin order by h.en desc, h.n desc limit 1) as valor
      from unnest(${ends}::timestamptz[]) with ordinality f (fin, orden) order by f.orden`.execute(tx)
  return periodos.map((periodo, at) => ({ ...periodo, valor: rows[at]?.valor ?? null }))
}

type Cambio = PrecioHistorico['cambios'][number]

const cambiosOf = ({ empresaId, id, campo }: De) => sql` from (
    select h.en, h.n, h.usuario_id, ${sql.ref(`h.${campo}`)} as valor, lag(${sql.ref(`h.${campo}`)}) over (order by h.en, h.n) as antes
      from producto_precio h where h.empresa_id = ${empresaId}::uuid and h.producto_id = ${id}::uuid) c
      left join lateral autores_de_auditoria(array[c.usuario_id]) u on true
     where c.valor is distinct from c.antes`
const CAMBIO = sql`c.en, c.antes, c.valor, nullif(trim(u.name || ' ' || u.surname), '') as usuario`

/** The last changes until the end of a day. */
export async function readCambios(tx: Tx, de: De, hasta: Fecha): Promise<Cambio[]> {
  const { rows } = await sql<Cambio>`
    select ${CAMBIO}${cambiosOf(de)} and c.en < ${startOf(addDays(hasta, 1)).toISOString()}
     order by c.en desc, c.n desc limit ${MAX_CAMBIOS}`.execute(tx)
  return rows
}

/** The changes after `desde`, the last first, for a file. */
export async function nextCambios(tx: Tx, de: De, desde: Desde | undefined): Promise<Tramo<Cambio>> {
  const keys = ['c.en', 'c.n']
  const { rows } = await sql<Cambio & { desde: Desde }>`
    select ${CAMBIO}, ${asDesde(keys)}${cambiosOf(de)}${andAfter(keys, 'desc', desde)} order by c.en desc, c.n desc limit ${TRAMO}`.execute(
    tx,
  )
  return tramoOf(rows)
}
