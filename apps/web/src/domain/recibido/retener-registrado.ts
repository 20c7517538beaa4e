import type { Monto } from '@yupana/fiscal'
import { randomId } from '../../lib/http/random-id.ts'
import { addNotice, type Notice } from '../../lib/pagina/notices.ts'
import { emitirPropuesta, forgetRetenidas, proponer } from '../retencion/retener.queries.ts'

/**
 * Issues the shown withholding of a purchase that was just registered; a withholding that would differ is left for review.
 * @throws HttpError
 */
export async function retenerRegistrado(
  compra: string,
  mostrado: { retenido: Monto; serie: string | undefined },
  revisar: NonNullable<Notice['action']>,
): Promise<void> {
  const [fila] = await proponer([{ id: compra }])
  const tell = (text: string) => addNotice({ severity: 'warn', detail: `No se emitió la retención: ${text}`, action: revisar })
  if (!fila?.formulario) return tell(fila?.razon ?? 'no hay qué retener.')
  if (fila.retenido !== mostrado.retenido) return tell('ya no es la que se propuso.')
  if (mostrado.serie === undefined) return tell('no tiene un punto de emisión activo.')
  const { ok, text } = await emitirPropuesta(fila, mostrado.serie, { id: randomId(), idempotencyKey: randomId() })
  if (!ok) return tell(text)
  addNotice({ severity: 'success', detail: `Retención ${text} emitida` })
  await forgetRetenidas()
}
