import { send } from '../../lib/http/http.ts'
import type { RegistroValores } from './registrar-dialog.tsx'
import type { Llamadas } from './tipo-documento.ts'

interface Registrado {
  id: string
  /** Key of the sending. */
  idempotencyKey: string
  /** As the calls of its type take it. */
  form: unknown
  registro: RegistroValores
}

/** The form as it was issued outside, under its own number. @throws HttpError */
export async function registerDocumento(
  { register }: Pick<Llamadas, 'register'>,
  { id, idempotencyKey, form, registro }: Registrado,
): Promise<void> {
  const [establecimiento, punto] = registro.numero.split('-')
  const body = { ...(form as object), establecimiento, punto, fecha_emision: undefined, registro }
  await send(register, { params: { id }, headers: { 'Idempotency-Key': idempotencyKey }, body, background: true })
}
