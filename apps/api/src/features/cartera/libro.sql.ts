import type { ConceptoAsiento, Monto, SentidoCartera } from '@yupana/fiscal'
import { sql } from 'kysely'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { OrigenCuenta } from '../../db/schema-cartera.ts'
import type { Ambiente } from '../../db/schema.ts'
import type { Tx } from '../../db/transaction.ts'

export interface Lugar {
  empresaId: EmpresaId
  ambiente: Ambiente
}

/** The debtor or the creditor. */
export interface Tercero {
  persona_id: string | null
  tercero_clave: string
  tercero_nombre: string
}

/** The event and its time: once for each account. */
export interface Hecho {
  concepto: ConceptoAsiento
  fecha: string
  origenId: string
  suceso: string
  referencia: string
  usuarioId: string | null
  en: Date
}

export interface CuentaNueva extends Tercero {
  id: string
  sentido: SentidoCartera
  origen: OrigenCuenta
  origen_id: string
  cuota: number
  tipo: string | null
  numero: string
  fecha: string
  vence: string
  valor: Monto
}

const pluck = <T, K extends keyof T>(rows: readonly T[], key: K): T[K][] => rows.map((row) => row[key])

/** New accounts, each with its first entry, in one statement. */
export async function insertCuentas(
  tx: Tx,
  { empresaId, ambiente }: Lugar,
  nuevas: readonly CuentaNueva[],
  { concepto, fecha, origenId, suceso, referencia, usuarioId, en }: Hecho,
): Promise<void> {
  const [first] = nuevas
  if (!first) return
  await sql`
    with nueva as (
      insert into cuenta (empresa_id, id, ambiente, sentido, origen, origen_id, cuota, persona_id, tercero_clave, tercero_nombre, tipo, numero, fecha, vence, saldo, asientos, ultimo_asiento, creado_en)
      select ${empresaId}::uuid, c.id, ${ambiente}, ${first.sentido}, ${first.origen}, ${first.origen_id}::uuid, c.cuota, ${first.persona_id}::uuid, ${first.tercero_clave},
             ${first.tercero_nombre}, ${first.tipo}, ${first.numero}, ${first.fecha}::date, c.vence, c.valor, 1, ${fecha}::date, ${en}::timestamptz
        from unnest(${pluck(nuevas, 'id')}::uuid[], ${pluck(nuevas, 'cuota')}::smallint[], ${pluck(nuevas, 'vence')}::date[], ${pluck(nuevas, 'valor')}::bigint[])
          as c (id, cuota, vence, valor)
      returning id, saldo)
    insert into asiento (empresa_id, cuenta_id, n, fecha, concepto, valor, saldo, origen_id, suceso, referencia, usuario_id, creado_en)
    select ${empresaId}::uuid, id, 1, ${fecha}::date, ${concepto}, saldo, saldo, ${origenId}::uuid, ${suceso}, ${referencia}, ${usuarioId}::uuid, ${en}::timestamptz
      from nueva`.execute(tx)
}

export interface Cambio {
  cuentaId: string
  valor: Monto
}

/** Writes one entry on each of these accounts, which the caller has locked, and updates their balances. */
export async function post(
  tx: Tx,
  empresaId: EmpresaId,
  cambios: readonly Cambio[],
  { concepto, fecha, origenId, suceso, referencia, usuarioId, en }: Hecho,
): Promise<void> {
  const moved = cambios.filter(({ valor }) => valor !== 0)
  if (moved.length === 0) return
  await sql`
    with movida as (
      update cuenta c set saldo = c.saldo + m.valor, asientos = c.asientos + 1, ultimo_asiento = greatest(c.ultimo_asiento, ${fecha}::date)
        from unnest(${pluck(moved, 'cuentaId')}::uuid[], ${pluck(moved, 'valor')}::bigint[]) as m (id, valor)
       where c.empresa_id = ${empresaId} and c.id = m.id
      returning c.id, c.asientos, c.saldo, m.valor)
    insert into asiento (empresa_id, cuenta_id, n, fecha, concepto, valor, saldo, origen_id, suceso, referencia, usuario_id, creado_en)
    select ${empresaId}::uuid, id, asientos, ${fecha}::date, ${concepto}, valor, saldo, ${origenId}::uuid, ${suceso}, ${referencia}, ${usuarioId}::uuid, ${en}::timestamptz
      from movida`.execute(tx)
}

export interface CuentaTomada extends Tercero {
  id: string
  sentido: SentidoCartera
  origen: OrigenCuenta
  origen_id: string
  cuota: number
  tipo: string | null
  numero: string
  fecha: string
  vence: string
  saldo: Monto
}

const TOMADA = sql`c.id, c.sentido, c.origen, c.origen_id, c.cuota, c.persona_id, c.tercero_clave, c.tercero_nombre, c.tipo, c.numero, c.fecha, c.vence, c.saldo`

/** Locks these accounts until the end of the transaction; always in the same order, so that two never deadlock. */
export async function takeCuentas(tx: Tx, { empresaId, ambiente }: Lugar, ids: readonly string[]): Promise<CuentaTomada[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<CuentaTomada>`
    select ${TOMADA} from cuenta c where c.empresa_id = ${empresaId} and c.ambiente = ${ambiente} and c.id = any(${ids}::uuid[])
     order by c.id for update`.execute(tx)
  return rows
}

/** Accounts of a document or purchase, by due date. */
export async function idsOfOrigen(tx: Tx, empresaId: EmpresaId, origenId: string): Promise<string[]> {
  const rows = await tx.selectFrom('cuenta').select('id').where('empresa_id', '=', empresaId).where('origen_id', '=', origenId).execute()
  return rows.map(({ id }) => id)
}

/** Locks the accounts of a document or purchase, in the order of `takeCuentas`, until the end of the transaction. */
export async function lockOfOrigen(tx: Tx, empresaId: EmpresaId, origenId: string): Promise<void> {
  await sql`select c.id from cuenta c where c.empresa_id = ${empresaId} and c.origen_id = ${origenId} order by c.id for update`.execute(tx)
}

/** Accounts of a number of a supplier or client: of a document, a purchase or a balance brought in. */
export async function idsOfNumero(
  tx: Tx,
  { empresaId, ambiente }: Lugar,
  { sentido, terceroClave, tipo, numero }: { sentido: SentidoCartera; terceroClave: string; tipo: string; numero: string },
): Promise<string[]> {
  const rows = await tx
    .selectFrom('cuenta')
    .select('id')
    .where('empresa_id', '=', empresaId)
    .where('ambiente', '=', ambiente)
    .where('sentido', '=', sentido)
    .where('tercero_clave', '=', sql<string>`clave_vigente(${empresaId}::uuid, ${terceroClave})`)
    .where('numero', '=', numero)
    .where('tipo', '=', tipo)
    .where('origen', '<>', 'ANTICIPO')
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Locks numbers of documents until the transaction ends: the registration of a purchase, and what is withheld from one, so that of two at
 * the same instant one finds the other.
 */
export async function lockNumeros(tx: Tx, { empresaId, ambiente }: Lugar, numeros: readonly string[]): Promise<void> {
  for (const numero of [...new Set(numeros)].sort()) {
    const name = `compra|${empresaId}|${ambiente}|${numero}`
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
  }
}

/** The net entries of one origin on each account. */
export async function postedBy(tx: Tx, empresaId: EmpresaId, origenId: string): Promise<Cambio[]> {
  const { rows } = await sql<Cambio>`
    select cuenta_id as "cuentaId", sum(valor)::bigint as valor from asiento
     where empresa_id = ${empresaId} and origen_id = ${origenId} group by cuenta_id having sum(valor) <> 0`.execute(tx)
  return rows
}

/** The balances of these accounts without any payment, and without the entries of one origin. */
export async function sinPagos(tx: Tx, empresaId: EmpresaId, ids: readonly string[], except: string): Promise<Monto> {
  const { rows } = await sql<{ valor: Monto }>`
    select coalesce(sum(valor), 0)::bigint as valor from asiento where empresa_id = ${empresaId} and cuenta_id = any(${ids}::uuid[])
       and origen_id <> ${except}::uuid and concepto not in ('PAGO', 'PAGO_REVERSADO')`.execute(tx)
  return rows[0]?.valor ?? 0
}

interface Debe {
  acreditable: Monto
  retenido: Monto
  por_cobrar: Monto
}

/**
 * The debt of a document less notes and withholdings, paid or not, and its debt of today. A rejected note counts in neither: its correction
 * reduces the debt anew.
 */
export async function debeOfOrigen(tx: Tx, empresaId: EmpresaId, origenId: string): Promise<Debe> {
  const { rows } = await sql<Debe>`
    select coalesce(sum(a.valor) filter (where a.concepto not in ('PAGO', 'PAGO_REVERSADO')), 0)::bigint as acreditable,
           coalesce(-sum(a.valor) filter (where a.concepto = 'RETENCION'), 0)::bigint as retenido,
           coalesce(sum(a.valor), 0)::bigint as por_cobrar
      from cuenta c join asiento a on a.empresa_id = c.empresa_id and a.cuenta_id = c.id
     where c.empresa_id = ${empresaId} and c.origen_id = ${origenId}
       and not exists (select from documento d where d.empresa_id = a.empresa_id and d.id = a.origen_id and d.tipo = '04' and d.estado = 'RECHAZADO')`.execute(
    tx,
  )
  return rows[0]!
}

/** Stores the corrected fields of an account. */
export async function updateCuenta(
  tx: Tx,
  empresaId: EmpresaId,
  id: string,
  cambios: Tercero & { tipo?: string; numero: string; fecha: string; vence: string },
): Promise<void> {
  await tx.updateTable('cuenta').set(cambios).where('empresa_id', '=', empresaId).where('id', '=', id).execute()
}

/** Whether a document or purchase has a payment that was not reversed. */
export async function isPaid(tx: Tx, empresaId: EmpresaId, origenId: string): Promise<boolean> {
  const { rows } = await sql<{ paid: boolean }>`
    select exists (
      select 1 from cuenta c join asiento a on a.empresa_id = c.empresa_id and a.cuenta_id = c.id
       where c.empresa_id = ${empresaId} and c.origen_id = ${origenId} and a.concepto in ('PAGO', 'PAGO_REVERSADO')
       group by a.origen_id having sum(a.valor) <> 0) as paid`.execute(tx)
  return rows[0]?.paid ?? false
}

/** Locks accounts as `takeCuentas` does, and answers the number that `origenId` gave to its entries on them. */
export async function takeOfOrigen(
  tx: Tx,
  empresaId: EmpresaId,
  origenId: string,
  ids: readonly string[],
): Promise<{ cuentas: string[]; referencia: string }> {
  const { rows } = await sql<{ id: string; referencia: string }>`
    select c.id, (select a.referencia from asiento a where a.empresa_id = c.empresa_id and a.origen_id = ${origenId} and a.cuenta_id = c.id limit 1) as referencia
      from cuenta c where c.empresa_id = ${empresaId} and c.id = any(${ids}::uuid[]) order by c.id for update`.execute(tx)
  return { cuentas: rows.map(({ id }) => id), referencia: rows[0]?.referencia ?? '' }
}
