import { sql } from 'kysely'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'

interface SinFirma {
  /** The certificate that does not work, or the company when there is none. */
  aviso_id: string
  espera_por: string
  documentos: number
}

/** The reason why documents of this company wait for a signature. */
export async function readSinFirma(tx: Tx, empresaId: EmpresaId): Promise<SinFirma | undefined> {
  const { rows } = await sql<SinFirma>`
    select coalesce((select c.id from certificado c where c.empresa_id = ${empresaId} and c.activo), ${empresaId}::uuid) as aviso_id,
           min(e.espera_por) as espera_por, count(*)::int as documentos
      from documento_envio e where e.empresa_id = ${empresaId} and e.espera_por is not null and e.proximo_intento is not null having count(*) > 0`.execute(
    tx,
  )
  return rows[0]
}

/** A notice, and the user who dismissed it. */
interface Visto {
  empresaId: EmpresaId
  avisoId: string
  usuarioId: string
}

export const isVisto = async (tx: Tx, { empresaId, avisoId, usuarioId }: Visto): Promise<boolean> =>
  (await tx
    .selectFrom('firma_aviso_visto')
    .select('en')
    .where('empresa_id', '=', empresaId)
    .where('aviso_id', '=', avisoId)
    .where('usuario_id', '=', usuarioId)
    .executeTakeFirst()) !== undefined

export async function insertVisto(tx: Tx, { empresaId, avisoId, usuarioId }: Visto, en: Date): Promise<void> {
  await tx
    .insertInto('firma_aviso_visto')
    .values({ empresa_id: empresaId, aviso_id: avisoId, usuario_id: usuarioId, en })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
