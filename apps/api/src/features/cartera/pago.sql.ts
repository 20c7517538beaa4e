import { ORDENES_PAGO, type Listing, type Pago, type PagoBusqueda, type PagoFila } from '@yupana/contract'
import type { Monto, SentidoCartera } from '@yupana/fiscal'
import { sql, type RawBuilder } from 'kysely'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { MetodoGuardado } from '../../db/schema-cartera.ts'
import type { Ambiente } from '../../db/schema.ts'
import { andAfter, asDesde } from '../../db/tramo.sql.ts'
import type { Tx } from '../../db/transaction.ts'
import { TRAMO, tramoOf, type Desde, type Tramo } from '../../http/exportacion.ts'
import { listingOf, orderBy, orderOf, wayTo } from '../busqueda/busqueda.door.ts'
import { isDePersona, withUnidas } from '../persona/persona.door.ts'
import type { Cambio, Lugar } from './libro.sql.ts'

export interface PagoNuevo {
  id: string
  sentido: SentidoCartera
  fecha: string
  persona_id: string | null
  tercero_nombre: string
  tercero_identificacion: string
  total: Monto
  anticipo: Monto
  metodos: readonly MetodoGuardado[]
  observacion: string | null
  usuario_id: string
  creado_en: Date
}

/** The next number of receipts of a kind. The caller holds `lockNombre`. */
export async function nextNumero(tx: Tx, { empresaId, ambiente }: Lugar, sentido: SentidoCartera): Promise<number> {
  const { rows } = await sql<{ numero: number }>`
    select coalesce(max(numero), 0) + 1 as numero from pago where empresa_id = ${empresaId} and ambiente = ${ambiente} and sentido = ${sentido}`.execute(
    tx,
  )
  return rows[0]!.numero
}

export async function insertPago(tx: Tx, { empresaId, ambiente }: Lugar, numero: number, { metodos, ...pago }: PagoNuevo): Promise<void> {
  await tx
    .insertInto('pago')
    .values({ empresa_id: empresaId, ambiente, numero, ...pago, metodos: JSON.stringify(metodos) })
    .execute()
}

const NUMERO = sql`case p.sentido when 'COBRAR' then 'RC-' else 'CP-' end || lpad(p.numero::text, 6, '0')`
const COLUMNS = sql`p.id, p.sentido, ${NUMERO} as numero, p.estado, p.fecha, p.persona_id, p.tercero_nombre, p.tercero_identificacion, p.total, p.anticipo,
  p.metodos, p.creado_en`

type PagoLeido = Omit<Pago, 'usuario' | 'reversado_por' | 'correos' | 'caja' | 'caja_reverso'> & {
  usuario_id: string
  reversado_por: string | null
}

/** A payment with its applications, which stay when it is reversed. */
export async function readPago(tx: Tx, { empresaId, ambiente }: Lugar, id: string): Promise<PagoLeido | undefined> {
  const { rows } = await sql<PagoLeido>`
    select ${COLUMNS}, p.observacion, p.usuario_id, p.motivo_reverso, p.reversado_en, p.reversado_por,
           (select coalesce(json_agg(json_build_object('cuenta_id', c.id, 'origen', c.origen, 'origen_id', c.origen_id, 'tipo', c.tipo, 'numero', c.numero, 'cuota', c.cuota, 'valor', -a.valor, 'saldo', a.saldo)
                     order by c.vence, c.id), '[]')
              from asiento a join cuenta c on c.empresa_id = a.empresa_id and c.id = a.cuenta_id
             where a.empresa_id = p.empresa_id and a.origen_id = p.id and a.concepto = 'PAGO') as aplicaciones,
           (select -c.saldo from cuenta c where c.empresa_id = p.empresa_id and c.origen_id = p.id and c.origen = 'ANTICIPO') as anticipo_queda
      from pago p where p.empresa_id = ${empresaId} and p.ambiente = ${ambiente} and p.id = ${id}`.execute(tx)
  return rows[0]
}

/** The environment of a payment; undefined for a payment of another company. */
export async function ambienteOfPago(tx: Tx, empresaId: EmpresaId, id: string): Promise<Ambiente | undefined> {
  const row = await tx.selectFrom('pago').select('ambiente').where('empresa_id', '=', empresaId).where('id', '=', id).executeTakeFirst()
  return row?.ambiente
}

/** Locks a payment until the end of this transaction. */
export const lockPago = (tx: Tx, { empresaId, ambiente }: Lugar, id: string) =>
  tx
    .selectFrom('pago')
    .select(['sentido', 'estado', 'anticipo'])
    .where('empresa_id', '=', empresaId)
    .where('ambiente', '=', ambiente)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export async function setReversado(
  tx: Tx,
  empresaId: EmpresaId,
  id: string,
  { motivo, usuarioId, en }: { motivo: string; usuarioId: string; en: Date },
): Promise<void> {
  await tx
    .updateTable('pago')
    .set({ estado: 'REVERSADO', motivo_reverso: motivo, reversado_en: en, reversado_por: usuarioId })
    .where('empresa_id', '=', empresaId)
    .where('id', '=', id)
    .execute()
}

/** The entries of a payment by account, its advance included. */
export async function cambiosOf(tx: Tx, empresaId: EmpresaId, pagoId: string): Promise<Cambio[]> {
  const { rows } = await sql<Cambio>`
    select cuenta_id as "cuentaId", valor from asiento where empresa_id = ${empresaId} and origen_id = ${pagoId} and suceso = 'PAGO'`.execute(
    tx,
  )
  return rows
}

/** Locks the payer before the accounts, as every document does: a union of two records comes wholly before or after this payment. */
export async function lockPersonas(tx: Tx, empresaId: EmpresaId, persona: string | undefined, cuentas: readonly string[]): Promise<void> {
  await sql`
    select p.id from persona p
     where p.empresa_id = ${empresaId} and (p.id = ${persona ?? null}::uuid or p.id in (
       select c.persona_id from cuenta c where c.empresa_id = ${empresaId} and c.id = any(${cuentas}::uuid[])))
     order by p.id for key share`.execute(tx)
}

const SORTS: Readonly<Record<(typeof ORDENES_PAGO)[number], string>> = {
  fecha: 'p.fecha',
  numero: 'p.numero',
  tercero_nombre: 'p.tercero_nombre',
  total: 'p.total',
}

type Filtro = Omit<PagoBusqueda, 'page' | 'size' | 'sort'>

async function fromPagos(
  tx: Tx,
  { empresaId, ambiente }: Lugar,
  { sentido, q, persona_id: persona, cuenta_id: cuenta, desde, hasta }: Filtro,
): Promise<RawBuilder<unknown>> {
  const way = q ? await wayTo(tx, { empresaId, tipo: 'persona' }, q) : undefined
  return sql` from pago p where p.empresa_id = ${empresaId} and p.ambiente = ${ambiente} and p.sentido = ${sentido}${
    way && q
      ? sql` and (strpos(${NUMERO}, ${q.toUpperCase()}) > 0 or p.persona_id in (${withUnidas(empresaId, sql`select p.id ${way.all}`)}))`
      : sql``
  }${persona === undefined ? sql`` : sql` and ${await isDePersona(tx, empresaId, 'p.persona_id', persona)}`}${
    cuenta === undefined
      ? sql``
      : sql` and p.id in (select a.origen_id from asiento a where a.empresa_id = ${empresaId} and a.cuenta_id = ${cuenta}::uuid)`
  }${desde === undefined ? sql`` : sql` and p.fecha >= ${desde}::date`}${hasta === undefined ? sql`` : sql` and p.fecha <= ${hasta}::date`}`
}

const USUAL = 'fecha,DESC'

/** @throws 422 for a sort field the list has not */
export async function searchPagos(tx: Tx, lugar: Lugar, { sort, page, size, ...filtro }: PagoBusqueda): Promise<Listing<PagoFila>> {
  const order = orderBy(sort, SORTS, USUAL, 'p.numero')
  const from = await fromPagos(tx, lugar, filtro)
  const { rows } = await sql<PagoFila>`select ${COLUMNS}${from} order by ${order} offset ${page * size} limit ${size}`.execute(tx)
  return listingOf(tx, { page, size }, rows, from)
}

export async function nextPagos(
  tx: Tx,
  lugar: Lugar,
  { sort, ...filtro }: Filtro & { sort?: string | undefined },
  desde: Desde | undefined,
): Promise<Tramo<PagoFila>> {
  const { column, way } = orderOf(sort, SORTS, USUAL)
  const keys = [column, 'p.numero']
  const from = await fromPagos(tx, lugar, filtro)
  const order = sql.join(keys.map((key) => sql`${sql.ref(key)} ${sql.raw(way)}`))
  const { rows } = await sql<PagoFila & { desde: Desde }>`
    select ${COLUMNS}, ${asDesde(keys)}${from}${andAfter(keys, way, desde)} order by ${order} limit ${TRAMO}`.execute(tx)
  return tramoOf(rows)
}
