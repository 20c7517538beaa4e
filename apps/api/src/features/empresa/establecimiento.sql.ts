import type { Establecimiento, EstablecimientoEdicion, EstablecimientoForm } from '@yupana/contract'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'

const COLUMNS = ['codigo', 'nombre', 'direccion', 'canton', 'activo', 'pausado_motivo', 'version'] as const

export const searchEstablecimientos = (tx: Tx, empresaId: EmpresaId): Promise<Establecimiento[]> =>
  tx.selectFrom('establecimiento').select(COLUMNS).where('empresa_id', '=', empresaId).orderBy('codigo').execute()

/** Adds an establishment; undefined when its code is taken. */
export const insertEstablecimiento = (
  tx: Tx,
  empresaId: EmpresaId,
  codigo: string,
  form: EstablecimientoForm,
): Promise<Establecimiento | undefined> =>
  tx
    .insertInto('establecimiento')
    .values({
      empresa_id: empresaId,
      codigo,
      nombre: form.nombre ?? null,
      direccion: form.direccion,
      canton: form.canton,
      activo: form.activo,
    })
    .onConflict((conflict) => conflict.columns(['empresa_id', 'codigo']).doNothing())
    .returning(COLUMNS)
    .executeTakeFirst()

export const establecimientoExists = async (tx: Tx, empresaId: EmpresaId, codigo: string): Promise<boolean> =>
  (await tx
    .selectFrom('establecimiento')
    .select('codigo')
    .where('empresa_id', '=', empresaId)
    .where('codigo', '=', codigo)
    .executeTakeFirst()) !== undefined

/** Stores an establishment; undefined when it no longer has that version. */
export const updateEstablecimiento = (
  tx: Tx,
  empresaId: EmpresaId,
  codigo: string,
  { version, ...form }: EstablecimientoEdicion,
): Promise<Establecimiento | undefined> =>
  tx
    .updateTable('establecimiento')
    .set({
      nombre: form.nombre ?? null,
      direccion: form.direccion,
      ...(form.canton !== undefined && { canton: form.canton }),
      activo: form.activo,
      version: version + 1,
    })
    .where('empresa_id', '=', empresaId)
    .where('codigo', '=', codigo)
    .where('version', '=', version)
    .returning(COLUMNS)
    .executeTakeFirst()
