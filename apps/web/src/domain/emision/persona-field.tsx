import type { Persona } from '@yupana/contract'
import { useState } from 'react'
import { useFormContext, useWatch, type FieldValues } from 'react-hook-form'

import { useFieldError } from '../../components/form/use-field.ts'
import { loadedPart } from '../../components/loaded-part.tsx'
import type { RolElegido } from '../persona-picker/persona-busqueda.ts'
import { PersonaPicker } from '../persona-picker/persona-picker.tsx'
import { compradorOf, CONSUMIDOR, type CompradorValores } from './comprador-valores.ts'

const PersonaRapida = loadedPart(async () => (await import('../persona-picker/persona-rapida.tsx')).PersonaRapida)

interface PersonaFieldProps {
  name: string
  label: string
  rol: RolElegido
  isAnyone?: boolean
  withConsumidorFinal?: boolean
  autoFocus?: boolean
  /** Undefined stands for consumidor final. */
  onChosen: (persona: Persona | undefined) => void
}

/** Somebody of the document, found or registered at once. */
export function PersonaField({
  name,
  label,
  rol,
  isAnyone = true,
  withConsumidorFinal = false,
  autoFocus = false,
  onChosen,
}: PersonaFieldProps) {
  const { setValue } = useFormContext<FieldValues>()
  const value = useWatch<FieldValues>({ name }) as CompradorValores | null
  const error = useFieldError(name)
  const [nuevo, setNuevo] = useState<string>()
  const choose = (persona: Persona | undefined) => {
    setValue(name, persona ? compradorOf(persona) : CONSUMIDOR, { shouldDirty: true })
    onChosen(persona)
  }
  return (
    <div data-campo={name}>
      <PersonaPicker
        value={value}
        rol={rol}
        isAnyone={isAnyone}
        label={label}
        withConsumidorFinal={withConsumidorFinal}
        onChoose={choose}
        onCreate={setNuevo}
        error={error}
        autoFocus={autoFocus}
        required
      />
      {nuevo !== undefined && (
        <PersonaRapida
          text={nuevo}
          rol={rol}
          onClose={() => setNuevo(undefined)}
          onDone={(persona) => {
            setNuevo(undefined)
            choose(persona)
          }}
        />
      )}
    </div>
  )
}
