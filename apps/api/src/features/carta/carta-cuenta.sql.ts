import type { CartaCuenta } from '@yupana/contract'
import { sql } from 'kysely'

import type { Db } from '../../db/connect.ts'
import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'

export interface CartaNueva {
  id: string
  para: string
  asunto: string
  texto: Buffer
  estado: 'PENDIENTE' | 'BANDEJA'
  en: Date
  /** Earliest time of sending. */
  desde?: Date | undefined
  de: string | null
  responder_a: string[]
  html: Buffer | null
  adjunto_empresa: EmpresaId | null
  adjunto_cotizacion: string | null
  adjunto_paquete: string | null
  adjunto_recordatorio: string | null
  adjunto_pago: string | null
}

export async function insertCarta(db: Db, { estado, en, desde = en, ...carta }: CartaNueva): Promise<void> {
  await db
    .insertInto('carta_cuenta')
    .values({ ...carta, estado, creado_en: en, proximo_intento: estado === 'PENDIENTE' ? desde : null })
    .execute()
}

export type CartaGuardada = Omit<CartaCuenta, 'texto'> & { texto: Buffer | null }

export const pageCartas = (db: Db, offset: number, size: number): Promise<CartaGuardada[]> =>
  db
    .selectFrom('carta_cuenta')
    .select(['id', 'para', 'asunto', 'estado', 'creado_en', 'texto'])
    .orderBy('creado_en', 'desc')
    .orderBy('id')
    .offset(offset)
    .limit(size)
    .execute()

export async function countCartas(db: Db, limit: number): Promise<number> {
  const { rows } = await sql<{
    total: number
  }>`select count(*)::int as total from (select 1 from carta_cuenta limit ${limit}) as hasta`.execute(db)
  return rows[0]?.total ?? 0
}

export interface CartaReclamada {
  id: string
  para: string
  asunto: string
  texto: Buffer
  de: string | null
  responder_a: string[]
  html: Buffer | null
  adjunto_empresa: EmpresaId | null
  adjunto_cotizacion: string | null
  adjunto_recordatorio: string | null
  adjunto_pago: string | null
  intentos: number
  cerco: number
}

/** Mail of a user of the present company; undefined without a verified one. */
export async function correoDePersona(tx: Tx, usuarioId: string): Promise<string | undefined> {
  const { rows } = await sql<{
    mail: string
  }>`select u.mail from usuarios_de_empresa() u where u.id = ${usuarioId} and u.mail <> ''`.execute(tx)
  return rows[0]?.mail
}

/** Takes the lease of due letters, except packages; none while a restored installation is fenced. */
export async function claimCartas(db: Db, ahora: Date, hasta: Date, limite: number): Promise<CartaReclamada[]> {
  const { rows } = await sql<CartaReclamada>`
    update carta_cuenta c set cerco = c.cerco + 1, intentos = c.intentos + 1, proximo_intento = ${hasta}::timestamptz
     where c.id in (select v.id from carta_cuenta v where v.proximo_intento <= ${ahora}::timestamptz and v.adjunto_paquete is null order by v.proximo_intento limit ${limite} for update skip locked)
       and c.texto is not null and not (select cercada from instalacion)
    returning c.id, c.para, c.asunto, c.texto, c.de, c.responder_a, c.html, c.adjunto_empresa, c.adjunto_cotizacion,
              c.adjunto_recordatorio, c.adjunto_pago, c.intentos, c.cerco`.execute(db)
  return rows
}

/** A letter of a package, to one of its addresses. */
export interface CartaDePaquete {
  id: string
  empresa_id: EmpresaId
  paquete_id: string
  para: string
  intentos: number
  cerco: number
}

/** Time for which a tried package puts the company's next package behind those of other companies. */
const TURNO = sql`interval '1 hour'`

/** Takes the lease of all due letters of one package, one claim at a time; none while a restored installation is fenced. */
export async function claimPaquete(db: Db, ahora: Date, hasta: Date): Promise<CartaDePaquete[]> {
  const { rows } = await sql<CartaDePaquete>`
    with elegido as materialized (
      select v.adjunto_empresa, v.adjunto_paquete from carta_cuenta v
       where v.adjunto_paquete is not null and v.proximo_intento <= ${ahora}::timestamptz and not (select cercada from instalacion)
         and (select pg_try_advisory_xact_lock(74024))
       order by (select count(distinct o.adjunto_paquete) from carta_cuenta o
                  where o.adjunto_empresa = v.adjunto_empresa and o.adjunto_paquete is not null and o.intentos > 0
                    and o.creado_en > ${ahora}::timestamptz - ${TURNO}), v.proximo_intento, v.id
       limit 1 for update of v skip locked)
    update carta_cuenta c set cerco = c.cerco + 1, intentos = c.intentos + 1, proximo_intento = ${hasta}::timestamptz
      from elegido e
     where c.adjunto_empresa = e.adjunto_empresa and c.adjunto_paquete = e.adjunto_paquete and c.proximo_intento <= ${ahora}::timestamptz
    returning c.id, c.adjunto_empresa as empresa_id, c.adjunto_paquete as paquete_id, c.para, c.intentos, c.cerco`.execute(db)
  return rows
}

/** State of the letters of a package. */
export async function estadoDePaquete(
  tx: Tx,
  empresaId: EmpresaId,
  paqueteId: string,
): Promise<{ pendientes: number; fallidos: string[] }> {
  const { rows } = await sql<{ pendientes: number; fallidos: string[] }>`
    select count(*) filter (where estado = 'PENDIENTE')::int as pendientes,
           coalesce(array_agg(para order by para) filter (where estado = 'FALLIDO'), '{}') as fallidos
      from carta_cuenta where adjunto_empresa = ${empresaId} and adjunto_paquete = ${paqueteId}`.execute(tx)
  return rows[0] ?? { pendientes: 0, fallidos: [] }
}

/** The letters with the receipt of a payment, the last first; at most `limite`. */
export const cartasDePago = (tx: Tx, empresaId: EmpresaId, pagoId: string, limite: number) =>
  tx
    .selectFrom('carta_cuenta')
    .select(['id', 'para', 'estado', 'error', 'creado_en as en'])
    .where('adjunto_empresa', '=', empresaId)
    .where('adjunto_pago', '=', pagoId)
    .orderBy('creado_en', 'desc')
    .orderBy('id')
    .limit(limite)
    .execute()

type Reclamo = Pick<CartaReclamada, 'id' | 'cerco'>

/** Stores that a letter was delivered, and erases its text. */
export async function saveEntregada(db: Db, { id, cerco }: Reclamo): Promise<void> {
  await db
    .updateTable('carta_cuenta')
    .set({ estado: 'ENVIADO', texto: null, html: null, error: null, proximo_intento: null })
    .where('id', '=', id)
    .where('cerco', '=', cerco)
    .execute()
}

/** Stores that a letter was refused: it is tried again at `siguiente`; null gives it up. */
export async function saveNegativa(db: Db, { id, cerco }: Reclamo, error: string, siguiente: Date | null): Promise<void> {
  await db
    .updateTable('carta_cuenta')
    .set({ error, proximo_intento: siguiente, ...(siguiente === null && { estado: 'FALLIDO', texto: null, html: null }) })
    .where('id', '=', id)
    .where('cerco', '=', cerco)
    .execute()
}
