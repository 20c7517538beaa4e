import type { Cuenta, RecordatoriosDePersona } from '@yupana/contract'
import type { Fecha, Monto, SentidoCartera } from '@yupana/fiscal'
import { sql } from 'kysely'

import type { Db } from '../../db/connect.ts'
import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Ambiente } from '../../db/schema.ts'
import type { Tx } from '../../db/transaction.ts'
import { isDePersona } from '../persona/persona.door.ts'

export interface Ajuste {
  version: number
  activo: boolean
  pasos: number[]
  mensaje: string | null
  /** First day of the reminders by these settings. */
  desde: Fecha
  usuario_id: string
  en: string
}

export const readAjuste = (tx: Tx, empresaId: EmpresaId): Promise<Ajuste | undefined> =>
  tx
    .selectFrom('recordatorio_ajuste')
    .select(['version', 'activo', 'pasos', 'mensaje', 'desde', 'usuario_id', 'en'])
    .where('empresa_id', '=', empresaId)
    .executeTakeFirst()

/** Stores the settings; false when another user saved since `version` was read. */
export async function saveAjuste(
  tx: Tx,
  empresaId: EmpresaId,
  { version, ...ajuste }: Omit<Ajuste, 'en'> & { en: Date },
): Promise<boolean> {
  const values = { ...ajuste, version: version + 1 }
  if (version === 0) {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('recordatorio_ajuste')
      .values({ empresa_id: empresaId, ...values })
      .onConflict((conflict) => conflict.column('empresa_id').doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows === 1n
  }
  const { numUpdatedRows } = await tx
    .updateTable('recordatorio_ajuste')
    .set(values)
    .where('empresa_id', '=', empresaId)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Days of an account statement; an absent end is open. */
export interface PeriodoEnviado {
  sentido: SentidoCartera
  desde?: Fecha | undefined
  hasta?: Fecha | undefined
}

export async function insertRecordatorio(
  tx: Tx,
  empresaId: EmpresaId,
  recordatorio: {
    id: string
    persona_id: string
    en: Date
    correos: string[]
    total: Monto
    usuario_id: string | null
    /** Environment of the attached account statement. */
    con_estado: Ambiente | null
    /** Days of the account statement, when the letter is no reminder. */
    estado?: PeriodoEnviado | undefined
  },
): Promise<void> {
  const { estado, ...fila } = recordatorio
  await tx
    .insertInto('recordatorio')
    .values({
      empresa_id: empresaId,
      ...fila,
      estado_sentido: estado?.sentido ?? null,
      estado_desde: estado?.desde ?? null,
      estado_hasta: estado?.hasta ?? null,
    })
    .execute()
}

export const readRecordatorio = (tx: Tx, empresaId: EmpresaId, id: string) =>
  tx
    .selectFrom('recordatorio')
    .select(['persona_id', 'en', 'con_estado', 'estado_sentido', 'estado_desde', 'estado_hasta'])
    .where('empresa_id', '=', empresaId)
    .where('id', '=', id)
    .executeTakeFirst()

export const listRecordatorios = async (
  tx: Tx,
  empresaId: EmpresaId,
  personaId: string,
  { cuantos, conPagar }: { cuantos: number; conPagar: boolean },
) =>
  tx
    .selectFrom('recordatorio')
    .select(['id', 'en', 'correos', 'total', 'usuario_id', sql<boolean>`con_estado is not null`.as('con_estado')])
    .select(
      sql<RecordatoriosDePersona['enviados'][number]['estado']>`case when estado_sentido is not null
        then json_build_object('sentido', estado_sentido, 'desde', estado_desde, 'hasta', estado_hasta) end`.as('estado'),
    )
    .where('empresa_id', '=', empresaId)
    .where(sql<boolean>`${await isDePersona(tx, empresaId, 'persona_id', personaId)}`)
    .$if(!conPagar, (query) => query.where(sql<boolean>`estado_sentido is distinct from 'PAGAR'`))
    .orderBy('en', 'desc')
    .orderBy('id')
    .limit(cuantos)
    .execute()

/** The data of a client for a reminder; undefined for an unknown client. */
export async function readCliente(tx: Tx, empresaId: EmpresaId, id: string) {
  const { rows } = await sql<{ razon_social: string; correos: string[]; exento: boolean }>`
    select p.razon_social, p.correos,
           exists (select from recordatorio_exento x where x.empresa_id = p.empresa_id and x.persona_id = p.id) as exento
      from persona p where p.empresa_id = ${empresaId} and p.id = ${id}::uuid`.execute(tx)
  return rows[0]
}

export async function setExento(
  tx: Tx,
  empresaId: EmpresaId,
  persona_id: string,
  exento: { usuario_id: string; en: Date } | undefined,
): Promise<void> {
  if (exento)
    await tx
      .insertInto('recordatorio_exento')
      .values({ empresa_id: empresaId, persona_id, ...exento })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  else await tx.deleteFrom('recordatorio_exento').where('empresa_id', '=', empresaId).where('persona_id', '=', persona_id).execute()
}

/** Companies with a client to remind today. */
export async function porEnviar(db: Db, hoy: Fecha): Promise<EmpresaId[]> {
  const { rows } = await sql<{ empresa_id: EmpresaId }>`select * from recordatorios_por_enviar(${hoy}::date)`.execute(db)
  return rows.map(({ empresa_id }) => empresa_id)
}

const debidos = (empresaId: EmpresaId, hoy: Fecha, { pasos, desde }: Pick<Ajuste, 'pasos' | 'desde'>) =>
  sql`recordatorio_debidos(${empresaId}::uuid, ${pasos}::smallint[], ${desde}::date, ${hoy}::date) d`

/** Clients with a step to take, some at a time, by their ids. */
export async function personasPorRecordar(
  tx: Tx,
  empresaId: EmpresaId,
  hoy: Fecha,
  ajuste: Ajuste,
  { after, size }: { after: string | undefined; size: number },
): Promise<string[]> {
  const next = after === undefined ? sql`` : sql` where d.persona_id > ${after}::uuid`
  const { rows } = await sql<{ persona_id: string }>`
    select distinct d.persona_id from ${debidos(empresaId, hoy, ajuste)}${next} order by d.persona_id limit ${size}`.execute(tx)
  return rows.map(({ persona_id }) => persona_id)
}

/** Takes a client's steps, each by one worker; answers the last due day among the steps taken. */
export async function takePasos(tx: Tx, empresaId: EmpresaId, personaId: string, hoy: Fecha, ajuste: Ajuste): Promise<Fecha | null> {
  const { rows } = await sql<{ vence: Fecha | null }>`
    with tomados as (
      insert into recordatorio_paso (empresa_id, cuenta_id, paso)
      select ${empresaId}::uuid, d.cuenta_id, d.paso from ${debidos(empresaId, hoy, ajuste)} where d.persona_id = ${personaId}::uuid
      order by d.cuenta_id, d.paso
      on conflict do nothing returning cuenta_id)
    select max(c.vence) as vence from tomados t join cuenta c on c.empresa_id = ${empresaId} and c.id = t.cuenta_id`.execute(tx)
  return rows[0]?.vence ?? null
}

/** A client's debts due until a day, the oldest first, their total, and his balance in favour. */
export async function debidoHasta(
  tx: Tx,
  empresaId: EmpresaId,
  personaId: string,
  { hoy, hasta }: { hoy: Fecha; hasta: Fecha },
  lineas: number,
) {
  const { rows } = await sql<
    Pick<Cuenta, 'tipo' | 'numero' | 'cuota' | 'cuotas' | 'vence' | 'dias' | 'saldo'> & { total: Monto; favor: Monto; cuantas: number }
  >`
    select c.tipo, c.numero, c.cuota, c.vence, c.saldo, (${hoy}::date - c.vence) as dias,
           (select count(*)::int from cuenta x where x.empresa_id = c.empresa_id and x.origen_id = c.origen_id) as cuotas,
           (sum(c.saldo) over ())::bigint as total, (count(*) over ())::int as cuantas,
           (select coalesce(-sum(x.saldo), 0)::bigint from cuenta x where x.empresa_id = c.empresa_id and x.ambiente = c.ambiente
               and x.sentido = c.sentido and x.persona_id = c.persona_id and x.saldo < 0) as favor
      from cuenta c
     where c.empresa_id = ${empresaId} and c.ambiente = 'PRODUCCION' and c.sentido = 'COBRAR' and c.saldo > 0
       and c.persona_id = ${personaId}::uuid and c.vence <= ${hasta}::date
     order by c.vence, c.id limit ${lineas}`.execute(tx)
  const { total, favor, cuantas } = rows[0] ?? { total: 0, favor: 0, cuantas: 0 }
  return { cuentas: rows, total, favor, cuantas }
}

/** The company as its letters name it. */
export const readEmpresa = (tx: Tx, empresaId: EmpresaId) =>
  tx
    .selectFrom('empresa')
    .select(['razon_social as razonSocial', 'nombre_comercial as nombreComercial'])
    .where('id', '=', empresaId)
    .executeTakeFirstOrThrow()
