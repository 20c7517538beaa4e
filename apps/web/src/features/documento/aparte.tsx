import type { Fecha } from '@yupana/fiscal'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'

import { IconButton } from '../../components/button.tsx'
import { Dropdown } from '../../components/dropdown/dropdown.tsx'
import { useFieldError } from '../../components/form/use-field.ts'
import { loadedPart } from '../../components/loaded-part.tsx'
import classes from '../../domain/emision/adicional.module.css'
import hoja from '../../domain/emision/hoja.module.css'
import type { Aparte, FacturaValores } from './factura-valores.ts'
import type { faltantesOf, Parte, ParteIncluida } from './partes.ts'

const ParteExportacion = loadedPart(async () => (await import('./parte-exportacion.tsx')).ParteExportacion)
const ReembolsosDialog = loadedPart(async () => (await import('../../domain/reembolso/reembolsos-dialog.tsx')).ReembolsosDialog)
const ParteRubros = loadedPart(async () => (await import('./parte-rubros.tsx')).ParteRubros)
const ParteSustitutiva = loadedPart(async () => (await import('./parte-sustitutiva.tsx')).ParteSustitutiva)
const ParteNegociable = loadedPart(async () => (await import('./parte-negociable.tsx')).ParteNegociable)
const ParteTransporte = loadedPart(async () => (await import('./parte-transporte.tsx')).ParteTransporte)

interface AparteListaProps {
  hoy: Fecha
  partes: readonly ParteIncluida[]
  faltantes: ReturnType<typeof faltantesOf>
}

/** The special parts: each can be changed or removed, others can be added. */
export function AparteLista({ hoy, partes, faltantes }: AparteListaProps) {
  const { setValue, clearErrors } = useFormContext<FacturaValores>()
  const aparte = useWatch<FacturaValores, 'aparte'>({ name: 'aparte' }) ?? {}
  const [opened, setOpened] = useState<Parte | 'transporte'>()
  const put = (next: Aparte) => {
    clearErrors('aparte')
    setValue('aparte', Object.keys(next).length > 0 ? next : undefined, { shouldDirty: true })
  }
  const remove = (parte: string) => put(Object.fromEntries(Object.entries(aparte).filter(([name]) => name !== parte)) as Aparte)
  const of = <P extends Parte>(parte: P) => ({
    parte: aparte[parte],
    hoy,
    onSave: (value: NonNullable<Aparte[P]>) => put({ ...aparte, [parte]: value }),
    onClose: () => setOpened(undefined),
  })
  return (
    <>
      {partes.length > 0 && (
        <ul className={classes.aparte} aria-label="También incluye">
          {partes.map(({ parte, nombre, editable }) => (
            <Fila
              key={parte}
              parte={parte}
              nombre={nombre}
              onEdit={editable && (() => setOpened(editable))}
              onRemove={() => remove(parte)}
            />
          ))}
        </ul>
      )}
      <div className={classes.especiales}>
        <span className={hoja.nota}>Exportación, reembolsos y otros datos especiales</span>
        <Dropdown
          label="Añadir datos especiales"
          target={<IconPlus size={18} aria-hidden="true" />}
          items={[
            ...faltantes.map(({ parte, agregar }) => ({ label: agregar, onPick: () => setOpened(parte) })),
            { label: 'Transporte comercial', onPick: () => setOpened('transporte') },
          ]}
        />
      </div>
      {opened === 'exportacion' && <ParteExportacion {...of('exportacion')} />}
      {opened === 'reembolsos' && <ReembolsosDialog {...of('reembolsos')} />}
      {opened === 'rubros_terceros' && <ParteRubros {...of('rubros_terceros')} />}
      {opened === 'sustitutiva_guia' && <ParteSustitutiva {...of('sustitutiva_guia')} />}
      {opened === 'negociable' && <ParteNegociable {...of('negociable')} />}
      {opened === 'transporte' && <ParteTransporte onClose={() => setOpened(undefined)} />}
    </>
  )
}

interface FilaProps {
  parte: string
  nombre: string
  /** Absent for a part that is only carried along. */
  onEdit: (() => void) | undefined
  onRemove: () => void
}

function Fila({ parte, nombre, onEdit, onRemove }: FilaProps) {
  const campo = `aparte.${parte}`
  const error = useFieldError(campo)
  return (
    <li data-campo={campo}>
      <span>
        {nombre.charAt(0).toUpperCase() + nombre.slice(1)}
        {error && <small className={hoja.error}>{error}</small>}
      </span>
      <span className={classes.botones}>
        {onEdit && (
          <IconButton label={`Cambiar: ${nombre}`} onClick={onEdit}>
            <IconPencil size={18} />
          </IconButton>
        )}
        <IconButton label={`Quitar: ${nombre}`} onClick={onRemove}>
          <IconTrash size={18} />
        </IconButton>
      </span>
    </li>
  )
}
