import type { Listing, ORDENES_PERSONA, Persona, PersonaBusqueda } from '@yupana/contract'
import { TIPO_IDENTIFICACION } from '@yupana/fiscal'
import { sql } from 'kysely'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'
import { wayTo } from '../busqueda/busqueda.door.ts'
import type { Desde, Tramo } from '../../http/exportacion.ts'
import { isEqual, nextRows, searchRows, type Tabla } from '../catalogo/catalogo.door.ts'
import { withUnidas } from './persona-vigente.sql.ts'

export const PERSONA: Tabla<Persona> = {
  tipo: 'persona',
  columns: [
    'id',
    'tipo_identificacion',
    'identificacion',
    'razon_social',
    'nombre_comercial',
    'roles',
    'correos',
    'telefonos',
    'direccion',
    'direcciones',
    'dias_credito',
    'limite_credito',
    'lista_precios',
    'activo',
    'version',
    'creada_en',
    'editada_en',
    'unida_a',
  ],
  fechas: ['creada_en', 'editada_en'],
  partes: [
    { tabla: 'recordatorio', columna: 'persona_id', como: 'se va' },
    { tabla: 'recordatorio_exento', columna: 'persona_id', como: 'se va' },
    { tabla: 'persona_condicion', columna: 'persona_id', como: 'se va' },
    { tabla: 'cotizacion', columna: 'persona_id', como: 'deja de nombrar' },
  ],
}

/** The stored columns of a person; the order key follows the name. */
export type PersonaRow = Omit<Persona, 'id' | 'version' | 'creada_en' | 'editada_en' | 'unida_a' | 'direcciones'> & {
  orden: string
  /** Addresses as JSON. */
  direcciones: string
  /** Identifications and names of the records merged into this one. */
  tambien: string[] | null
}

const DIGITS_OF_CEDULA = 10

const nombreDeTodas = (empresaId: EmpresaId) => `persona|${empresaId}`

/** Waits for other transactions that create or renumber a person with the same cédula or RUC, and for a sheet of people. */
export async function lockIdentificacion(tx: Tx, empresaId: EmpresaId, identificacion: string): Promise<void> {
  const name = `persona|${empresaId}|${identificacion.slice(0, DIGITS_OF_CEDULA)}`
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${nombreDeTodas(empresaId)}, 0))`.execute(tx)
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}

/** Keeps others from creating or renumbering any person until the end of this transaction: one lock for fifty thousand people. */
export async function lockTodas(tx: Tx, empresaId: EmpresaId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${nombreDeTodas(empresaId)}, 0))`.execute(tx)
}

interface Identificacion {
  tipo_identificacion: string
  identificacion: string
}

/**
 * The person other than `except` with this identification; a cédula and the RUC built on it are the same person (O-62).
 * For a merged record (`ficha`) the answer is the one that stayed.
 */
export async function findByIdentificacion(
  tx: Tx,
  empresaId: EmpresaId,
  { tipo_identificacion: tipo, identificacion }: Identificacion,
  except?: string,
): Promise<{ id: string; ficha: string; identificacion: string } | undefined> {
  // Ten digits and any digits after: «:» comes after «9».
  const [from, to] = isEcuadorian(tipo)
    ? [identificacion.slice(0, DIGITS_OF_CEDULA), `${identificacion.slice(0, DIGITS_OF_CEDULA)}:`]
    : [identificacion, `${identificacion}\u{1}`]
  const { rows } = await sql<{ id: string; ficha: string; identificacion: string }>`
    select coalesce(unida_a, id) as id, id as ficha, identificacion from persona
     where empresa_id = ${empresaId} and identificacion >= ${from} and identificacion < ${to} and id is distinct from ${except ?? null}::uuid
       and (identificacion = ${identificacion} or tipo_identificacion in ('04', '05'))
     order by identificacion <> ${identificacion}, identificacion limit 1`.execute(tx)
  return rows[0]
}

/** The name of the sender of received documents with this cédula or RUC, as in the latest one. */
export async function findEmisor(tx: Tx, empresaId: EmpresaId, { tipo_identificacion: tipo, identificacion }: Identificacion) {
  if (!isEcuadorian(tipo)) return undefined
  const { rows } = await sql<{ nombre: string }>`
    select emisor_nombre as nombre from recibido
     where empresa_id = ${empresaId} and left(emisor_ruc, ${sql.lit(DIGITS_OF_CEDULA)}) = ${identificacion.slice(0, DIGITS_OF_CEDULA)}
     order by fecha_emision desc limit 1`.execute(tx)
  return rows[0]?.nombre
}

const isEcuadorian = (tipo: string) => tipo === TIPO_IDENTIFICACION.CEDULA || tipo === TIPO_IDENTIFICACION.RUC

/** Key of a person: a cédula and the RUC built on it share one (O-62). */
export const personaKeyOf = ({ tipo_identificacion: tipo, identificacion }: Identificacion): string =>
  isEcuadorian(tipo) ? identificacion.slice(0, DIGITS_OF_CEDULA) : identificacion

export interface Tomada {
  identificacion: string
  /** The record that stayed, where this one was merged; null where it was not. */
  unida: string | null
}

/** Which of these people exist by the rule of `findByIdentificacion`; by key, with the stored identification. */
export async function findTomadas(tx: Tx, empresaId: EmpresaId, personas: readonly Identificacion[]): Promise<Map<string, Tomada>> {
  const personaKeys = personas.map(personaKeyOf)
  const { rows } = await sql<Tomada & { llave: string }>`
    select n.llave, p.identificacion,
           (select v.razon_social || ' (' || v.identificacion || ')' from persona v where v.empresa_id = ${empresaId} and v.id = p.unida_a) as unida
      from unnest(${personaKeys}::text[], ${personas.map(({ identificacion }) => identificacion)}::text[],
                  ${personas.map(({ tipo_identificacion: tipo }) => isEcuadorian(tipo))}::boolean[]) as n (llave, identificacion, ecuatoriana)
     cross join lateral (
       select p.identificacion, p.unida_a from persona p
        where p.empresa_id = ${empresaId} and p.identificacion >= n.llave collate "C" and p.identificacion < (n.llave || case when n.ecuatoriana then ':' else chr(1) end) collate "C"
          and (p.identificacion = n.identificacion or p.tipo_identificacion in ('04', '05'))
        order by p.identificacion <> n.identificacion, p.identificacion limit 1
     ) p`.execute(tx)
  return new Map(rows.map(({ llave, ...tomada }) => [llave, tomada]))
}

export async function insertPersonas(
  tx: Tx,
  empresaId: EmpresaId,
  rows: readonly (PersonaRow & { id: string })[],
  en: Date,
): Promise<void> {
  await tx
    .insertInto('persona')
    .values(rows.map((row) => ({ ...row, empresa_id: empresaId, creada_en: en, editada_en: en })))
    .execute()
}

/** References that keep a person from being deleted, in the words of the message. */
const NOMBRAN = [
  ['compra', 'compras'],
  ['retencion_recibida', 'retenciones recibidas'],
  ['pago', 'cobros o pagos'],
  ['cuenta', 'cuentas por cobrar o por pagar'],
] as const

/** A reference that keeps a person from being deleted; environments are listed because the index of documents begins with them. */
export async function findConsta(tx: Tx, empresaId: EmpresaId, id: string): Promise<string | undefined> {
  const emitted = await tx
    .selectFrom('documento')
    .select('id')
    .where('empresa_id', '=', empresaId)
    .where('ambiente', 'in', ['SIMULADOR', 'PRUEBAS', 'PRODUCCION'])
    .where('persona_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  if (emitted) return 'documentos emitidos'
  for (const [tabla, donde] of NOMBRAN) {
    const found = await tx
      .selectFrom(tabla)
      .select('persona_id')
      .where('empresa_id', '=', empresaId)
      .where('persona_id', '=', id)
      .limit(1)
      .executeTakeFirst()
    if (found) return donde
  }
  return undefined
}

/** Sort fields of the list, each with its column. */
const SORTS: Readonly<Record<(typeof ORDENES_PERSONA)[number], string>> = {
  razon_social: 'p.orden',
  identificacion: 'p.identificacion',
  creada_en: 'p.creada_en',
}

type Filtro = Omit<PersonaBusqueda, 'page' | 'size'>

const busquedaOf = ({ rol, activo }: Filtro) => ({
  sorts: SORTS,
  usual: 'razon_social,ASC',
  filters: [sql` and p.unida_a is null`, rol ? sql` and ${rol} = any(p.roles)` : sql``, isEqual('activo', activo)],
})

export const searchPersonas = (tx: Tx, empresaId: EmpresaId, query: PersonaBusqueda): Promise<Listing<Persona>> =>
  searchRows(tx, PERSONA, empresaId, query, busquedaOf(query))

export const nextPersonas = (tx: Tx, empresaId: EmpresaId, filtro: Filtro, desde: Desde | undefined): Promise<Tramo<Persona>> =>
  nextRows(tx, PERSONA, empresaId, filtro, busquedaOf(filtro), desde)

/** Ids found by words, in no order, with the records merged into each. */
export async function findIds(tx: Tx, empresaId: EmpresaId, q: string, limit: number): Promise<string[]> {
  const way = await wayTo(tx, { empresaId, tipo: 'persona' }, q)
  const { rows } = await sql<{ id: string }>`${withUnidas(empresaId, sql`select p.id ${way.page} limit ${limit}`)}`.execute(tx)
  return rows.map(({ id }) => id)
}
