import type { Fecha } from '@yupana/fiscal'
import { sql } from 'kysely'

import type { Db } from '../../db/connect.ts'
import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'

export interface Aviso {
  que: 'documentos' | 'usuarios' | 'puntos'
  umbral: number
  limite: number
  usados: number
}

/** Whether this worker got the lock of the notices, held until the transaction ends. */
export async function isAlone(tx: Db): Promise<boolean> {
  const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(74023) as mine`.execute(tx)
  return rows[0]?.mine ?? false
}

/** Limits reached this month without a notice yet, of all companies. */
export async function porAvisar(db: Db, mes: Fecha, desde: Date): Promise<(Aviso & { empresa_id: EmpresaId })[]> {
  const { rows } = await sql<Aviso & { empresa_id: EmpresaId }>`select * from planes_por_avisar(${mes}, ${desde})`.execute(db)
  return rows
}

/** Stores notices; answers those that were not given before. */
export const insertAvisos = (
  tx: Tx,
  empresaId: EmpresaId,
  mes: string,
  avisos: readonly (Aviso & { id: string })[],
  en: Date,
): Promise<Aviso[]> =>
  tx
    .insertInto('plan_aviso')
    .values(avisos.map(({ id, que, umbral, limite, usados }) => ({ empresa_id: empresaId, id, mes, que, umbral, limite, usados, en })))
    .onConflict((conflict) => conflict.columns(['empresa_id', 'mes', 'que', 'umbral', 'limite']).doNothing())
    .returning(['que', 'umbral', 'limite', 'usados'])
    .execute()

/** The company's name, and the mails of its administrators. */
export async function readAdministradores(tx: Tx, empresaId: EmpresaId): Promise<{ empresa: string; correos: string[] }> {
  const { rows } = await sql<{ empresa: string; correos: string[] }>`
    select coalesce(e.nombre_comercial, e.razon_social) as empresa,
           (select coalesce(array_agg(u.mail order by u.mail), '{}') from usuarios_de_empresa() u where u.activo and u.rol = 1) as correos
      from empresa e where e.id = ${empresaId}`.execute(tx)
  return rows[0] ?? { empresa: '', correos: [] }
}

/** The highest threshold of each limit of the present plan that this user has not seen. */
export async function pendientes(tx: Tx, empresaId: EmpresaId, mes: string, usuarioId: string): Promise<(Aviso & { id: string })[]> {
  const { rows } = await sql<Aviso & { id: string }>`
    select a.id, a.que, a.umbral, a.limite, a.usados from (
      select distinct on (p.que) p.* from plan_aviso p join empresa e on e.id = p.empresa_id
       where p.empresa_id = ${empresaId} and p.mes = ${mes} and p.limite = case p.que when 'documentos' then e.limite_documentos when 'usuarios' then e.limite_usuarios else e.limite_puntos end
       order by p.que, p.umbral desc) a
     where not exists (select from plan_aviso_visto v where v.empresa_id = a.empresa_id and v.aviso_id = a.id and v.usuario_id = ${usuarioId})
     order by a.que`.execute(tx)
  return rows
}

/** Documents in the plan this month and the number used, counted up to the limit; undefined without a plan. */
export async function usoDelMes(tx: Tx, empresaId: EmpresaId, desde: Date): Promise<{ limite: number; usados: number } | undefined> {
  const { rows } = await sql<{ limite: number; usados: number }>`
    select e.limite_documentos as limite,
           (select count(*)::int from (select from documento d
             where d.empresa_id = e.id and d.ambiente = 'PRODUCCION' and d.creado_en >= ${desde} limit e.limite_documentos) u) as usados
      from empresa e where e.id = ${empresaId} and e.limite_documentos is not null`.execute(tx)
  return rows[0]
}

/** Puts a notice away, also if it was put away before; false for an unknown notice. */
export async function markVisto(tx: Tx, empresaId: EmpresaId, avisoId: string, usuarioId: string, en: Date): Promise<boolean> {
  const { rows } = await sql<{ existe: boolean }>`
    with a as (select empresa_id, id from plan_aviso where empresa_id = ${empresaId} and id = ${avisoId}),
         v as (insert into plan_aviso_visto (empresa_id, aviso_id, usuario_id, en) select empresa_id, id, ${usuarioId}, ${en} from a on conflict do nothing)
    select exists (select from a) as existe`.execute(tx)
  return rows[0]?.existe ?? false
}
