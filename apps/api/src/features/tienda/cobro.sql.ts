import type { CobroTarjeta } from '@yupana/contract'
import type { EstadoCobro, Monto } from '@yupana/fiscal'
import { sql } from 'kysely'

import type { Db } from '../../db/connect.ts'
import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'

/** States under way; an order has at most one such charge. */
export const EN_CURSO = ['PEDIDO', 'ABIERTO'] as const
const COLUMNS = ['id', 'orden_id', 'usuario_id', 'estado', 'monto', 'pagina', 'aviso_en', 'conocido', 'perdido', 'creado_en'] as const

/** A charge; with `lock` nobody else changes it until the transaction ends. */
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
  monto: Monto
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

/** Marks the charges of an order in these states for reversal: the gateway reverses them at the next look. */
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

/** Reverses the charges under way of an order that another payment settled first. */
export const dropOtros = (tx: Tx, empresaId: EmpresaId, ordenId: string, en: Date): Promise<unknown> =>
  revertir(tx, empresaId, { ordenId, estados: EN_CURSO, problema: 'La orden ya está pagada.' }, en)

/** Reverses the charges of an order that was given up. */
export const dropCobros = (tx: Tx, empresaId: EmpresaId, ordenId: string, en: Date): Promise<unknown> =>
  revertir(tx, empresaId, { ordenId, estados: EN_CURSO, problema: 'La orden se anuló.' }, en)

/** Returns the money to the card. */
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

/** Whether the installation is a restored copy, which charges nobody until it is declared the living one. */
export async function isCercada(tx: Tx): Promise<boolean> {
  const { cercada } = await tx.selectFrom('instalacion').select('cercada').executeTakeFirstOrThrow()
  return cercada
}

/** The company of a charge, through a function of the database, as the gateway has no session. */
export async function empresaDeCobro(db: Db, id: string): Promise<EmpresaId | undefined> {
  const { rows } = await sql<{ empresa_id: EmpresaId | null }>`select empresa_de_cobro(${id}::uuid) as empresa_id`.execute(db)
  return rows[0]?.empresa_id ?? undefined
}

/** Charges of all companies, each claimed for this process, through a function of the database. */
export async function reclamarCobros(db: Db, ahora: Date, antes: Date): Promise<{ empresa_id: EmpresaId; id: string }[]> {
  return (await sql<{ empresa_id: EmpresaId; id: string }>`select * from reclamar_cobros(${ahora}, ${antes})`.execute(db)).rows
}
