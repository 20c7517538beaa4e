import { MAX_DIRECCIONES } from '@yupana/contract'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useRef } from 'react'
import { useFieldArray, useFormContext } from 'react-hook-form'

import { Button, IconButton } from '../../components/button.tsx'
import form from '../../components/form/form.module.css'
import { TextField } from '../../components/form/text-field.tsx'
import { useFieldError } from '../../components/form/use-field.ts'
import type { PersonaInput } from '../../domain/persona/persona-schema.ts'
import classes from './direcciones.module.css'

/** Further addresses, each with a name: a guía de remisión offers them as destination. */
export function Direcciones() {
  const { control } = useFormContext<PersonaInput>()
  const { fields, append, remove } = useFieldArray({ control, name: 'direcciones' })
  const error = useFieldError('direcciones')
  const add = useRef<HTMLButtonElement>(null)
  return (
    <fieldset className={form.group}>
      <legend className="mantine-InputWrapper-label">Otras direcciones</legend>
      <div className={form.list}>
        {fields.map((field, at) => (
          <div key={field.id} className={classes.fila}>
            <TextField name={`direcciones.${at}.nombre`} label={`Nombre ${at + 1}`} required />
            <TextField name={`direcciones.${at}.direccion`} label={`Dirección ${at + 1}`} required />
            <IconButton
              label={`Quitar dirección ${at + 1}`}
              onClick={() => {
                remove(at)
                setTimeout(() => add.current?.focus())
              }}
            >
              <IconTrash size={18} />
            </IconButton>
          </div>
        ))}
        {fields.length < MAX_DIRECCIONES && (
          <Button ref={add} variant="subtle" leftSection={<IconPlus size={16} />} onClick={() => append({ nombre: '', direccion: '' })}>
            Añadir dirección
          </Button>
        )}
      </div>
      {error && (
        <p role="alert" className={form.error}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
