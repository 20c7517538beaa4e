import type { Db } from '../../db/connect.ts'
import type { EmpresaId } from '../../db/empresa-id.ts'

/** Every company, for a command run as the owner. */
export const idsOfEmpresas = (db: Db): Promise<{ id: EmpresaId }[]> => db.selectFrom('empresa').select('id').execute()
