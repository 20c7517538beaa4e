import { IconChevronRight, IconPlus, IconTrash } from '@tabler/icons-react'
import { memo } from 'react'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'

import { Button, IconButton } from '../../components/button.tsx'
import { TextField } from '../../components/form/text-field.tsx'
import { AparteLista, partesOf } from './aparte.tsx'
import classes from './adicional.module.css'
import hoja from './documento.module.css'
import type { FacturaValores } from './factura-valores.ts'
import { usePreferencias } from './preferencias.ts'

const MAX_CAMPOS = 14

/** Additional fields, waybill and plate: closed until somebody needs them, and then as they were left. */
export const Adicional = memo(function Adicional() {
  const { preferencias, prefer } = usePreferencias()
  const { control } = useFormContext<FacturaValores>()
  const { fields, append, remove } = useFieldArray({ control, name: 'info_adicional' })
  return (
    <details className={hoja.card} open={preferencias.adicional} onToggle={(event) => prefer({ adicional: event.currentTarget.open })}>
      <summary className={classes.summary}>
        <IconChevronRight size={18} aria-hidden="true" />
        <span>
          Información adicional, guía de remisión y placa
          <Incluye />
        </span>
      </summary>
      <div className={classes.adicional}>
        <AparteLista />
        <div className={classes.pair}>
          <TextField name="guia_remision" label="Guía de remisión" description="Como 001-001-000000123" />
          <TextField name="placa" label="Placa" />
        </div>
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
      </div>
    </details>
  )
})

/** What the invoice carries without fields of its own, seen while the section is closed too. */
function Incluye() {
  const partes = partesOf(useWatch<FacturaValores, 'aparte'>({ name: 'aparte' }))
  return partes.length > 0 ? <small className={classes.incluye}>Incluye: {partes.map(({ nombre }) => nombre).join(', ')}</small> : null
}
