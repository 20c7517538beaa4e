import type { Fecha } from '@yupana/fiscal'
import { sql } from 'kysely'

import type { Db } from '../../db/connect.ts'
import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Ambiente } from '../../db/schema.ts'
import type { Tx } from '../../db/transaction.ts'

export interface Ajuste {
  version: number
  activo: boolean
  dia: number
  correos: string[]
  /** First day of this setting. */
  desde: Fecha
  usuario_id: string
  en: string
}

const ajustes = (tx: Tx, empresaId: EmpresaId) =>
  tx
    .selectFrom('paquete_mensual')
    .select(['version', 'activo', 'dia', 'correos', 'desde', 'usuario_id', 'en'])
    .where('empresa_id', '=', empresaId)

export const readAjuste = (tx: Tx, empresaId: EmpresaId): Promise<Ajuste | undefined> => ajustes(tx, empresaId).executeTakeFirst()

/** Locks the setting until the transaction ends. */
export const lockAjuste = (tx: Tx, empresaId: EmpresaId): Promise<Ajuste | undefined> =>
  ajustes(tx, empresaId).forUpdate().executeTakeFirst()

type Guardar = Omit<Ajuste, 'en'> & { en: Date }

/** Stores the setting; false when another user saved since `version` was read. */
export async function saveAjuste(tx: Tx, empresaId: EmpresaId, { version, ...ajuste }: Guardar): Promise<boolean> {
  const values = { ...ajuste, version: version + 1 }
  if (version === 0) {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('paquete_mensual')
      .values({ empresa_id: empresaId, ...values })
      .onConflict((conflict) => conflict.column('empresa_id').doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows === 1n
  }
  const { numUpdatedRows } = await tx
    .updateTable('paquete_mensual')
    .set(values)
    .where('empresa_id', '=', empresaId)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export interface EnvioNuevo {
  id: string
  mes: Fecha
  ambiente: Ambiente
  correos: string[]
  /** Who asked for the package; null for an automatic one. */
  usuario_id: string | null
  estado: 'PENDIENTE' | 'BANDEJA'
  creado_en: Date
}

/** Stores a package; false when the month was sent automatically before. */
export async function insertEnvio(tx: Tx, empresaId: EmpresaId, envio: EnvioNuevo): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('paquete_envio')
    .values({ empresa_id: empresaId, ...envio, origen: envio.usuario_id === null ? 'PROGRAMADO' : 'A_MANO' })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export const listEnvios = (tx: Tx, empresaId: EmpresaId, cuantos: number) =>
  tx
    .selectFrom('paquete_envio')
    .select(['id', 'mes', 'origen', 'correos', 'usuario_id', 'creado_en', 'estado', 'aparte', 'fallidos'])
    .where('empresa_id', '=', empresaId)
    .orderBy('creado_en', 'desc')
    .orderBy('id')
    .limit(cuantos)
    .execute()

/** The last month sent automatically; null before the first. */
export async function ultimoProgramado(tx: Tx, empresaId: EmpresaId): Promise<Fecha | null> {
  const { mes } = await tx
    .selectFrom('paquete_envio')
    .select((value) => value.fn.max('mes').as('mes'))
    .where('empresa_id', '=', empresaId)
    .where('origen', '=', 'PROGRAMADO')
    .executeTakeFirstOrThrow()
  return mes
}

export const hasPendiente = async (tx: Tx, empresaId: EmpresaId, mes: Fecha): Promise<boolean> =>
  (await tx
    .selectFrom('paquete_envio')
    .select('id')
    .where('empresa_id', '=', empresaId)
    .where('mes', '=', mes)
    .where('estado', '=', 'PENDIENTE')
    .executeTakeFirst()) !== undefined

/** Companies whose package is due today or since a day of this month. */
export async function porEnviar(db: Db, hoy: Fecha): Promise<EmpresaId[]> {
  const { rows } = await sql<{ empresa_id: EmpresaId }>`select * from paquetes_por_enviar(${hoy}::date)`.execute(db)
  return rows.map(({ empresa_id }) => empresa_id)
}

/** The company as its letters and forms name it. */
export const readEmpresa = (tx: Tx, empresaId: EmpresaId) =>
  tx
    .selectFrom('empresa')
    .select(['ruc', 'razon_social as razonSocial', 'nombre_comercial as nombreComercial', 'ambiente'])
    .where('id', '=', empresaId)
    .executeTakeFirstOrThrow()

export const readEnvio = (tx: Tx, empresaId: EmpresaId, id: string) =>
  tx
    .selectFrom('paquete_envio')
    .select(['mes', 'ambiente'])
    .where('empresa_id', '=', empresaId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** Locks the notes of its letters until the end of this transaction. */
export const lockEnvio = (tx: Tx, empresaId: EmpresaId, id: string) =>
  tx.selectFrom('paquete_envio').select('id').where('empresa_id', '=', empresaId).where('id', '=', id).forUpdate().execute()

/** Stores the state of the package after some of its letters. */
export async function saveEnvio(
  tx: Tx,
  empresaId: EmpresaId,
  id: string,
  resultado: { estado: 'PENDIENTE' | 'ENVIADO' | 'FALLIDO'; aparte?: string[]; fallidos: string[] },
): Promise<void> {
  await tx.updateTable('paquete_envio').set(resultado).where('empresa_id', '=', empresaId).where('id', '=', id).execute()
}
