import {
  COLUMNA_EDAD,
  ORDENES_CUENTA,
  ORDENES_DEUDOR,
  type AsientoFila,
  type CarteraResumen,
  type Cuenta,
  type CuentaBusqueda,
  type Deudor,
  type EstadoCuentaBusqueda,
  type Listing,
  type ListingQuery,
  type SaldosEstado,
} from '@yupana/contract'
import { addDays, ANTIGUEDADES, type Antiguedad, type Fecha, type SentidoCartera } from '@yupana/fiscal'
import { sql, type RawBuilder } from 'kysely'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { andAfter, asDesde } from '../../db/tramo.sql.ts'
import type { Tx } from '../../db/transaction.ts'
import { TRAMO, tramoOf, type Desde, type Tramo } from '../../http/exportacion.ts'
import { listingOf, orderBy, orderOf, wayTo } from '../busqueda/busqueda.door.ts'
import { isDePersona } from '../persona/persona.door.ts'
import type { Lugar } from './libro.sql.ts'

const COLUMNS = (
  hoy: Fecha,
) => sql`c.id, c.sentido, c.origen, c.origen_id, c.cuota, c.persona_id, c.tercero_nombre, c.tipo, c.numero, c.fecha, c.vence, c.saldo,
  (${hoy}::date - c.vence) as dias,
  (select count(*)::int from cuenta x where x.empresa_id = c.empresa_id and x.origen_id = c.origen_id) as cuotas,
  (select coalesce(sum(a.valor), 0)::bigint from asiento a where a.empresa_id = c.empresa_id and a.cuenta_id = c.id and a.origen_id = c.origen_id) as valor`

/** First and last due day of each age. */
function whenDue(hoy: Fecha, antiguedad: Antiguedad): RawBuilder<unknown> {
  const between = (from: number, to: number) => sql`c.vence between ${addDays(hoy, -to)}::date and ${addDays(hoy, -from)}::date`
  switch (antiguedad) {
    case 'POR_VENCER':
      return sql`c.vence >= ${hoy}::date`
    case 'D1_30':
      return between(1, 30)
    case 'D31_60':
      return between(31, 60)
    case 'D61_90':
      return between(61, 90)
    case 'D91_MAS':
      return sql`c.vence <= ${addDays(hoy, -91)}::date`
  }
}

const sumDue = (hoy: Fecha, antiguedad: Antiguedad) =>
  sql`coalesce(sum(c.saldo) filter (where c.saldo > 0 and ${whenDue(hoy, antiguedad)}), 0)::bigint`
const SUMAS = (hoy: Fecha) => sql`
  ${sumDue(hoy, 'POR_VENCER')} as "POR_VENCER", ${sumDue(hoy, 'D1_30')} as "D1_30", ${sumDue(hoy, 'D31_60')} as "D31_60",
  ${sumDue(hoy, 'D61_90')} as "D61_90", ${sumDue(hoy, 'D91_MAS')} as "D91_MAS",
  coalesce(sum(c.saldo) filter (where c.saldo > 0), 0)::bigint as total,
  coalesce(-sum(c.saldo) filter (where c.saldo < 0), 0)::bigint as favor, count(*)::int as cuentas`

type Filtro = Omit<CuentaBusqueda, 'page' | 'size' | 'sort'>

/** Filter of the persons whose name or number has these words. */
async function whose(tx: Tx, empresaId: EmpresaId, q: string | undefined): Promise<RawBuilder<unknown>> {
  if (!q) return sql``
  const way = await wayTo(tx, { empresaId, tipo: 'persona' }, q)
  return sql` and (strpos(c.numero, ${q}) > 0 or c.persona_id in (select p.id ${way.all}))`
}

async function fromCuentas(
  tx: Tx,
  { empresaId, ambiente }: Lugar,
  hoy: Fecha,
  { sentido, q, estado, antiguedad, persona_id: persona, tercero_clave: terceroClave }: Filtro,
): Promise<RawBuilder<unknown>> {
  const isIn = estado === 'TODAS' ? sql`` : estado === 'FAVOR' ? sql` and c.saldo < 0` : sql` and c.saldo <> 0 and c.saldo > 0`
  return sql` from cuenta c where c.empresa_id = ${empresaId} and c.ambiente = ${ambiente} and c.sentido = ${sentido}${isIn}${
    estado === 'VENCIDA' ? sql` and c.vence < ${hoy}::date` : sql``
  }${antiguedad === undefined ? sql`` : sql` and ${whenDue(hoy, antiguedad)}`}${
    persona === undefined ? sql`` : sql` and ${await isDePersona(tx, empresaId, 'c.persona_id', persona)}`
  }${terceroClave === undefined ? sql`` : sql` and c.tercero_clave = ${terceroClave}`}${await whose(tx, empresaId, q)}`
}

const SORTS: Readonly<Record<(typeof ORDENES_CUENTA)[number], string>> = {
  vence: 'c.vence',
  fecha: 'c.fecha',
  tercero_nombre: 'c.tercero_nombre',
  numero: 'c.numero',
  saldo: 'c.saldo',
}
const USUAL = 'vence,ASC'

/** @throws 422 for a sort field the list has not */
export async function searchCuentas(
  tx: Tx,
  lugar: Lugar,
  hoy: Fecha,
  { sort, page, size, ...filtro }: CuentaBusqueda,
): Promise<Listing<Cuenta>> {
  const order = orderBy(sort, SORTS, USUAL, 'c.id')
  const from = await fromCuentas(tx, lugar, hoy, filtro)
  const { rows } = await sql<Cuenta>`select ${COLUMNS(hoy)}${from} order by ${order} offset ${page * size} limit ${size}`.execute(tx)
  return listingOf(tx, { page, size }, rows, from)
}

export async function nextCuentas(
  tx: Tx,
  lugar: Lugar,
  hoy: Fecha,
  { sort, ...filtro }: Filtro & { sort?: string | undefined },
  desde: Desde | undefined,
): Promise<Tramo<Cuenta>> {
  const { column, way } = orderOf(sort, SORTS, USUAL)
  const keys = [column, 'c.id']
  const from = await fromCuentas(tx, lugar, hoy, filtro)
  const order = sql.join(keys.map((key) => sql`${sql.ref(key)} ${sql.raw(way)}`))
  const { rows } = await sql<Cuenta & { desde: Desde }>`
    select ${COLUMNS(hoy)}, ${asDesde(keys)}${from}${andAfter(keys, way, desde)} order by ${order} limit ${TRAMO}`.execute(tx)
  return tramoOf(rows)
}

export async function readCuenta(tx: Tx, { empresaId, ambiente }: Lugar, hoy: Fecha, id: string): Promise<Cuenta | undefined> {
  const { rows } = await sql<Cuenta>`
    select ${COLUMNS(hoy)} from cuenta c where c.empresa_id = ${empresaId} and c.ambiente = ${ambiente} and c.id = ${id}`.execute(tx)
  return rows[0]
}

export async function readResumen(
  tx: Tx,
  { empresaId, ambiente }: Lugar,
  hoy: Fecha,
  { sentido, persona_id: persona, q }: { sentido: SentidoCartera; persona_id?: string | undefined; q?: string | undefined },
): Promise<CarteraResumen> {
  const { rows } = await sql<CarteraResumen>`
    select ${SUMAS(hoy)}
      from cuenta c where c.empresa_id = ${empresaId} and c.ambiente = ${ambiente} and c.sentido = ${sentido} and c.saldo <> 0
       ${persona === undefined ? sql`` : sql`and ${await isDePersona(tx, empresaId, 'c.persona_id', persona)}`}${await whose(tx, empresaId, q)}`.execute(
    tx,
  )
  return rows[0]!
}

const DEUDOR_SORTS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(ORDENES_DEUDOR.map((orden) => [orden, `g.${orden}`])),
  ...Object.fromEntries(ANTIGUEDADES.map((edad) => [COLUMNA_EDAD[edad], `g.${edad}`])),
}
const DEUDOR_USUAL = 'saldo,DESC'
type Deudores = { sentido: SentidoCartera; q?: string | undefined }

/** Each person with an open account; the name is that of the last document. */
const fromDeudores = async (tx: Tx, { empresaId, ambiente }: Lugar, hoy: Fecha, { sentido, q }: Deudores) => sql` from (
    select (array_agg(c.persona_id order by c.fecha desc, c.id desc) filter (where c.persona_id is not null))[1] as persona_id, c.tercero_clave,
           (array_agg(c.tercero_nombre order by c.fecha desc, c.id desc))[1] as tercero_nombre, sum(c.saldo)::bigint as saldo, ${SUMAS(hoy)}
      from cuenta c where c.empresa_id = ${empresaId} and c.ambiente = ${ambiente} and c.sentido = ${sentido} and c.saldo <> 0${await whose(tx, empresaId, q)}
     group by c.tercero_clave) g where true`

/** Persons who owe, or are owed. @throws 422 for a sort field the list has not */
export async function searchDeudores(
  tx: Tx,
  lugar: Lugar,
  hoy: Fecha,
  { sort, page, size, ...cuales }: ListingQuery & Deudores,
): Promise<Listing<Deudor>> {
  const order = orderBy(sort, DEUDOR_SORTS, DEUDOR_USUAL, 'g.tercero_clave')
  const from = await fromDeudores(tx, lugar, hoy, cuales)
  const { rows } = await sql<Deudor>`select g.*${from} order by ${order} offset ${page * size} limit ${size}`.execute(tx)
  return listingOf(tx, { page, size }, rows, from)
}

export async function nextDeudores(
  tx: Tx,
  lugar: Lugar,
  hoy: Fecha,
  { sort, ...cuales }: Deudores & { sort?: string | undefined },
  desde: Desde | undefined,
): Promise<Tramo<Deudor>> {
  const { column, way } = orderOf(sort, DEUDOR_SORTS, DEUDOR_USUAL)
  const keys = [column, 'g.tercero_clave']
  const order = sql.join(keys.map((key) => sql`${sql.ref(key)} ${sql.raw(way)}`))
  const { rows } = await sql<Deudor & { desde: Desde }>`
    select g.*, ${asDesde(keys)}${await fromDeudores(tx, lugar, hoy, cuales)}${andAfter(keys, way, desde)} order by ${order} limit ${TRAMO}`.execute(
    tx,
  )
  return tramoOf(rows)
}

type Periodo = Omit<EstadoCuentaBusqueda, 'page' | 'size'>

/** The payment that wrote an entry. */
const PAGO = sql`case when a.concepto in ('PAGO', 'PAGO_REVERSADO', 'ANTICIPO') then a.origen_id end as pago_id`

/** Entries of a person on these days, each with the balance after it; the balance counts every entry. */
const estadoOf = async (tx: Tx, { empresaId, ambiente }: Lugar, { persona_id: persona, sentido, desde, hasta }: Periodo) => sql` from (
    select a.cuenta_id || ':' || a.n as id, a.fecha, a.concepto, a.referencia, ${PAGO}, c.tipo, c.numero, c.vence, a.valor, a.creado_en, a.cuenta_id, a.n,
           (sum(a.valor) over (order by a.fecha, a.creado_en, a.cuenta_id, a.n))::bigint as saldo
      from cuenta c join asiento a on a.empresa_id = c.empresa_id and a.cuenta_id = c.id
     where c.empresa_id = ${empresaId} and c.ambiente = ${ambiente} and c.sentido = ${sentido}
       and ${await isDePersona(tx, empresaId, 'c.persona_id', persona)}) e
   where ${desde === undefined ? sql`true` : sql`e.fecha >= ${desde}::date`}${hasta === undefined ? sql`` : sql` and e.fecha <= ${hasta}::date`}`
const ASIENTO = sql`e.id, e.fecha, e.concepto, e.referencia, e.pago_id, e.tipo, e.numero, e.vence, e.valor, e.saldo`
const KEYS = ['e.fecha', 'e.creado_en', 'e.cuenta_id', 'e.n']

/**
 * Entries of a person, the last one first. Only the accounts that moved last are read: each has an entry on its last day, so they fill the
 * page. The balance after an entry is today's balance less the later entries.
 */
export async function searchEstado(
  tx: Tx,
  { empresaId, ambiente }: Lugar,
  { page, size, ...periodo }: EstadoCuentaBusqueda,
): Promise<Listing<AsientoFila> & { saldos: SaldosEstado | null }> {
  const { persona_id: persona, sentido, desde, hasta } = periodo
  const upTo = (page + 1) * size
  const isSuya = await isDePersona(tx, empresaId, 'c.persona_id', persona)
  const own = sql`from cuenta c where c.empresa_id = ${empresaId} and c.ambiente = ${ambiente} and c.sentido = ${sentido} and ${isSuya}`
  const since = desde === undefined ? sql`` : sql` and c.ultimo_asiento >= ${desde}::date`
  const days = sql`${desde === undefined ? sql`` : sql` and a.fecha >= ${desde}::date`}${hasta === undefined ? sql`` : sql` and a.fecha <= ${hasta}::date`}`
  const entries = sql`from asiento a where a.empresa_id = ${empresaId} and a.cuenta_id = c.id`
  const later =
    hasta === undefined
      ? sql`0`
      : sql`(select coalesce(sum(a.valor), 0) from propia c cross join lateral (select a.valor ${entries} and a.fecha > ${hasta}::date offset 0) a
              where c.ultimo_asiento > ${hasta}::date)`
  const order = (alias: string) => sql.join(['fecha', 'creado_en', 'cuenta_id', 'n'].map((key) => sql`${sql.ref(`${alias}.${key}`)} desc`))
  const { rows } = await sql<AsientoFila>`
    with propia as materialized (select c.id, c.tipo, c.numero, c.vence, c.saldo, c.ultimo_asiento ${own}),
    piso as materialized (
      select coalesce((select c.ultimo_asiento from propia c where ${hasta === undefined ? sql`true` : sql`c.ultimo_asiento <= ${hasta}::date`}
                        order by c.ultimo_asiento desc offset ${upTo - 1} limit 1), '-infinity') as fecha),
    ultimas as (
      select a.*, ${PAGO}, c.tipo, c.numero, c.vence from propia c cross join lateral (select a.* ${entries} and a.fecha >= (select fecha from piso)${days} offset 0) a
       where c.ultimo_asiento >= (select fecha from piso)${since} order by ${order('a')} limit ${upTo})
    select e.cuenta_id || ':' || e.n as id, e.fecha, e.concepto, e.referencia, e.pago_id, e.tipo, e.numero, e.vence, e.valor,
           ((select coalesce(sum(c.saldo), 0) from propia c) - ${later}
             - coalesce(sum(e.valor) over (order by ${order('e')} rows between unbounded preceding and 1 preceding), 0))::bigint as saldo
      from ultimas e order by ${order('e')} offset ${page * size} limit ${size}`.execute(tx)
  // Accounts store their number of entries; for a range of days the entries are counted.
  const all =
    desde === undefined && hasta === undefined
      ? sql`from (select c.asientos ${own}) c cross join generate_series(1, c.asientos)`
      : sql`from (select c.id ${own}${since}) c cross join lateral (select a.n ${entries}${days} offset 0) a`
  const listing = await listingOf(tx, { page, size }, rows, all)
  const isWhole = desde === undefined && hasta === undefined
  return { ...listing, saldos: isWhole ? null : await readSaldosEstado(tx, { empresaId, ambiente }, periodo) }
}

/** An account without entries since the first day had today's balance then: only the entries of the other accounts are added up. */
export async function readSaldosEstado(
  tx: Tx,
  { empresaId, ambiente }: Lugar,
  { persona_id: persona, sentido, desde, hasta }: Periodo,
): Promise<SaldosEstado> {
  const since = sql`${desde ?? '-infinity'}::date`
  const inDays = sql`a.fecha <= ${hasta ?? 'infinity'}::date`
  const { rows } = await sql<SaldosEstado>`
    with propia as materialized (
      select c.id, c.saldo, c.ultimo_asiento from cuenta c
       where c.empresa_id = ${empresaId} and c.ambiente = ${ambiente} and c.sentido = ${sentido}
         and ${await isDePersona(tx, empresaId, 'c.persona_id', persona)}),
    movida as materialized (
      select a.fecha, a.valor from propia c cross join lateral (
        select a.fecha, a.valor from asiento a where a.empresa_id = ${empresaId} and a.cuenta_id = c.id and a.fecha >= ${since} offset 0) a
       where c.ultimo_asiento >= ${since}),
    suma as (
      select (select coalesce(sum(c.saldo), 0) from propia c) - coalesce(sum(a.valor), 0) as inicial,
             coalesce(sum(a.valor) filter (where a.valor > 0 and ${inDays}), 0) as cargos,
             coalesce(-sum(a.valor) filter (where a.valor < 0 and ${inDays}), 0) as abonos
        from movida a)
    select inicial::bigint, cargos::bigint, abonos::bigint, (inicial + cargos - abonos)::bigint as final from suma`.execute(tx)
  return rows[0]!
}

/** Entries of a person after `desde`, the oldest first, as a statement is read. */
export async function nextEstado(tx: Tx, lugar: Lugar, periodo: Periodo, desde: Desde | undefined): Promise<Tramo<AsientoFila>> {
  const order = sql.join(KEYS.map((key) => sql.ref(key)))
  const { rows } = await sql<AsientoFila & { desde: Desde }>`
    select ${ASIENTO}, ${asDesde(KEYS)}${await estadoOf(tx, lugar, periodo)}${andAfter(KEYS, 'asc', desde)} order by ${order} limit ${TRAMO}`.execute(
    tx,
  )
  return tramoOf(rows)
}

export interface PersonaLeida {
  id: string
  tipo_identificacion: string
  identificacion: string
  razon_social: string
  correos: string[]
}

/** A person; for a merged record, the record that stayed. */
export async function readPersona(tx: Tx, empresaId: EmpresaId, id: string): Promise<PersonaLeida | undefined> {
  const { rows } = await sql<PersonaLeida>`
    select v.id, v.tipo_identificacion, v.identificacion, v.razon_social, v.correos
      from persona p join persona v on v.empresa_id = p.empresa_id and v.id = coalesce(p.unida_a, p.id)
     where p.empresa_id = ${empresaId} and p.id = ${id}::uuid`.execute(tx)
  return rows[0]
}

/** Two transactions that bring in the same balance, or number receipts of one kind, wait here for each other. */
export async function lockNombre(tx: Tx, { empresaId, ambiente }: Lugar, nombre: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`cartera|${empresaId}|${ambiente}|${nombre}`}, 0))`.execute(tx)
}

/** Names of the company's users by id. */
export async function readNombres(tx: Tx): Promise<Map<string, string>> {
  const { rows } = await sql<{
    id: string
    nombre: string
  }>`select id, trim(name || ' ' || surname) as nombre from usuarios_de_empresa()`.execute(tx)
  return new Map(rows.map(({ id, nombre }) => [id, nombre]))
}
