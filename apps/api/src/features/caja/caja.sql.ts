import { ORDENES_CAJA, type CajaBusqueda, type CajaFila, type ContextoCaja, type DineroCaja, type Listing } from '@yupana/contract'
import { startOf, ZONA_HORARIA, type ConteoCaja, type Fecha, type MedioCaja, type Monto } from '@yupana/fiscal'
import { sql, type RawBuilder } from 'kysely'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Ambiente } from '../../db/schema.ts'
import { isPuntoDe } from '../../db/punto-suyo.sql.ts'
import { andAfter, asDesde } from '../../db/tramo.sql.ts'
import type { Tx } from '../../db/transaction.ts'
import { TRAMO, tramoOf, type Desde, type Tramo } from '../../http/exportacion.ts'
import { listingOf, orderBy, orderOf } from '../busqueda/busqueda.door.ts'
import { NUMERO } from './origen.sql.ts'

/** The tills to read: all of the company, or those of one user. */
export interface Ambito {
  empresaId: EmpresaId
  ambiente: Ambiente
  soloDe: string | undefined
}

const EFECTIVO = sql`(select coalesce(sum(x.valor), 0)::bigint from caja_dinero(c.empresa_id, c.id) x where x.medio = 'EFECTIVO')`
const GENTE = sql`with gente as materialized (select u.id, trim(u.name || ' ' || u.surname) as nombre from usuarios_de_empresa() u)`
const nombreDe = (id: RawBuilder<unknown>) => sql`(select g.nombre from gente g where g.id = ${id})`
const COLUMNS = sql`c.id, ${NUMERO} as numero, c.usuario_id, ${nombreDe(sql`c.usuario_id`)} as cajero, c.establecimiento || '-' || c.punto as punto,
  c.abierta_en, c.cerrada_en, ${nombreDe(sql`c.cerrada_por`)} as cerrada_por, c.apertura, coalesce(c.esperado, c.apertura + ${EFECTIVO})::bigint as esperado,
  c.contado, c.contado - c.esperado as diferencia, c.nota`

type Filtro = Omit<CajaBusqueda, 'page' | 'size' | 'sort'>

const ESTADO = {
  ABIERTA: sql` and c.cerrada_en is null`,
  CERRADA: sql` and c.cerrada_en is not null`,
  DIFERENCIA: sql` and c.contado <> c.esperado`,
} as const

const dentro = ({ empresaId, ambiente, soloDe }: Ambito) =>
  sql`c.empresa_id = ${empresaId} and c.ambiente = ${ambiente}${soloDe === undefined ? sql`` : sql` and c.usuario_id = ${soloDe}::uuid`}`

const fromCajas = (ambito: Ambito, { estado, usuario_id: usuario, desde, hasta }: Filtro) =>
  sql` from caja c where ${dentro(ambito)}${estado === undefined ? sql`` : ESTADO[estado]}${
    usuario === undefined ? sql`` : sql` and c.usuario_id = ${usuario}::uuid`
  }${desde === undefined ? sql`` : sql` and c.abierta_en >= ${startOf(desde)}`}${
    hasta === undefined ? sql`` : sql` and c.abierta_en < ((${hasta}::date + 1)::timestamp at time zone ${ZONA_HORARIA})`
  }`

const SORTS: Readonly<Record<(typeof ORDENES_CAJA)[number], string>> = { abierta_en: 'c.abierta_en', numero: 'c.numero' }
const USUAL = 'abierta_en,DESC'

/** @throws 422 for a sort field the list has not */
export async function searchCajas(tx: Tx, ambito: Ambito, { sort, page, size, ...filtro }: CajaBusqueda): Promise<Listing<CajaFila>> {
  const order = orderBy(sort, SORTS, USUAL, 'c.id')
  const from = fromCajas(ambito, filtro)
  const { rows } = await sql<CajaFila>`${GENTE} select ${COLUMNS}${from} order by ${order} offset ${page * size} limit ${size}`.execute(tx)
  return listingOf(tx, { page, size }, rows, from)
}

export async function nextCajas(
  tx: Tx,
  ambito: Ambito,
  { sort, ...filtro }: Filtro & { sort?: string | undefined },
  desde: Desde | undefined,
): Promise<Tramo<CajaFila>> {
  const { column, way } = orderOf(sort, SORTS, USUAL)
  const keys = [column, 'c.id']
  const order = sql.join(keys.map((key) => sql`${sql.ref(key)} ${sql.raw(way)}`))
  const { rows } = await sql<CajaFila & { desde: Desde }>`
    ${GENTE} select ${COLUMNS}, ${asDesde(keys)}${fromCajas(ambito, filtro)}${andAfter(keys, way, desde)} order by ${order} limit ${TRAMO}`.execute(
    tx,
  )
  return tramoOf(rows)
}

export type CajaLeida = CajaFila & { conteo: ConteoCaja[] | null }

export async function readCaja(tx: Tx, ambito: Ambito, id: string): Promise<CajaLeida | undefined> {
  const { rows } = await sql<CajaLeida>`${GENTE} select ${COLUMNS}, c.conteo from caja c where ${dentro(ambito)} and c.id = ${id}`.execute(
    tx,
  )
  return rows[0]
}

/** The open till of a user. */
export async function readAbierta(tx: Tx, { empresaId, ambiente }: Ambito, usuarioId: string): Promise<CajaFila | undefined> {
  const ambito = { empresaId, ambiente, soloDe: usuarioId }
  const { rows } = await sql<CajaFila>`${GENTE} select ${COLUMNS} from caja c where ${dentro(ambito)} and c.cerrada_en is null`.execute(tx)
  return rows[0]
}

/** Locks a till until the end of this transaction: no money is written into it meanwhile. */
export async function lockCaja(tx: Tx, ambito: Ambito, id: string): Promise<boolean> {
  const { rows } = await sql`select c.id from caja c where ${dentro(ambito)} and c.id = ${id} for update`.execute(tx)
  return rows.length === 1
}

export interface MedioSumado {
  medio: MedioCaja
  entradas: Monto
  salidas: Monto
}

/** Money in and out by each means. */
export async function sumMedios(tx: Tx, empresaId: EmpresaId, id: string): Promise<MedioSumado[]> {
  const { rows } = await sql<MedioSumado>`
    select x.medio, coalesce(sum(x.valor) filter (where x.valor > 0), 0)::bigint as entradas, coalesce(-sum(x.valor) filter (where x.valor < 0), 0)::bigint as salidas
      from caja_dinero(${empresaId}, ${id}) x group by x.medio`.execute(tx)
  return rows
}

const DINERO = (empresaId: EmpresaId, id: string, medio: MedioCaja | undefined) => sql`
  from caja_dinero(${empresaId}, ${id}) x where ${medio === undefined ? sql`true` : sql`x.medio = ${medio}`}`
const DINERO_COLUMNS = sql`x.origen_id || ':' || x.signo || ':' || x.n || ':' || x.en as id, x.en, x.origen, x.origen_id, x.medio, x.valor, x.signo < 0 as devuelto,
  d.tipo, coalesce(d.establecimiento || '-' || d.punto || '-' || lpad(d.secuencial::text, 9, '0'),
                   case g.sentido when 'COBRAR' then 'RC-' when 'PAGAR' then 'CP-' end || lpad(g.numero::text, 6, '0')) as numero,
  coalesce(d.receptor_nombre, g.tercero_nombre, m.motivo, '') as detalle`
const DE_QUIEN = (empresaId: EmpresaId) => sql`
  left join documento d on x.origen = 'DOCUMENTO' and d.empresa_id = ${empresaId} and d.id = x.origen_id
  left join pago g on x.origen = 'PAGO' and g.empresa_id = ${empresaId} and g.id = x.origen_id
  left join caja_movimiento m on x.origen = 'MOVIMIENTO' and m.empresa_id = ${empresaId} and m.id = x.origen_id`

/** The money of a till, the last first. */
export async function searchDinero(
  tx: Tx,
  empresaId: EmpresaId,
  id: string,
  { medio, page, size }: { medio?: MedioCaja | undefined; page: number; size: number },
): Promise<Listing<DineroCaja>> {
  const from = DINERO(empresaId, id, medio)
  const { rows } = await sql<DineroCaja>`
    with x as (select x.* ${from} order by x.en desc, x.origen_id, x.signo, x.n offset ${page * size} limit ${size})
    select ${DINERO_COLUMNS} from x ${DE_QUIEN(empresaId)} order by x.en desc, x.origen_id, x.signo, x.n`.execute(tx)
  return listingOf(tx, { page, size }, rows, from)
}

/** Movements by hand, in their order; at most `limite`. */
export const listMovimientos = (tx: Tx, empresaId: EmpresaId, id: string, limite: number) =>
  tx
    .selectFrom('caja_movimiento')
    .select(['tipo', 'valor', 'motivo', 'creado_en'])
    .where('empresa_id', '=', empresaId)
    .where('caja_id', '=', id)
    .orderBy('creado_en')
    .orderBy('id')
    .limit(limite)
    .execute()

/** Points where a user may issue: all, or his own. */
export async function listPuntos(tx: Tx, empresaId: EmpresaId, usuarioId: string): Promise<string[]> {
  const { rows } = await sql<{ punto: string }>`
    select p.establecimiento || '-' || p.codigo as punto from punto_emision p join establecimiento e on e.empresa_id = p.empresa_id and e.codigo = p.establecimiento
     where p.empresa_id = ${empresaId} and p.activo and e.activo
       and ${isPuntoDe(usuarioId)}
     order by 1`.execute(tx)
  return rows.map(({ punto }) => punto)
}

/** Users who have or had a till. */
export async function listCajeros(tx: Tx, { empresaId, ambiente }: Ambito): Promise<ContextoCaja['cajeros']> {
  const { rows } = await sql<ContextoCaja['cajeros'][number]>`
    select u.id, trim(u.name || ' ' || u.surname) as nombre from usuarios_de_empresa() u
     where exists (select 1 from caja c where c.empresa_id = ${empresaId} and c.ambiente = ${ambiente} and c.usuario_id = u.id)`.execute(tx)
  return rows
}

/** Cash that a user took on a day outside any till, and cash of a till that he returned outside one. */
export async function sumSinCaja(
  tx: Tx,
  { empresaId, ambiente }: Ambito,
  usuarioId: string,
  hoy: Fecha,
): Promise<ContextoCaja['sin_caja']> {
  const isNowhere = (id: RawBuilder<unknown>) =>
    sql`not exists (select 1 from caja_origen o where o.empresa_id = ${empresaId} and o.origen_id = ${id} and o.signo = 1)`
  const { rows } = await sql<Pick<ContextoCaja['sin_caja'], 'cobros' | 'valor'>>`
    select count(*)::int as cobros, coalesce(sum(x.valor), 0)::bigint as valor from (
      select sum(p.total) as valor from documento d join documento_pago p on p.empresa_id = d.empresa_id and p.documento_id = d.id and p.version = d.version
       where d.empresa_id = ${empresaId} and d.ambiente = ${ambiente} and d.fecha_emision = ${hoy}::date and d.vendedor_id = ${usuarioId}::uuid
         and d.tipo in ('01', '05') and d.registro = '' and d.estado not in ('ANULADO', 'CERRADO') and p.forma_pago = '01' and coalesce(p.plazo, 0) <= 0
         and p.total > 0 and ${isNowhere(sql`d.id`)} group by d.id
      union all
      select sum((m ->> 'valor')::bigint) from pago g cross join jsonb_array_elements(g.metodos) m
       where g.empresa_id = ${empresaId} and g.ambiente = ${ambiente} and g.sentido = 'COBRAR' and g.fecha = ${hoy}::date and g.usuario_id = ${usuarioId}::uuid
         and g.estado = 'REGISTRADO' and g.total > 0 and m ->> 'metodo' = 'EFECTIVO' and ${isNowhere(sql`g.id`)} group by g.id) x`.execute(
    tx,
  )
  const vueltas = await sql<Pick<ContextoCaja['sin_caja'], 'reversos' | 'devuelto'>>`
    select count(distinct g.id)::int as reversos, coalesce(sum((m ->> 'valor')::bigint), 0)::bigint as devuelto
      from pago g join caja_origen o on o.empresa_id = g.empresa_id and o.origen_id = g.id and o.origen = 'PAGO' and o.signo = 1
     cross join jsonb_array_elements(g.metodos) m
     where g.empresa_id = ${empresaId} and g.ambiente = ${ambiente} and g.reversado_por = ${usuarioId}::uuid and g.reversado_en >= ${startOf(hoy)}
       and g.sentido = 'COBRAR' and g.total > 0 and m ->> 'metodo' = 'EFECTIVO'
       and not exists (select 1 from caja_origen v where v.empresa_id = g.empresa_id and v.origen_id = g.id and v.signo = -1)`.execute(tx)
  return { ...rows[0]!, ...vueltas.rows[0]! }
}

/** Openings of tills wait here for each other: a user has one open till, and each till has its number. */
export async function lockApertura(tx: Tx, { empresaId, ambiente }: Ambito): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`caja|${empresaId}|${ambiente}`}, 0))`.execute(tx)
}

export interface CajaNueva {
  id: string
  usuario_id: string
  establecimiento: string | null
  punto: string | null
  apertura: Monto
  abierta_en: Date
}

/** Opens a till. The caller holds `lockApertura`. */
export async function insertCaja(tx: Tx, { empresaId, ambiente }: Ambito, nueva: CajaNueva): Promise<void> {
  await sql`
    insert into caja (empresa_id, id, ambiente, numero, usuario_id, establecimiento, punto, apertura, abierta_en)
    select ${empresaId}::uuid, ${nueva.id}::uuid, ${ambiente}, coalesce(max(c.numero), 0) + 1, ${nueva.usuario_id}::uuid, ${nueva.establecimiento}, ${nueva.punto},
           ${nueva.apertura}::bigint, ${nueva.abierta_en}::timestamptz
      from caja c where c.empresa_id = ${empresaId} and c.ambiente = ${ambiente}`.execute(tx)
}

export interface MovimientoNuevo {
  caja_id: string
  id: string
  tipo: 'INGRESO' | 'EGRESO'
  valor: Monto
  motivo: string
  usuario_id: string
  creado_en: Date
}

export const insertMovimiento = (tx: Tx, empresaId: EmpresaId, nuevo: MovimientoNuevo) =>
  tx
    .insertInto('caja_movimiento')
    .values({ empresa_id: empresaId, ...nuevo })
    .execute()

export interface Cierre {
  cerrada_en: Date
  cerrada_por: string
  esperado: Monto
  contado: Monto
  conteo: readonly ConteoCaja[] | undefined
  nota: string | null
}

export const updateCierre = (tx: Tx, empresaId: EmpresaId, id: string, { conteo, ...cierre }: Cierre) =>
  tx
    .updateTable('caja')
    .set({ ...cierre, conteo: conteo ? JSON.stringify(conteo) : null })
    .where('empresa_id', '=', empresaId)
    .where('id', '=', id)
    .execute()
