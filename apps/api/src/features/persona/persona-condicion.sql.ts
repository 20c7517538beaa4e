import type { CondicionPersona, CondicionPersonaForm, CondicionesPersona, CondicionProveedor } from '@yupana/contract'
import type { Fecha } from '@yupana/fiscal'
import { sql } from 'kysely'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Ambiente } from '../../db/schema.ts'
import type { Tx } from '../../db/transaction.ts'

/** The owner of a history: the record that stayed, and its identification. */
export interface Ficha {
  id: string
  tipo_identificacion: string
  identificacion: string
}

/** The record that stayed of this person; its history and its unions are locked until this transaction ends. */
export async function lockFicha(tx: Tx, empresaId: EmpresaId, personaId: string): Promise<Ficha | undefined> {
  const { rows } = await sql<Ficha>`
    select v.id, v.tipo_identificacion, v.identificacion from persona v
     where v.empresa_id = ${empresaId}
       and v.id = (select coalesce(p.unida_a, p.id) from persona p where p.empresa_id = ${empresaId} and p.id = ${personaId}::uuid)
       for update`.execute(tx)
  return rows[0]
}

/** The record of a change, and the record that stayed of its person. */
export async function findDueno(tx: Tx, empresaId: EmpresaId, id: string): Promise<{ persona: string; vigente: string } | undefined> {
  const { rows } = await sql<{ persona: string; vigente: string }>`
    select p.id as persona, coalesce(p.unida_a, p.id) as vigente
      from persona_condicion c join persona p on p.empresa_id = c.empresa_id and p.id = c.persona_id
     where c.empresa_id = ${empresaId} and c.id = ${id}::uuid`.execute(tx)
  return rows[0]
}

/** Conditions of a person, the last day first; of one day, first those of the record that stayed. */
export async function listCondiciones(tx: Tx, empresaId: EmpresaId, personaId: string): Promise<CondicionPersona[]> {
  const { rows } = await sql<CondicionPersona>`
    select c.id, c.desde, c.tipo_contribuyente, c.regimen, c.calificaciones, trim(q.name || ' ' || q.surname) as por, c.en, c.version,
           case when f.orden <> '{}' then p.razon_social || ' (' || p.identificacion || ')' end as de
      from fichas_en_orden(${empresaId}::uuid, ${personaId}::uuid) f
      join persona_condicion c on c.empresa_id = ${empresaId} and c.persona_id = f.id
      join persona p on p.empresa_id = c.empresa_id and p.id = c.persona_id
      left join usuarios_de_empresa() q on q.id = c.usuario_id
     order by c.desde desc nulls last, f.orden, f.id`.execute(tx)
  return rows
}

/** The conditions of a person on a day; with null, those without a first day. */
export async function condicionOn(tx: Tx, empresaId: EmpresaId, personaId: string, dia: Fecha | null): Promise<CondicionesPersona['hoy']> {
  const { rows } = await sql<CondicionesPersona['hoy']>`
    select * from condicion_de_persona(${empresaId}::uuid, ${personaId}::uuid, ${dia}::date)`.execute(tx)
  return rows[0]!
}

/** Those of these days on which the person is negocio popular, each with the person's `tipo_contribuyente` on that day. */
export async function negocioPopularOn(tx: Tx, empresaId: EmpresaId, personaId: string, dias: readonly Fecha[]) {
  const { rows } = await sql<{ dia: Fecha; tipo_contribuyente: CondicionesPersona['hoy']['tipo_contribuyente'] }>`
    select d.dia, h.tipo_contribuyente
      from unnest(${dias}::date[]) d(dia)
     cross join lateral condicion_de_persona(${empresaId}::uuid, ${personaId}::uuid, d.dia) h
     where h.regimen = 'NEGOCIO_POPULAR' order by d.dia`.execute(tx)
  return rows
}

/** The régimen of a supplier's last purchase until a day. */
export async function regimenComprado(
  tx: Tx,
  { empresaId, ambiente }: { empresaId: EmpresaId; ambiente: Ambiente },
  personaId: string,
  dia: Fecha,
): Promise<CondicionProveedor['regimen'] | undefined> {
  const { rows } = await sql<{ regimen: CondicionProveedor['regimen'] }>`
    select proveedor_regimen as regimen from compra
     where empresa_id = ${empresaId} and ambiente = ${ambiente} and estado = 'REGISTRADA'
       and persona_id = any(personas_de(${empresaId}::uuid, ${personaId}::uuid)) and fecha_emision <= ${dia}::date
     order by fecha_emision desc, creado_en desc limit 1`.execute(tx)
  return rows[0]?.regimen
}

/** The stored values of a change. */
export type Anotada = Required<CondicionPersonaForm> & Pick<CondicionPersona, 'calificaciones'>

interface Nueva {
  empresaId: EmpresaId
  personaId: string
  id: string
  usuarioId: string
  en: Date
}

export async function insertCondicion(tx: Tx, { empresaId, personaId, id, usuarioId, en }: Nueva, form: Anotada): Promise<void> {
  await tx
    .insertInto('persona_condicion')
    .values({ ...form, empresa_id: empresaId, persona_id: personaId, id, usuario_id: usuarioId, en })
    .execute()
}

export async function updateCondicion(tx: Tx, { empresaId, id, usuarioId, en }: Omit<Nueva, 'personaId'>, form: Anotada): Promise<void> {
  await tx
    .updateTable('persona_condicion')
    .set((value) => ({ ...form, usuario_id: usuarioId, en, version: value('version', '+', 1) }))
    .where('empresa_id', '=', empresaId)
    .where('id', '=', id)
    .execute()
}

export async function deleteCondicion(tx: Tx, empresaId: EmpresaId, id: string): Promise<void> {
  await tx.deleteFrom('persona_condicion').where('empresa_id', '=', empresaId).where('id', '=', id).execute()
}
