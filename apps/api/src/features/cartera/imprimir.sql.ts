import { sql } from 'kysely'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'

export interface EmpresaImpresa {
  ruc: string
  razon_social: string
  nombre_comercial: string | null
  dir_matriz: string
  telefono: string | null
  correo: string | null
  logo: Buffer | null
  producto: string | null
}

/** The head of a printed sheet of the company. */
export async function readEmpresaImpresa(tx: Tx, empresaId: EmpresaId): Promise<EmpresaImpresa> {
  const { rows } = await sql<EmpresaImpresa>`
    select e.ruc, e.razon_social, e.nombre_comercial, e.dir_matriz, e.telefono, e.correo, e.logo, (select i.producto from instalacion i) as producto
      from empresa e where e.id = ${empresaId}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('the company of the session is gone')
  return row
}
