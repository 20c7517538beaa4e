import type { Db } from '../../db/connect.ts'

/** Every company, for a command that works as the owner. */
export const idsOfEmpresas = (db: Db): Promise<{ id: string }[]> => db.selectFrom('empresa').select('id').execute()
