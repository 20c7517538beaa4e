import { deleteProductoImagen, saveProductoImagen } from '@yupana/contract'

import { takeOver } from '../../domain/producto/producto-save.ts'
import { send } from '../../lib/http/http.ts'
import { noticeSuccess } from '../../lib/pagina/notices.ts'

/** @throws HttpError with the reason at `file` */
export async function saveImagen(id: string, file: File): Promise<void> {
  const form = new FormData()
  form.append('file', file)
  const answer = await send(saveProductoImagen, { params: { id }, body: form })
  noticeSuccess(answer, saveProductoImagen.msg)
  takeOver(answer.data)
}

/** @throws HttpError */
export async function removeImagen(id: string): Promise<void> {
  const answer = await send(deleteProductoImagen, { params: { id } })
  noticeSuccess(answer, deleteProductoImagen.msg)
  takeOver(answer.data)
}
