import type { FacturaForm } from '@yupana/contract'
import type { Fecha } from '@yupana/fiscal'
import { sql } from 'kysely'

import type { Tx } from '../../db/transaction.ts'
import type { Lugar } from './libro.sql.ts'

interface Deuda {
  nombre: string
  limite: number | null
  debe: number
  vencido: number
}

/** What a client owes and may owe; nothing of who is not registered. */
export async function readDeudaDe(
  tx: Tx,
  { empresaId, ambiente }: Lugar,
  hoy: Fecha,
  { tipo_identificacion: tipo, identificacion }: FacturaForm['comprador'],
): Promise<Deuda | undefined> {
  const { rows } = await sql<Deuda>`
    select p.razon_social as nombre, p.limite_credito as limite, coalesce(sum(c.saldo), 0)::bigint as debe,
           coalesce(sum(c.saldo) filter (where c.saldo > 0 and c.vence < ${hoy}::date), 0)::bigint as vencido
      from persona p left join cuenta c on c.empresa_id = p.empresa_id and c.persona_id = p.id and c.ambiente = ${ambiente}
       and c.sentido = 'COBRAR' and c.saldo <> 0
     where p.empresa_id = ${empresaId} and p.tipo_identificacion = ${tipo} and p.identificacion = ${identificacion}
     group by p.razon_social, p.limite_credito`.execute(tx)
  return rows[0]
}
