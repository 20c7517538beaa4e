import type { ClaseCorreo } from '@yupana/contract'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Ambiente } from '../../db/schema.ts'
import type { Tx } from '../../db/transaction.ts'

export interface TextoGuardado {
  asunto: string | null
  texto: string | null
}

/** One version of the settings of a company's mails. */
export interface Ajuste {
  remitente: string | null
  responder_a: string[]
  copia: string[]
  pie: string | null
  /** Whether the receipt of a collection goes to the client automatically. */
  recibo_al_cobrar: boolean
  textos: Partial<Record<ClaseCorreo, TextoGuardado>>
}

export const readAjuste = (tx: Tx, empresaId: EmpresaId): Promise<(Ajuste & { version: number }) | undefined> =>
  tx
    .selectFrom('ajuste_correo')
    .select(['version', 'remitente', 'responder_a', 'copia', 'pie', 'recibo_al_cobrar', 'textos'])
    .where('empresa_id', '=', empresaId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()

export const readEmisor = (tx: Tx, empresaId: EmpresaId): Promise<{ correo: string | null; ambiente: Ambiente }> =>
  tx.selectFrom('empresa').select(['correo', 'ambiente']).where('id', '=', empresaId).executeTakeFirstOrThrow()
