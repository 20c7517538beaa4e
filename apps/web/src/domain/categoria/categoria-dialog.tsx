import { CategoriaForm, ESTADOS_REGISTRO, MAX_NIVELES_CATEGORIA, type Categoria, type CategoriaNodo } from '@yupana/contract'
import { ESTADO_REGISTRO_LABEL } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { SelectField } from '../../components/form/choice-fields.tsx'
import { FormDialog } from '../../components/form/form-dialog.tsx'
import { TextField } from '../../components/form/text-field.tsx'
import { createSendingKey } from '../../lib/http/sending-key.ts'
import { OpcionField, type Opcion } from '../catalogo/opcion-field.tsx'
import { arbolQuery, caminoText, CATEGORIAS, levelsOf, sitiosOf } from './categoria.ts'

export const ESTADO_OPTIONS = ESTADOS_REGISTRO.map((value) => ({ value, label: ESTADO_REGISTRO_LABEL[value] }))

const TOP = 'Ninguna: primer nivel'

/** Possible parents of a category: not below itself, and no deeper than the tree allows. */
export function useLugares(moved?: CategoriaNodo): Opcion[] {
  const { data = [] } = useQuery(arbolQuery())
  const levels = moved ? levelsOf(moved) : 1
  return sitiosOf(data)
    .filter(({ nodo, above }) => above.length + 1 + levels <= MAX_NIVELES_CATEGORIA && ![...above, nodo].some(({ id }) => id === moved?.id))
    .map(({ nodo, above }) => ({ id: nodo.id, name: nodo.name, detail: caminoText(above), isActive: nodo.status === 'ACTIVO' }))
}

interface CategoriaDialogProps {
  /** Absent for a new category. */
  record?: CategoriaNodo | undefined
  /** Initial parent of a new category. */
  parent?: string | null
  name?: string
  onDone?: (saved: Categoria) => void
  onClose: () => void
}

/** Creates or edits a category. */
export function CategoriaDialog({ record, parent = null, name = '', onDone, onClose }: CategoriaDialogProps) {
  const [keyFor] = useState(createSendingKey)
  const lugares = useLugares(record)
  return (
    <FormDialog
      title={record ? 'Editar categoría' : CATEGORIAS.words.nuevo}
      schema={CategoriaForm}
      initial={{
        name: record?.name ?? name,
        description: record?.description ?? '',
        parent_id: record ? record.parent_id : parent,
        status: record?.status ?? 'ACTIVO',
      }}
      onSubmit={(form) => CATEGORIAS.save(form, record, keyFor(form))}
      {...(onDone && { onDone })}
      onClose={onClose}
    >
      <TextField name="name" label="Nombre" required />
      <TextField name="description" label="Descripción" />
      <OpcionField name="parent_id" label="Dentro de" queryKey="categoria-lugar" opciones={lugares} none={TOP} />
      <SelectField name="status" label="Estado" options={ESTADO_OPTIONS} required />
    </FormDialog>
  )
}

/** «Mover a…»: moves a category and its descendants under another one. */
export function MoverDialog({ record, onClose }: { record: CategoriaNodo; onClose: () => void }) {
  const lugares = useLugares(record)
  const { name, description, status } = record
  return (
    <FormDialog
      title={`Mover ${name}`}
      schema={CategoriaForm}
      initial={{ name, description: description ?? '', status, parent_id: record.parent_id }}
      onSubmit={(form) => CATEGORIAS.save(form, record, {})}
      onClose={onClose}
      saveLabel="Mover"
      busyLabel="Moviendo…"
      hasRequired={false}
    >
      <OpcionField name="parent_id" label="Dentro de" queryKey="categoria-lugar" opciones={lugares} none={TOP} />
      {record.children.length > 0 && <p>Lo que está debajo de {name} va con ella.</p>}
    </FormDialog>
  )
}
