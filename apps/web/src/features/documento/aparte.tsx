import { displayMonto } from '@yupana/fiscal'
import { IconTrash } from '@tabler/icons-react'
import { useFormContext, useWatch } from 'react-hook-form'

import { IconButton } from '../../components/button.tsx'
import { useFieldError } from '../../components/form/use-field.ts'
import classes from '../../domain/emision/adicional.module.css'
import hoja from '../../domain/emision/hoja.module.css'
import { rubrosOf, type Aparte, type FacturaValores } from './factura-valores.ts'

const NOMBRES: Readonly<Record<string, string>> = {
  sustitutiva_guia: 'sustitutiva de guía',
  exportacion: 'datos de exportación',
  reembolsos: 'reembolsos de gastos',
  cotizacion_id: 'la cotización de la que sale',
}

const nombreOf = (parte: string, aparte: Aparte) =>
  parte === 'rubros_terceros' ? `rubros de terceros por ${displayMonto(rubrosOf(aparte))}` : (NOMBRES[parte] ?? parte.replaceAll('_', ' '))

/** What the factura it began with carries without fields here, in words by part. */
export const partesOf = (aparte: Aparte = {}): { parte: string; nombre: string }[] =>
  Object.keys(aparte).map((parte) => ({ parte, nombre: nombreOf(parte, aparte) }))

/** Each of those parts, to be read or taken out. */
export function AparteLista() {
  const { setValue } = useFormContext<FacturaValores>()
  const aparte = useWatch<FacturaValores, 'aparte'>({ name: 'aparte' })
  const partes = partesOf(aparte)
  const remove = (parte: string) => {
    const rest = Object.entries(aparte ?? {}).filter(([name]) => name !== parte)
    setValue('aparte', rest.length > 0 ? (Object.fromEntries(rest) as Aparte) : undefined, { shouldDirty: true })
  }
  if (partes.length === 0) return null
  return (
    <ul className={classes.aparte} aria-label="También incluye">
      {partes.map((parte) => (
        <Parte key={parte.parte} {...parte} onRemove={() => remove(parte.parte)} />
      ))}
    </ul>
  )
}

function Parte({ parte, nombre, onRemove }: { parte: string; nombre: string; onRemove: () => void }) {
  const campo = `aparte.${parte}`
  const error = useFieldError(campo)
  return (
    <li data-campo={campo}>
      <span>
        {nombre.charAt(0).toUpperCase() + nombre.slice(1)}
        {error && <small className={hoja.error}>{error}</small>}
      </span>
      <IconButton label={`Quitar: ${nombre}`} onClick={onRemove}>
        <IconTrash size={18} />
      </IconButton>
    </li>
  )
}
