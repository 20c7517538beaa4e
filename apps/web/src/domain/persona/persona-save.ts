import {
  createPersona,
  deletePersona,
  editPersona,
  exportPersona,
  readPersona,
  restorePersonas,
  searchPersona,
  type Persona,
  type PersonaForm,
  type PersonaGuardada,
} from '@yupana/contract'

import { addNotice } from '../../lib/pagina/notices.ts'
import { catalogoOf } from '../catalogo/catalogo.ts'
import { PERSONA_LISTA } from './persona-palabras.ts'

export const PERSONAS = catalogoOf<Persona, PersonaGuardada>({
  lista: PERSONA_LISTA,
  right: 'persona',
  words: { title: 'Personas', one: 'persona', several: 'personas', nuevo: 'Nueva persona', the: 'la persona', this: 'esta persona' },
  search: searchPersona,
  file: exportPersona,
  read: readPersona,
  create: createPersona,
  edit: editPersona,
  remove: deletePersona,
  restore: restorePersonas,
})

/** Warnings of the saved person: they stay until the user closes them. */
const warn = ({ avisos }: PersonaGuardada) => {
  for (const { message } of avisos) addNotice({ severity: 'warn', detail: message, sticky: true })
}

/** Creates, or saves over the version that was read. @throws HttpError */
export async function savePersona(form: PersonaForm, before: Persona | undefined, headers: Record<string, string>): Promise<Persona> {
  const saved = await PERSONAS.save(form, before, headers)
  warn(saved)
  return saved
}
