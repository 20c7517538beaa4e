import type { CreditoCliente, FacturaForm } from '@yupana/contract'
import type { Fecha, Monto } from '@yupana/fiscal'
import { sql } from 'kysely'

import type { Tx } from '../../db/transaction.ts'
import type { Lugar } from './libro.sql.ts'

interface Deuda {
  nombre: string
  limite: Monto | null
  debe: Monto
  vencido: Monto
}

const DEBE = sql`coalesce(sum(c.saldo), 0)::bigint as debe`
const vencidoAt = (hoy: Fecha) => sql`coalesce(sum(c.saldo) filter (where c.saldo > 0 and c.vence < ${hoy}::date), 0)::bigint as vencido`
const personaConCuentas = (ambiente: Lugar['ambiente']) => sql`
  persona p left join cuenta c on c.empresa_id = p.empresa_id and c.persona_id = p.id and c.ambiente = ${ambiente}
   and c.sentido = 'COBRAR' and c.saldo <> 0`

/** The credit limit and the debt of a person; undefined for an unknown person. */
export async function readCredito(tx: Tx, { empresaId, ambiente }: Lugar, hoy: Fecha, id: string): Promise<CreditoCliente | undefined> {
  const { rows } = await sql<CreditoCliente>`
    select p.dias_credito as dias, p.lista_precios as lista, p.limite_credito as limite, ${DEBE}, ${vencidoAt(hoy)}
      from ${personaConCuentas(ambiente)}
     where p.empresa_id = ${empresaId} and p.id = (select coalesce(x.unida_a, x.id) from persona x where x.empresa_id = ${empresaId} and x.id = ${id})
     group by p.id, p.dias_credito, p.lista_precios, p.limite_credito`.execute(tx)
  return rows[0]
}

/** The debt and the credit limit of a client; undefined for an unregistered one. */
export async function readDeudaDe(
  tx: Tx,
  { empresaId, ambiente }: Lugar,
  hoy: Fecha,
  { tipo_identificacion: tipo, identificacion }: FacturaForm['comprador'],
): Promise<Deuda | undefined> {
  const { rows } = await sql<Deuda>`
    select p.razon_social as nombre, p.limite_credito as limite, ${DEBE}, ${vencidoAt(hoy)}
      from ${personaConCuentas(ambiente)}
     where p.empresa_id = ${empresaId} and p.id = (
       select coalesce(x.unida_a, x.id) from persona x
        where x.empresa_id = ${empresaId} and x.tipo_identificacion = ${tipo} and x.identificacion = ${identificacion})
     group by p.razon_social, p.limite_credito`.execute(tx)
  return rows[0]
}
