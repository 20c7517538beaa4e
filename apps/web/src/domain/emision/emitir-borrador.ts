import type { Contexto } from '@yupana/contract'

import { HttpError, noticesOf } from '../../lib/http/http-error.ts'
import { openLocalDrafts } from '../../lib/pagina/local-drafts.ts'
import { currentSession } from '../../lib/sesion/session.ts'
import { borradoresDe } from './borrador.queries.ts'
import { sendEmision } from './emision.ts'
import type { TipoDocumento, ValoresEmision } from './tipo-documento.ts'
import { fechaEfectiva } from './use-documento.ts'

/** Result of one draft: its number, or why it was left as it is. */
export interface BorradorEmitido {
  ok: boolean
  text: string
}

const refused = (text: string): BorradorEmitido => ({ ok: false, text })

const UNKNOWN = 'No hubo respuesta. Inténtelo otra vez: no se emite dos veces.'

/** Why a draft was not issued, in one line. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof HttpError)) throw error
  if (error.status === 0 || error.status === 408 || error.status >= 500) return UNKNOWN
  return noticesOf(error, 'primero')[0]?.detail ?? error.message
}

const reasonOfAll = (messages: readonly string[]) =>
  messages.length > 1 ? `${messages[0] ?? ''} Y ${messages.length - 1} más: ábralo.` : (messages[0] ?? '')

/** Doubts about a form before it is issued, from the server's data of today. @throws HttpError */
export type DudasOf<F> = (form: F) => Promise<readonly string[]>

/**
 * Issues a draft as it was saved, with its own key: whatever happens in between, it is issued once. What its editor would ask about first
 * leaves it as it is, and so do the doubts of `dudasOf`.
 */
export async function emitBorrador<V extends ValoresEmision, F>(
  tipo: TipoDocumento<V, F>,
  id: string,
  contexto: Contexto,
  dudasOf?: DudasOf<F>,
): Promise<BorradorEmitido> {
  const session = currentSession()
  const local = openLocalDrafts({ userId: session?.id ?? '', companyId: session?.businessId ?? '' })
  try {
    const borradores = borradoresDe(tipo)
    const found = await borradores.find(id)
    const contenido = found && borradores.contenidoOf(found.contenido)
    if (!contenido) return refused('El borrador ya no está: quizá ya se emitió.')
    if (!found.modificable) return refused(`Es de ${found.autor ?? 'otra persona'}: lo emite quien lo empezó o un administrador.`)
    const typed = (await local.list()).find((draft) => draft.id === id)
    if (typed && typed.at > found.editado_en) return refused('Tiene cambios sin guardar en este navegador: ábralo.')
    const valores = tipo.withReglas(tipo.completed ? await tipo.completed(contenido.valores) : contenido.valores, contexto)
    const fecha = fechaEfectiva(valores.fecha_emision, contexto)
    const total = tipo.totalOf(valores, fecha)
    const { problemas, avisos } = tipo.revisar(valores, fecha, contexto)
    if (problemas.length > 0 || total === undefined) return refused(reasonOfAll(problemas.map(({ message }) => message)))
    const { form } = tipo.armar({ ...valores, fecha_emision: fecha }, total)
    const dudas = (await dudasOf?.(form as F)) ?? []
    if (dudas.length > 0) return refused(`${reasonOfAll(dudas)} Ábralo y decida: no se emitió.`)
    const { numero } = await sendEmision(tipo.llamadas, { id, idempotencyKey: contenido.clave, form, isCorreccion: false })
    await local.erase(id)
    return { ok: true, text: [numero, ...avisos].join('. ') }
  } catch (error) {
    return refused(reasonOf(error))
  }
}
