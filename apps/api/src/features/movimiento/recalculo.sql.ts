import type { ConceptoKardex, Fecha, MetodoCosto, Monto, SaldoKardex } from '@yupana/fiscal'
import { sql } from 'kysely'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'
import { capasJson, type Lugar } from './libro.sql.ts'

export interface FilaKardex {
  bodega_id: string
  producto_id: string
  code: string
  secuencia: number
  fecha: Fecha
  concepto: ConceptoKardex
  movimiento_id: string
  linea: number | null
  documento_id: string | null
  venta_id: string | null
  cantidad: number
  valor: Monto
  ajuste: Monto
  saldo_cantidad: number
  saldo_valor: Monto
}

/** Reads and locks every row of the kardexes of these products, each in its order, until the end of this transaction. */
export async function lockKardexes(tx: Tx, { empresaId, ambiente }: Lugar, productos: readonly string[]): Promise<FilaKardex[]> {
  const { rows: bodegas } = await sql<{ bodega_id: string }>`
    select x.bodega_id from existencia x where x.empresa_id = ${empresaId} and x.ambiente = ${ambiente} and x.producto_id = any(${productos}::uuid[])
     order by x.bodega_id, x.producto_id for update`.execute(tx)
  const { rows } = await sql<FilaKardex>`
    select k.bodega_id, k.producto_id, p.code, k.secuencia, k.fecha, k.concepto, k.movimiento_id, k.linea, m.documento_id, m.venta_id,
           k.cantidad, k.valor, k.ajuste, k.saldo_cantidad, k.saldo_valor
      from kardex k join movimiento m on m.empresa_id = k.empresa_id and m.id = k.movimiento_id
      join producto p on p.empresa_id = k.empresa_id and p.id = k.producto_id
     where k.empresa_id = ${empresaId} and k.ambiente = ${ambiente} and k.bodega_id = any(${bodegas.map((one) => one.bodega_id)}::uuid[])
       and k.producto_id = any(${productos}::uuid[])
     order by k.producto_id, k.bodega_id, k.fecha, k.secuencia`.execute(tx)
  return rows
}

/** The costing methods of a company with their first days, the earliest first. */
export const readMetodos = (tx: Tx, empresaId: EmpresaId): Promise<{ desde: Fecha; metodo: MetodoCosto }[]> =>
  tx.selectFrom('metodo_costo').select(['desde', 'metodo']).where('empresa_id', '=', empresaId).orderBy('desde').execute()

/** Writes the new costs of these rows. */
export async function updateFilas(tx: Tx, { empresaId, ambiente }: Lugar, filas: readonly FilaKardex[]): Promise<void> {
  const of = <K extends keyof FilaKardex>(key: K) => filas.map((fila) => fila[key])
  await sql`
    update kardex k set valor = f.valor, ajuste = f.ajuste, saldo_cantidad = f.saldo_cantidad, saldo_valor = f.saldo_valor
      from unnest(${of('bodega_id')}::uuid[], ${of('producto_id')}::uuid[], ${of('fecha')}::date[], ${of('secuencia')}::integer[], ${of('valor')}::bigint[],
             ${of('ajuste')}::bigint[], ${of('saldo_cantidad')}::bigint[], ${of('saldo_valor')}::bigint[])
             as f (bodega_id, producto_id, fecha, secuencia, valor, ajuste, saldo_cantidad, saldo_valor)
     where k.empresa_id = ${empresaId} and k.ambiente = ${ambiente} and k.bodega_id = f.bodega_id and k.producto_id = f.producto_id
       and k.fecha = f.fecha and k.secuencia = f.secuencia`.execute(tx)
}

export interface Final {
  bodega_id: string
  producto_id: string
  saldo: SaldoKardex
}

/** Writes the new balances of these kardexes. */
export async function updateFinales(tx: Tx, { empresaId, ambiente }: Lugar, finales: readonly Final[]): Promise<void> {
  await sql`
    update existencia x set cantidad = f.cantidad, valor = f.valor, costo = f.costo, capas = f.capas::jsonb
      from unnest(${finales.map((one) => one.bodega_id)}::uuid[], ${finales.map((one) => one.producto_id)}::uuid[],
             ${finales.map(({ saldo }) => saldo.cantidad)}::bigint[], ${finales.map(({ saldo }) => saldo.valor)}::bigint[],
             ${finales.map(({ saldo }) => saldo.costo)}::bigint[], ${finales.map(({ saldo }) => capasJson(saldo))}::text[])
             as f (bodega_id, producto_id, cantidad, valor, costo, capas)
     where x.empresa_id = ${empresaId} and x.ambiente = ${ambiente} and x.bodega_id = f.bodega_id and x.producto_id = f.producto_id`.execute(
    tx,
  )
}
