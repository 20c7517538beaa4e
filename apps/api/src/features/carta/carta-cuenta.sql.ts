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
  de: string | null
  responder_a: string[]
  html: Buffer | null
  adjunto_empresa: EmpresaId | null
  adjunto_cotizacion: string | null
}

export async function insertCarta(db: Db, { estado, en, ...carta }: CartaNueva): Promise<void> {
  await db
    .insertInto('carta_cuenta')
    .values({ ...carta, estado, creado_en: en, proximo_intento: estado === 'PENDIENTE' ? en : null })
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
  intentos: number
  cerco: number
}

/** Where somebody of the present company is reached; undefined for who has no verified mail. */
export async function correoDePersona(tx: Tx, usuarioId: string): Promise<string | undefined> {
  const { rows } = await sql<{
    mail: string
  }>`select u.mail from usuarios_de_empresa() u where u.id = ${usuarioId} and u.mail <> ''`.execute(tx)
  return rows[0]?.mail
}

/** Takes the lease of the letters that are due; none while a restored installation is fenced. */
export async function claimCartas(db: Db, ahora: Date, hasta: Date, limite: number): Promise<CartaReclamada[]> {
  const { rows } = await sql<CartaReclamada>`
    update carta_cuenta c set cerco = c.cerco + 1, intentos = c.intentos + 1, proximo_intento = ${hasta}::timestamptz
     where c.id in (select v.id from carta_cuenta v where v.proximo_intento <= ${ahora}::timestamptz order by v.proximo_intento limit ${limite} for update skip locked)
       and c.texto is not null and not (select cercada from instalacion)
    returning c.id, c.para, c.asunto, c.texto, c.de, c.responder_a, c.html, c.adjunto_empresa, c.adjunto_cotizacion, c.intentos, c.cerco`.execute(
    db,
  )
  return rows
}

/** Handed over: what it said is erased. */
export async function saveEntregada(db: Db, { id, cerco }: CartaReclamada): Promise<void> {
  await db
    .updateTable('carta_cuenta')
    .set({ estado: 'ENVIADO', texto: null, html: null, error: null, proximo_intento: null })
    .where('id', '=', id)
    .where('cerco', '=', cerco)
    .execute()
}

/** Not taken: tried again at `siguiente`, or given up. */
export async function saveNegativa(db: Db, { id, cerco }: CartaReclamada, error: string, siguiente: Date | null): Promise<void> {
  await db
    .updateTable('carta_cuenta')
    .set({ error, proximo_intento: siguiente, ...(siguiente === null && { estado: 'FALLIDO', texto: null, html: null }) })
    .where('id', '=', id)
    .where('cerco', '=', cerco)
    .execute()
}
