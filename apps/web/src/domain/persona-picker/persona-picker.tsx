import type { Persona } from '@yupana/contract'
import { CONSUMIDOR_FINAL } from '@yupana/fiscal'
import type { Ref } from 'react'

import { OptionCreate, OptionRecord } from '../../components/combobox/option-parts.tsx'
import { RecordPicker } from '../../components/combobox/record-picker.tsx'
import { hasRight } from '../../lib/sesion/rights.ts'
import { PERSONA_LISTA, rolesText } from '../persona/persona-palabras.ts'
import { askPersonas, type RolElegido } from './persona-busqueda.ts'

interface PersonaPickerProps {
  /** The chosen person. */
  value: { identificacion: string; razon_social: string } | null
  /** Undefined stands for consumidor final. */
  onChoose: (persona: Persona | undefined) => void
  /** Opens the form of a new person, with the typed text. */
  onCreate: (text: string) => void
  /** Role of the choice; a new person gets it. */
  rol?: RolElegido
  /** Offers all people, whatever their role. */
  isAnyone?: boolean
  label?: string
  error?: string | undefined
  required?: boolean
  disabled?: boolean
  /** False where the law wants a name: consumidor final is not offered. */
  withConsumidorFinal?: boolean
  inputRef?: Ref<HTMLInputElement>
  autoFocus?: boolean
}

/** The name, which may be longer than the field, and separately the identification, which is never cut. */
const chosenOf = ({ identificacion, razon_social }: NonNullable<PersonaPickerProps['value']>) =>
  identificacion === CONSUMIDOR_FINAL.identificacion ? { text: 'Consumidor final' } : { text: razon_social, detail: identificacion }

/** A person with other roles than the wanted one shows them. */
const detailOf = ({ identificacion, roles }: Persona, rol: RolElegido) =>
  roles.includes(rol) ? identificacion : `${identificacion} · ${rolesText(roles)}`

/** Its name from either word on, or its nines, once enough is typed to mean nobody else. */
const isConsumidorFinal = (q: string): boolean => {
  const typed = q.toLowerCase()
  return typed.length >= 4 && ['consumidor final', 'final', CONSUMIDOR_FINAL.identificacion].some((name) => name.startsWith(typed))
}

/** A client by name, RUC or cédula. An empty search offers consumidor final; the last option registers a new person. */
export function PersonaPicker({
  value,
  onChoose,
  onCreate,
  rol = 'cliente',
  isAnyone = false,
  label = 'Cliente',
  withConsumidorFinal = true,
  ...shown
}: PersonaPickerProps) {
  const consumidorFinal = {
    key: 'consumidor-final',
    content: <OptionRecord title="Consumidor final" detail={CONSUMIDOR_FINAL.identificacion} />,
    run: () => onChoose(undefined),
    isMeantBy: isConsumidorFinal,
  }
  return (
    <RecordPicker
      {...shown}
      queryKey={PERSONA_LISTA}
      scope={isAnyone ? undefined : rol}
      ask={askPersonas(isAnyone ? undefined : rol)}
      label={label}
      placeholder="RUC, cédula o nombre"
      {...(value === null ? { text: undefined } : chosenOf(value))}
      optionOf={(persona) => ({ key: persona.id, content: <OptionRecord title={persona.razon_social} detail={detailOf(persona, rol)} /> })}
      onChoose={onChoose}
      first={withConsumidorFinal ? [consumidorFinal] : []}
      last={(q) =>
        hasRight('persona:crear')
          ? [{ key: 'crear', isApart: true, content: <OptionCreate text={q} what={rol} />, run: () => onCreate(q) }]
          : []
      }
    />
  )
}
