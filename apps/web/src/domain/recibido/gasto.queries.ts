import { takeGastoRecibido, type RecibidoFila } from '@yupana/contract'
import type { CategoriaGasto } from '@yupana/fiscal'

import { send } from '../../lib/http/http.ts'
import { queryClient } from '../../lib/http/query-client.ts'
import { noticeSuccess } from '../../lib/pagina/notices.ts'
import { forgetRecibidos } from './recibido.queries.ts'

/** Registers a document of the inbox as an expense of the signed-in user; its key makes a repetition harmless. @throws HttpError */
export async function registerGasto({ id }: Pick<RecibidoFila, 'id'>, categoria: CategoriaGasto, idempotencyKey: string): Promise<void> {
  const answer = await send(takeGastoRecibido, { params: { id }, body: { categoria }, headers: { 'Idempotency-Key': idempotencyKey } })
  noticeSuccess(answer, takeGastoRecibido.msg)
  await queryClient.invalidateQueries({ queryKey: ['gasto_personal'] })
  await forgetRecibidos()
}
