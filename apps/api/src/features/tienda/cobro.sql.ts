import type { CobroTarjeta } from '@yupana/contract'
import type { EstadoCobro } from '@yupana/fiscal'
import { sql } from 'kysely'

import type { Db } from '../../db/connect.ts'
import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'

/** Of an order one is so at most. */
export const EN_CURSO = ['PEDIDO', 'ABIERTO'] as const
const COLUMNS = ['id', 'orden_id', 'usuario_id', 'estado', 'monto', 'pagina', 'aviso_en', 'conocido', 'perdido', 'creado_en'] as const

/** With `lock`, nobody else changes it until this transaction ends. */
export function findCobro(tx: Tx, empresaId: EmpresaId, id: string, lock = false) {
  const query = tx.selectFrom('cobro_tarjeta').select(COLUMNS).where('empresa_id', '=', empresaId).where('id', '=', id)
  return (lock ? query.forUpdate() : query).executeTakeFirst()
}
export type CobroGuardado = NonNullable<Awaited<ReturnType<typeof findCobro>>>

export const findEnCurso = (tx: Tx, empresaId: EmpresaId, ordenId: string): Promise<CobroGuardado | undefined> =>
  tx
    .selectFrom('cobro_tarjeta')
    .select(COLUMNS)
    .where('empresa_id', '=', empresaId)
    .where('orden_id', '=', ordenId)
    .where('estado', 'in', EN_CURSO)
    .executeTakeFirst()

interface CobroNuevo {
  id: string
  orden_id: string
  usuario_id: string
  monto: number
}

export const insertCobro = (tx: Tx, empresaId: EmpresaId, nuevo: CobroNuevo, en: Date): Promise<unknown> =>
  tx
    .insertInto('cobro_tarjeta')
    .values({
      ...nuevo,
      empresa_id: empresaId,
      pagina: null,
      problema: null,
      preguntado_en: en,
      aviso_en: null,
      creado_en: en,
      editado_en: en,
    })
    .execute()

export const updateCobro = (
  tx: Tx,
  empresaId: EmpresaId,
  id: string,
  cambio: Partial<{ estado: EstadoCobro; pagina: string | null; problema: string; aviso_en: Date; conocido: true; perdido: boolean }>,
  en: Date,
): Promise<unknown> =>
  tx
    .updateTable('cobro_tarjeta')
    .set({ ...cambio, editado_en: en })
    .where('empresa_id', '=', empresaId)
    .where('id', '=', id)
    .execute()

/** What cards are charged for an order in one of these states pays nothing: the next look takes it back. */
const revertir = (
  tx: Tx,
  empresaId: EmpresaId,
  { ordenId, estados, problema }: { ordenId: string; estados: readonly EstadoCobro[]; problema: string },
  en: Date,
): Promise<unknown> =>
  tx
    .updateTable('cobro_tarjeta')
    .set({ estado: 'POR_REVERSAR', problema, preguntado_en: new Date(0), editado_en: en })
    .where('empresa_id', '=', empresaId)
    .where('orden_id', '=', ordenId)
    .where('estado', 'in', [...estados])
    .execute()

/** Another payment came first. */
export const dropOtros = (tx: Tx, empresaId: EmpresaId, ordenId: string, en: Date): Promise<unknown> =>
  revertir(tx, empresaId, { ordenId, estados: EN_CURSO, problema: 'La orden ya está pagada.' }, en)

/** Nobody pays what was given up. */
export const dropCobros = (tx: Tx, empresaId: EmpresaId, ordenId: string, en: Date): Promise<unknown> =>
  revertir(tx, empresaId, { ordenId, estados: EN_CURSO, problema: 'La orden se anuló.' }, en)

/** The money of a card goes back to it. */
export const returnCobro = (tx: Tx, empresaId: EmpresaId, ordenId: string, en: Date): Promise<unknown> =>
  revertir(tx, empresaId, { ordenId, estados: ['PAGADO'], problema: 'Se devolvió la orden.' }, en)

export const readCobros = (tx: Tx, empresaId: EmpresaId, ordenId: string): Promise<CobroTarjeta[]> =>
  tx
    .selectFrom('cobro_tarjeta')
    .select(['estado', 'monto', 'creado_en', 'problema', 'perdido'])
    .where('empresa_id', '=', empresaId)
    .where('orden_id', '=', ordenId)
    .orderBy('creado_en', 'desc')
    .orderBy('id')
    .limit(20)
    .execute()

/** A restored copy charges nobody until it is said to be the living one. */
export async function isCercada(tx: Tx): Promise<boolean> {
  const { cercada } = await tx.selectFrom('instalacion').select('cercada').executeTakeFirstOrThrow()
  return cercada
}

/** Through a door: the gateway has no session. */
export async function empresaDeCobro(db: Db, id: string): Promise<EmpresaId | undefined> {
  const { rows } = await sql<{ empresa_id: EmpresaId | null }>`select empresa_de_cobro(${id}::uuid) as empresa_id`.execute(db)
  return rows[0]?.empresa_id ?? undefined
}

/** Through a door: of all companies, each for this process alone. */
export async function reclamarCobros(db: Db, ahora: Date, antes: Date): Promise<{ empresa_id: EmpresaId; id: string }[]> {
  return (await sql<{ empresa_id: EmpresaId; id: string }>`select * from reclamar_cobros(${ahora}, ${antes})`.execute(db)).rows
}
