import { readPersonaConocida, type PersonaConocida } from '@yupana/contract'
import { checkIdentificacion } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'

import page from '../../components/form/form-page.module.css'
import { usePropuesta } from '../../components/form/use-propuesta.ts'
import { fetchData } from '../../lib/http/http.ts'
import { useDebounced } from '../../lib/pagina/use-debounced.ts'
import type { PersonaInput } from './persona-schema.ts'
import { PERSONA_LISTA, rolesText } from './persona-palabras.ts'

const ASK_MS = 250

export type Registrada = NonNullable<PersonaConocida['persona']>

/** What the company knows of the identification that stands in the form; undefined while it is not whole. */
function useConocida(): PersonaConocida | undefined {
  const [tipo, typed] = useWatch<PersonaInput, ['tipo_identificacion', 'identificacion']>({
    name: ['tipo_identificacion', 'identificacion'],
  })
  const identificacion = useDebounced(typed.trim(), ASK_MS)
  const isWhole = identificacion === typed.trim() && identificacion !== '' && checkIdentificacion(tipo, identificacion).valid
  const { data } = useQuery({
    queryKey: [PERSONA_LISTA, 'conocida', tipo, identificacion],
    // A help that does not come is not missed: saving the form says what is wrong.
    queryFn: ({ signal }) =>
      fetchData(readPersonaConocida, { query: { tipo_identificacion: tipo, identificacion }, signal, background: true }),
    enabled: isWhole,
  })
  return isWhole ? data : undefined
}

/**
 * Under the identification of somebody new: who has it already, with the way to them, or the name they have signed with, which is filled in
 * while nobody wrote another.
 */
export function Conocida({ wayTo }: { wayTo: (persona: Registrada) => ReactNode }) {
  const conocida = useConocida()
  const isPropuesto = usePropuesta('razon_social', conocida?.nombre ?? undefined)
  const persona = conocida?.persona
  if (persona)
    return (
      <div role="status" className={page.known}>
        <span>
          Ya está registrada: <strong>{persona.razon_social}</strong> ({rolesText(persona.roles)}
          {persona.activo ? '' : ', inactiva'}).
        </span>
        {wayTo(persona)}
      </div>
    )
  return isPropuesto ? (
    <p role="status" className={page.hint}>
      El nombre es el de un comprobante que le envió a la empresa.
    </p>
  ) : null
}
