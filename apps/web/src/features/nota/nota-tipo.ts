import { NOTA_CALLS } from '@yupana/contract'
import { COD_DOC } from '@yupana/fiscal'

import { borradoresDe, contenidoOf } from '../../domain/emision/borrador.queries.ts'
import { findEmitido } from '../../domain/emision/emision.ts'
import { openLocalDrafts } from '../../lib/pagina/local-drafts.ts'
import { currentSession } from '../../lib/sesion/session.ts'
import { NOTA_CREDITO } from './nota-credito.ts'
import type { TipoNota } from './nota.queries.ts'

const { NOTA_DEBITO } = COD_DOC
const isDebito = (content: unknown): boolean => contenidoOf(NOTA_DEBITO, content) !== undefined
const tipoOf = (isOne: boolean): TipoNota => (isOne ? NOTA_DEBITO : COD_DOC.NOTA_CREDITO)

/** Address of a new note, with its initial factura. */
export const pathOfNueva = (tipo: TipoNota, facturaId?: string): string => {
  const query = [...(tipo === NOTA_DEBITO ? [`tipo=${tipo}`] : []), ...(facturaId === undefined ? [] : [`de=${facturaId}`])]
  return `/nota/registro${query.length > 0 ? `?${query.join('&')}` : ''}`
}

/** Kind of note of a record, for an address without it. @throws HttpError when the server does not answer */
export async function tipoOfRecord(id: string): Promise<TipoNota> {
  const borrador = await borradoresDe(NOTA_CREDITO).find(id)
  if (borrador) return tipoOf(isDebito(borrador.contenido))
  const emitida = await findEmitido(NOTA_CALLS, id)
  if (emitida) return tipoOf(emitida.tipo === NOTA_DEBITO)
  const session = currentSession()
  const kept = await openLocalDrafts({ userId: session?.id ?? '', companyId: session?.businessId ?? '' }).list()
  return tipoOf(isDebito(kept.find((draft) => draft.id === id)?.content))
}
