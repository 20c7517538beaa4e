import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useFieldArray, useFormContext } from 'react-hook-form'

import { Button, IconButton } from '../../components/button.tsx'
import { TextField } from '../../components/form/text-field.tsx'
import classes from './adicional.module.css'
import type { CampoValores } from './campos-valores.ts'

const MAX_CAMPOS = 14

/** Additional fields of the document: name and value, as many as the XML holds. */
export function CamposAdicionalesLista() {
  const { control } = useFormContext<{ info_adicional: CampoValores[] }>()
  const { fields, append, remove } = useFieldArray({ control, name: 'info_adicional' })
  return (
    <>
      {fields.map((field, at) => (
        <div key={field.id} className={classes.campo}>
          <TextField name={`info_adicional.${at}.nombre`} label={`Nombre del campo ${at + 1}`} />
          <TextField name={`info_adicional.${at}.valor`} label={`Valor del campo ${at + 1}`} />
          <IconButton label={`Quitar el campo ${at + 1}`} onClick={() => remove(at)}>
            <IconTrash size={18} />
          </IconButton>
        </div>
      ))}
      {fields.length < MAX_CAMPOS && (
        <div>
          <Button variant="subtle" leftSection={<IconPlus size={16} />} onClick={() => append({ nombre: '', valor: '' })}>
            Añadir campo
          </Button>
        </div>
      )}
    </>
  )
}
