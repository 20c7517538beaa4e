import type { UnionPropuesta, UnionesPersona } from '@yupana/contract'
import { sql, type RawBuilder } from 'kysely'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Ambiente } from '../../db/schema.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Dado, Fusionable } from './persona-fusion.ts'

export interface Union {
  persona_id: string
  en_id: string
  dado: Dado
}

interface Par {
  empresaId: EmpresaId
  /** The record that is merged away. */
  otra: string
  queda: string
}

/** The record with which this one is merged, in words; `como otra`: only if this one was merged away. */
export async function findUnida(tx: Tx, empresaId: EmpresaId, id: string, como?: 'como otra'): Promise<string | undefined> {
  const either = como ? sql`` : sql` or u.en_id = ${id}::uuid`
  const { rows } = await sql<{ texto: string }>`
    select p.razon_social || ' (' || p.identificacion || ') está unida a ' || v.razon_social || ' (' || v.identificacion || ')' as texto
      from persona_union u join persona p on p.empresa_id = u.empresa_id and p.id = u.persona_id
      join persona v on v.empresa_id = u.empresa_id and v.id = u.en_id
     where u.empresa_id = ${empresaId} and (u.persona_id = ${id}::uuid${either}) order by u.persona_id <> ${id}::uuid limit 1`.execute(tx)
  return rows[0]?.texto
}

export async function readTambien(tx: Tx, empresaId: EmpresaId, id: string): Promise<string[] | null> {
  const row = await tx.selectFrom('persona').select('tambien').where('empresa_id', '=', empresaId).where('id', '=', id).executeTakeFirst()
  return row?.tambien ?? null
}

export async function readUnion(tx: Tx, empresaId: EmpresaId, personaId: string): Promise<Union | undefined> {
  const { rows } = await sql<Union>`
    select persona_id, en_id, dado from persona_union where empresa_id = ${empresaId} and persona_id = ${personaId}::uuid`.execute(tx)
  return rows[0]
}

export async function readEn(tx: Tx, empresaId: EmpresaId, id: string): Promise<UnionesPersona['en']> {
  const { rows } = await sql<NonNullable<UnionesPersona['en']>>`
    select v.id, v.identificacion, v.razon_social from persona_union u join persona v on v.empresa_id = u.empresa_id and v.id = u.en_id
     where u.empresa_id = ${empresaId} and u.persona_id = ${id}::uuid`.execute(tx)
  return rows[0] ?? null
}

export async function listUnidas(tx: Tx, empresaId: EmpresaId, id: string): Promise<UnionesPersona['unidas']> {
  const { rows } = await sql<UnionesPersona['unidas'][number]>`
    select p.id, p.identificacion, p.razon_social, u.en as fecha, trim(q.name || ' ' || q.surname) as por
      from persona_union u join persona p on p.empresa_id = u.empresa_id and p.id = u.persona_id
      left join usuarios_de_empresa() q on q.id = u.usuario_id
     where u.empresa_id = ${empresaId} and u.en_id = ${id}::uuid order by u.en desc, p.id`.execute(tx)
  return rows
}

/** The number of references to a record, and its debts in both directions. */
export async function countMovido(tx: Tx, empresaId: EmpresaId, ambiente: Ambiente, id: string): Promise<UnionPropuesta['mueve']> {
  const propia = sql`empresa_id = ${empresaId} and persona_id = any(personas_de(${empresaId}::uuid, ${id}::uuid))`
  const count = (tabla: string) => sql`(select count(*)::int from ${sql.table(tabla)} where ${propia})`
  const owed = (sentido: string) =>
    sql`(select coalesce(sum(saldo), 0)::bigint from cuenta where ${propia} and ambiente = ${ambiente} and sentido = ${sentido})`
  const { rows } = await sql<UnionPropuesta['mueve']>`
    select (select count(*)::int from documento where ${propia} and ambiente in ('SIMULADOR', 'PRUEBAS', 'PRODUCCION')) as documentos,
           ${count('cotizacion')} as cotizaciones, ${count('compra')} as compras, ${count('retencion_recibida')} as retenciones,
           ${count('pago')} as pagos, ${count('recordatorio')} as recordatorios, ${count('cuenta')} as cuentas,
           ${owed('COBRAR')} as por_cobrar, ${owed('PAGAR')} as por_pagar`.execute(tx)
  return rows[0]!
}

/** Locks the unions of a company, then these records and all merged into them, always in one order. */
export async function lockUnion(tx: Tx, empresaId: EmpresaId, ids: readonly string[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`persona_union|${empresaId}`}, 0))`.execute(tx)
  await sql`
    select id from persona
     where empresa_id = ${empresaId} and (id = any(${ids}::uuid[]) or (unida_a is not null and unida_a = any(${ids}::uuid[])))
     order by id for update`.execute(tx)
}

/** Merges the other record, with all merged into it before, into the one that stays. An open form of the other record gets a conflict. */
export async function setUnida(tx: Tx, { empresaId, otra, queda }: Par): Promise<void> {
  await sql`
    update persona set unida_a = ${queda}::uuid, version = version + 1
     where empresa_id = ${empresaId} and (id = ${otra}::uuid or (unida_a is not null and unida_a = ${otra}::uuid))`.execute(tx)
}

/** Ends a union: the record stands alone again, with those merged into it before. */
export async function setSeparada(tx: Tx, empresaId: EmpresaId, otra: string): Promise<void> {
  await sql`
    with recursive suyas as (
      select persona_id from persona_union where empresa_id = ${empresaId} and en_id = ${otra}::uuid
       union select u.persona_id from persona_union u join suyas s on u.empresa_id = ${empresaId} and u.en_id = s.persona_id)
    update persona p set unida_a = case when p.id = ${otra}::uuid then null else ${otra}::uuid end
     where p.empresa_id = ${empresaId} and (p.id = ${otra}::uuid or p.id in (select persona_id from suyas))`.execute(tx)
}

export async function insertUnion(tx: Tx, { empresaId, otra, queda }: Par, usuarioId: string, en: Date, dado: Dado): Promise<void> {
  await sql`
    insert into persona_union (empresa_id, persona_id, en_id, usuario_id, en, dado)
    values (${empresaId}::uuid, ${otra}::uuid, ${queda}::uuid, ${usuarioId}::uuid, ${en}, ${JSON.stringify(dado)}::jsonb)`.execute(tx)
}

const lockCuentas = (tx: Tx, empresaId: EmpresaId, persona: string) =>
  sql`select count(*) from (
    select 1 from cuenta where empresa_id = ${empresaId} and persona_id = ${persona}::uuid order by id for update) c`.execute(tx)

/** The accounts of the other record move to the one that stays; the database sets their key. */
export async function moveCuentas(tx: Tx, { empresaId, otra, queda }: Par): Promise<void> {
  await lockCuentas(tx, empresaId, otra)
  await sql`
    insert into persona_union_cuenta (empresa_id, persona_id, cuenta_id, tercero_clave)
    select empresa_id, ${otra}::uuid, id, tercero_clave from cuenta where empresa_id = ${empresaId} and persona_id = ${otra}::uuid`.execute(
    tx,
  )
  await sql`update cuenta set persona_id = ${queda}::uuid where empresa_id = ${empresaId} and persona_id = ${otra}::uuid`.execute(tx)
}

/**
 * The accounts that came with the union go back. An account follows the present person of its document or purchase, corrected since or not.
 */
export async function returnCuentas(tx: Tx, { empresaId, otra, queda }: Par): Promise<void> {
  const named = (whose: RawBuilder<unknown>) => sql`
    (exists (select from documento d where d.empresa_id = c.empresa_id and d.id = c.origen_id and d.persona_id = ${whose})
     or exists (select from compra d where d.empresa_id = c.empresa_id and d.id = c.origen_id and d.persona_id = ${whose}))`
  await lockCuentas(tx, empresaId, queda)
  await sql`
    update cuenta c set persona_id = ${otra}::uuid, tercero_clave = m.tercero_clave from persona_union_cuenta m
     where m.empresa_id = ${empresaId} and m.persona_id = ${otra}::uuid and c.empresa_id = m.empresa_id and c.id = m.cuenta_id
       and c.persona_id = ${queda}::uuid and not ${named(sql`${queda}::uuid`)}`.execute(tx)
  await sql`
    update cuenta c set persona_id = p.id, tercero_clave = receptor_clave(p.tipo_identificacion, p.identificacion) from persona p
     where p.empresa_id = ${empresaId} and p.id = ${otra}::uuid and c.empresa_id = p.empresa_id and c.persona_id = ${queda}::uuid
       and ${named(sql`any(personas_de(${empresaId}::uuid, ${otra}::uuid))`)}`.execute(tx)
  await sql`delete from persona_union where empresa_id = ${empresaId} and persona_id = ${otra}::uuid`.execute(tx)
}

/** The exemption from reminders passes to the record that stays. Answers whether that is new. */
export async function giveExento(tx: Tx, { empresaId, otra, queda }: Par): Promise<boolean> {
  const given = await sql`
    insert into recordatorio_exento (empresa_id, persona_id, usuario_id, en)
    select empresa_id, ${queda}::uuid, usuario_id, en from recordatorio_exento where empresa_id = ${empresaId} and persona_id = ${otra}::uuid
    on conflict do nothing`.execute(tx)
  return given.numAffectedRows === 1n
}

/** Removes the exemption that a union gave, unless another merged record has one too. */
export async function takeExento(tx: Tx, empresaId: EmpresaId, queda: string): Promise<void> {
  await sql`
    delete from recordatorio_exento x where x.empresa_id = ${empresaId} and x.persona_id = ${queda}::uuid
       and not exists (select from persona u join recordatorio_exento y on y.empresa_id = u.empresa_id and y.persona_id = u.id
                        where u.empresa_id = ${empresaId} and u.unida_a = ${queda}::uuid)`.execute(tx)
}

/** Further search words of a person: the names and identifications of all records merged into it. */
export async function refreshTambien(tx: Tx, empresaId: EmpresaId, id: string): Promise<string[] | null> {
  const { rows } = await sql<{ tambien: string[] | null }>`
    update persona p set tambien = (
      select array_agg(x.texto order by x.n, x.texto) from (
        select 1 as n, u.identificacion as texto from persona u where u.empresa_id = ${empresaId} and u.unida_a = ${id}::uuid
         union select 2, u.razon_social from persona u where u.empresa_id = ${empresaId} and u.unida_a = ${id}::uuid
         union select 3, u.nombre_comercial from persona u
                where u.empresa_id = ${empresaId} and u.unida_a = ${id}::uuid and u.nombre_comercial is not null) x)
     where p.empresa_id = ${empresaId} and p.id = ${id}::uuid returning p.tambien`.execute(tx)
  return rows[0]?.tambien ?? null
}

/** The columns of the record that stays, which a union or its end changes. */
export async function updateFusion(tx: Tx, empresaId: EmpresaId, id: string, { direcciones, ...row }: Fusionable, en: Date): Promise<void> {
  await tx
    .updateTable('persona')
    .set((value) => ({ ...row, direcciones: JSON.stringify(direcciones), version: value('version', '+', 1), editada_en: en }))
    .where('empresa_id', '=', empresaId)
    .where('id', '=', id)
    .execute()
}
