import type { EmpresaForm, EmpresaPerfil } from '@yupana/contract'
import { sql } from 'kysely'

import type { Db } from '../../db/connect.ts'
import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Ambiente } from '../../db/schema.ts'
import type { Tx } from '../../db/transaction.ts'

export async function readPerfil(tx: Tx, empresaId: EmpresaId): Promise<EmpresaPerfil> {
  const { rows } = await sql<EmpresaPerfil>`
    select e.id, e.ruc, e.razon_social, e.nombre_comercial, e.dir_matriz, e.telefono, e.correo, e.obligado_contabilidad, e.condiciones_confirmadas_en, e.ambiente,
           e.dias_fecha_anterior, e.gran_contribuyente, e.inactividad_minutos, e.stock_negativo, e.logo is not null as tiene_logo, e.pausada_motivo, e.version,
           (select coalesce(json_agg(json_build_object('tipo', c.tipo, 'desde', c.desde, 'hasta', c.hasta, 'valor', c.valor) order by c.tipo, c.desde), '[]')
              from empresa_condicion c where c.empresa_id = e.id) as condiciones
      from empresa e where e.id = ${empresaId}`.execute(tx)
  return rows[0]!
}

/** Stores the data of a company; false when another user changed them since `version` was read. */
export async function updateEmpresa(tx: Tx, empresaId: EmpresaId, form: EmpresaForm): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('empresa')
    .set({
      razon_social: form.razon_social,
      nombre_comercial: form.nombre_comercial ?? null,
      dir_matriz: form.dir_matriz,
      telefono: form.telefono ?? null,
      correo: form.correo ?? null,
      obligado_contabilidad: form.obligado_contabilidad,
      dias_fecha_anterior: form.dias_fecha_anterior,
      gran_contribuyente: form.gran_contribuyente ?? null,
      ...(form.inactividad_minutos !== undefined && { inactividad_minutos: form.inactividad_minutos }),
      ...(form.stock_negativo !== undefined && { stock_negativo: form.stock_negativo }),
      version: form.version + 1,
    })
    .where('id', '=', empresaId)
    .where('version', '=', form.version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function replaceCondiciones(tx: Tx, empresaId: EmpresaId, condiciones: EmpresaForm['condiciones']): Promise<void> {
  await tx.deleteFrom('empresa_condicion').where('empresa_id', '=', empresaId).execute()
  if (condiciones.length > 0)
    await tx
      .insertInto('empresa_condicion')
      .values(condiciones.map((condicion) => ({ empresa_id: empresaId, ...condicion })))
      .execute()
}

/** Notes that the conditions were confirmed. The first confirmation stays; later ones are only in the audit. */
export async function markConfirmadas(tx: Tx, empresaId: EmpresaId, usuarioId: string, en: Date): Promise<void> {
  await tx
    .updateTable('empresa')
    .set({ condiciones_confirmadas_en: en, condiciones_confirmadas_por: usuarioId })
    .where('id', '=', empresaId)
    .where('condiciones_confirmadas_en', 'is', null)
    .execute()
}

export async function updateContabilidad(tx: Tx, empresaId: EmpresaId, obligado: boolean): Promise<void> {
  await tx
    .updateTable('empresa')
    .set((row) => ({ obligado_contabilidad: obligado, version: row('version', '+', 1) }))
    .where('id', '=', empresaId)
    .execute()
}

/** Locks the company until the transaction ends: its changes come one after another. */
export const lockEmpresa = (tx: Tx, empresaId: EmpresaId): Promise<{ ambiente: Ambiente }> =>
  tx.selectFrom('empresa').select('ambiente').where('id', '=', empresaId).forUpdate().executeTakeFirstOrThrow()

export async function updateAmbiente(tx: Tx, empresaId: EmpresaId, ambiente: Ambiente): Promise<void> {
  await tx.updateTable('empresa').set({ ambiente }).where('id', '=', empresaId).execute()
}

/** Validity of the certificate in use. */
export const certificadoVigencia = (
  tx: Tx,
  empresaId: EmpresaId,
): Promise<{ desde: string; hasta: string; inservible: string | null } | undefined> =>
  tx
    .selectFrom('certificado')
    .select(['desde', 'hasta', 'inservible'])
    .where('empresa_id', '=', empresaId)
    .where('activo', '=', true)
    .executeTakeFirst()

export const readLogo = (tx: Tx, empresaId: EmpresaId): Promise<{ logo: Buffer | null; logo_tipo: string | null }> =>
  tx.selectFrom('empresa').select(['logo', 'logo_tipo']).where('id', '=', empresaId).executeTakeFirstOrThrow()

export async function updateLogo(tx: Tx, empresaId: EmpresaId, logo: { bytes: Buffer; tipo: string } | null): Promise<void> {
  await tx
    .updateTable('empresa')
    .set({ logo: logo?.bytes ?? null, logo_tipo: logo?.tipo ?? null, logo_hecho: true })
    .where('id', '=', empresaId)
    .execute()
}

/** Replaces a stored logo by its converted form, unless it was changed meanwhile. */
export async function replaceLogo(
  tx: Tx,
  empresaId: EmpresaId,
  antes: Buffer,
  logo: { bytes: Buffer; tipo: string } | null,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('empresa')
    .set({ logo: logo?.bytes ?? null, logo_tipo: logo?.tipo ?? null, logo_hecho: true })
    .where('id', '=', empresaId)
    .where('logo', '=', antes)
    .where('logo_hecho', '=', false)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function logosPorRehacer(db: Db): Promise<EmpresaId[]> {
  const { rows } = await sql<{ empresa_id: EmpresaId }>`select * from logos_por_rehacer() as empresa_id`.execute(db)
  return rows.map(({ empresa_id }) => empresa_id)
}

export interface UsuarioRow {
  id: string
  username: string
  name: string
  surname: string
  rol: number
  activo: boolean
}

/** Members of the company of this transaction, without those who left. */
export async function allUsuario(tx: Tx): Promise<UsuarioRow[]> {
  const { rows } = await sql<UsuarioRow>`select id, username, name, surname, rol, activo from empleados_de_empresa()`.execute(tx)
  return rows
}
