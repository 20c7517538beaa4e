import { consultPadron, readPersonaConocida, type Padron, type PersonaConocida } from '@yupana/contract'
import { checkIdentificacion, TIPO_IDENTIFICACION } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'

import page from '../../components/form/form-page.module.css'
import { usePropuesta } from '../../components/form/use-propuesta.ts'
import { fetchData } from '../../lib/http/http.ts'
import { settings } from '../../lib/pagina/settings.ts'
import { useDebounced } from '../../lib/pagina/use-debounced.ts'
import type { PersonaInput } from './persona-schema.ts'
import { PERSONA_LISTA, rolesText } from './persona-palabras.ts'

const ASK_MS = 250

export type Registrada = NonNullable<PersonaConocida['persona']>

/** The identification in the form; undefined while it is incomplete. */
function useIdentificacion() {
  const [tipo, typed] = useWatch<PersonaInput, ['tipo_identificacion', 'identificacion']>({
    name: ['tipo_identificacion', 'identificacion'],
  })
  const identificacion = useDebounced(typed.trim(), ASK_MS)
  const isWhole = identificacion === typed.trim() && identificacion !== '' && checkIdentificacion(tipo, identificacion).valid
  return isWhole ? { tipo_identificacion: tipo, identificacion } : undefined
}

type Identificacion = ReturnType<typeof useIdentificacion>

/** Data of the company about an identification. */
function useConocida(query: Identificacion): PersonaConocida | undefined {
  const { data } = useQuery({
    queryKey: [PERSONA_LISTA, 'conocida', query],
    // A failure of this help is not reported: saving the form shows what is wrong.
    queryFn: ({ signal }) => fetchData(readPersonaConocida, { ...(query && { query }), signal, background: true }),
    enabled: query !== undefined,
  })
  return query && data
}

/** Answer of the outside service about a person whom the company does not know, if the installation uses one. */
function usePadron(query: Identificacion, conocida: PersonaConocida | undefined): Padron | undefined {
  const tipo = query?.tipo_identificacion
  const isOfPadron = tipo === TIPO_IDENTIFICACION.RUC || tipo === TIPO_IDENTIFICACION.CEDULA
  const isAsked = settings.consultaPadron && isOfPadron && conocida?.persona === null && conocida.nombre === null
  const { data } = useQuery({
    queryKey: ['padron', query],
    queryFn: ({ signal }) =>
      fetchData(consultPadron, { query: { tipo_identificacion: tipo, identificacion: query?.identificacion }, signal, background: true }),
    enabled: isAsked,
  })
  return isAsked ? data : undefined
}

/** Text about the answer of the service. It only informs: a document may be issued to anybody. */
function palabrasOf({ resultado, persona }: Padron, isPropuesto: boolean): string | undefined {
  if (resultado === 'SIN_RESPUESTA') return 'El servicio de consulta no respondió: escriba los datos.'
  if (resultado === 'NO_CONSTA') return 'No consta en el servicio de consulta: revise el número.'
  const estado = persona?.estado && persona.estado !== 'ACTIVO' ? persona.estado : undefined
  if (isPropuesto) return `Los datos son los del servicio de consulta${estado ? `, donde consta como ${estado}` : ''}.`
  return estado && `En el servicio de consulta consta como ${estado}.`
}

/**
 * Shown under the identification of a new person: the person who already has it, with a link; or the source of the name, which is proposed
 * from received documents or from the service while no other was typed.
 */
export function Conocida({ wayTo }: { wayTo: (persona: Registrada) => ReactNode }) {
  const identificacion = useIdentificacion()
  const conocida = useConocida(identificacion)
  const padron = usePadron(identificacion, conocida)
  const delPadron = padron?.persona
  const isPropuesto = usePropuesta('razon_social', conocida?.nombre ?? delPadron?.razon_social)
  usePropuesta('nombre_comercial', delPadron?.nombre_comercial ?? undefined)
  usePropuesta('direccion', delPadron?.direccion ?? undefined)
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
  const words = padron ? palabrasOf(padron, isPropuesto) : isPropuesto && 'El nombre es el de un comprobante que le envió a la empresa.'
  return words ? (
    <p role="status" className={page.hint}>
      {words}
    </p>
  ) : null
}
