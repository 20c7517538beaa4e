import { addAdjunto, deleteAdjunto, readAdjunto, readAnotacion, saveNotaInterna, type Adjunto, type Anotacion } from '@yupana/contract'
import { queryOptions } from '@tanstack/react-query'

import { fetchData, fetchFile, send } from '../../lib/http/http.ts'
import { queryClient } from '../../lib/http/query-client.ts'
import { saveFile } from '../../lib/http/save-file.ts'
import { noticeSuccess } from '../../lib/pagina/notices.ts'

const keyOf = (id: string) => ['comprobante', 'anotacion', id]

export const anotacionQuery = (id: string) =>
  queryOptions({ queryKey: keyOf(id), queryFn: ({ signal }) => fetchData(readAnotacion, { params: { id }, signal, background: true }) })

const keep = (id: string, anotacion: Anotacion) => void queryClient.setQueryData(keyOf(id), anotacion)

/** Another user changed or deleted it: the page is read anew. */
const asked = <T>(id: string, call: Promise<T>): Promise<T> =>
  call.catch((error: unknown) => {
    void queryClient.invalidateQueries({ queryKey: keyOf(id) })
    throw error
  })

/** @throws HttpError */
export async function writeNota(id: string, nota: string, version: number): Promise<void> {
  const answer = await asked(id, send(saveNotaInterna, { params: { id }, body: { nota, version } }))
  noticeSuccess(answer, saveNotaInterna.msg)
  keep(id, answer.data)
}

/** @throws HttpError with the reason at `file` */
export async function attach(id: string, file: File): Promise<void> {
  const body = new FormData()
  body.set('file', file)
  const answer = await send(addAdjunto, { params: { id }, body: body as never })
  noticeSuccess(answer, addAdjunto.msg)
  keep(id, answer.data)
}

/** Saves the attachment under its name. @throws HttpError */
export const download = async ({ id, nombre }: Adjunto): Promise<void> => saveFile(await fetchFile(readAdjunto, { params: { id } }), nombre)

/** @throws HttpError */
export async function removeAdjunto(id: string, adjunto: Adjunto): Promise<void> {
  const answer = await asked(id, send(deleteAdjunto, { params: { id: adjunto.id } }))
  noticeSuccess(answer, deleteAdjunto.msg)
  await queryClient.invalidateQueries({ queryKey: keyOf(id) })
}
