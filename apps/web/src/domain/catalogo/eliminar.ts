import type { Endpoint } from '@yupana/contract'

import { untilRefused } from '../../lib/http/http-error.ts'
import type { send } from '../../lib/http/http.ts'
import { inPieces, tellPieces } from '../listado/in-pieces.ts'

interface Llamadas {
  remove: Endpoint
  removeAll?: Endpoint
  restore: Endpoint
  ask: typeof send
  forget: () => Promise<void>
}

/** Restores deleted records. @throws HttpError */
async function restore({ restore: call, ask, forget }: Llamadas, ids: readonly string[]): Promise<void> {
  const result = await inPieces(ids, (some) => ask(call, { body: { ids: some } }))
  await forget()
  tellPieces(ids, result, { msg: call.msg ?? '', what: 'recuperaron' })
}

/**
 * Deletes records in pieces, each of which is done whole or not at all; the notice can undo it. `onPart` receives the deleted ids when a
 * later piece is refused. @throws HttpError: 422 when a record is in use
 */
export async function eliminar(llamadas: Llamadas, ids: readonly string[], onPart?: (done: readonly string[]) => void): Promise<void> {
  const { remove, removeAll, ask, forget } = llamadas
  const call = ids.length > 1 && removeAll ? removeAll : remove
  const result = await inPieces(ids, (some) => ask(call, { params: call === remove ? { id: some[0] ?? '' } : { ids: some.join(',') } }))
  const { done } = result
  if (done.length > 0) await forget()
  const action = { label: 'Deshacer', run: () => void untilRefused(restore(llamadas, done)) }
  tellPieces(ids, result, { msg: call.msg ?? '', what: 'eliminaron', action, onPart })
}
