import { createPersona, editPersona, type Persona, type PersonaForm, type PersonaGuardada } from '@yupana/contract'

import { send } from '../../lib/http.ts'
import { addNotice, noticeSuccess } from '../../lib/notices.ts'
import { queryClient } from '../../lib/query-client.ts'

export const PERSONA_KEY = 'persona'

/** What was found before may have changed: lists and searches ask anew. */
export const forgetPersonas = () => queryClient.invalidateQueries({ predicate: ({ queryKey: [concept, kind] }) => concept === PERSONA_KEY && kind !== 'ficha' })

/** What was saved may still deserve a second look: it is told and stays until somebody closes it. */
const warn = ({ avisos }: PersonaGuardada) => {
  for (const { message } of avisos) addNotice({ severity: 'warn', detail: message, sticky: true })
}

/** Registers, or saves over the version that was read. @throws HttpError */
export async function savePersona(form: PersonaForm, before: Persona | undefined, headers: Record<string, string>): Promise<Persona> {
  const answer = before
    ? await send(editPersona, { params: { id: before.id }, body: { ...form, version: before.version } })
    : await send(createPersona, { body: form, headers })
  noticeSuccess(answer, before ? 'Persona editada exitosamente' : 'Persona registrada exitosamente')
  warn(answer.data)
  void forgetPersonas()
  return answer.data
}
