import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Papelera } from '../papelera/papelera.door.ts'

export const COTIZACION: Papelera = {
  tipo: 'cotizacion',
  partes: [
    { tabla: 'cotizacion_factura', columna: 'cotizacion_id', como: 'se va' },
    { tabla: 'cotizacion_version', columna: 'cotizacion_id', como: 'se va' },
  ],
}

/** Names of quotes as the audit keeps them. */
export const readNombres = (tx: Tx, empresaId: EmpresaId, ids: readonly string[]) =>
  tx
    .selectFrom('cotizacion')
    .select(['id', 'numero', 'receptor_nombre', 'total'])
    .where('empresa_id', '=', empresaId)
    .where('id', 'in', ids)
    .execute()
