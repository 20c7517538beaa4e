import { COLUMNAS_NOMBRADO, ESTADOS_REGISTRO, NombradoForm, ORDENES_NOMBRADO, type Nombrado } from '@yupana/contract'
import { ESTADO_REGISTRO_LABEL } from '@yupana/fiscal'
import { useState } from 'react'

import { ActivoChip } from '../../components/activo-chip.tsx'
import type { Column } from '../../components/data-table/column.ts'
import { SelectField } from '../../components/form/choice-fields.tsx'
import { FormDialog } from '../../components/form/form-dialog.tsx'
import { TextField } from '../../components/form/text-field.tsx'
import { createSendingKey } from '../../lib/http/sending-key.ts'
import { CatalogoList } from './catalogo-list.tsx'
import type { Catalogo } from './catalogo.ts'

const ESTADO_OPTIONS = ESTADOS_REGISTRO.map((value) => ({ value, label: ESTADO_REGISTRO_LABEL[value] }))

const COLUMNS: readonly Column<Nombrado>[] = [
  { id: 'name', header: COLUMNAS_NOMBRADO.name, sort: 'name', cell: (row) => row.name, card: 'title' },
  { id: 'description', header: COLUMNAS_NOMBRADO.description, cell: (row) => row.description ?? '—' },
  { id: 'status', header: COLUMNAS_NOMBRADO.status, cell: (row) => <ActivoChip activo={row.status === 'ACTIVO'} /> },
]

const FILTERS = [{ name: 'status', label: 'Estado', options: ESTADO_OPTIONS }]

interface NombradoProps {
  catalogo: Catalogo<Nombrado>
}

/** A catalogue whose records have a name, a description and a state (O-75), with its form over the list. */
export const NombradoList = ({ catalogo, firstUse }: NombradoProps & { firstUse: string }) => (
  <CatalogoList
    catalogo={catalogo}
    columns={COLUMNS}
    sorts={ORDENES_NOMBRADO}
    filters={FILTERS}
    rowName={(row) => row.name}
    placeholder="Nombre o descripción"
    firstUse={firstUse}
    deleteNote="Las que constan en productos no se eliminan: puede desactivarlas."
    dialog={(record, onClose) => <NombradoDialog catalogo={catalogo} record={record} onClose={onClose} />}
  />
)

interface NombradoDialogProps extends NombradoProps {
  /** Absent for a new record. */
  record?: Nombrado | undefined
  /** Initial name of a new record. */
  name?: string
  onDone?: (saved: Nombrado) => void
  onClose: () => void
}

/** Creates or edits a record. */
export function NombradoDialog({ catalogo, record, name = '', onDone, onClose }: NombradoDialogProps) {
  const [keyFor] = useState(createSendingKey)
  const initial = { name: record?.name ?? name, description: record?.description ?? '', status: record?.status ?? ('ACTIVO' as const) }
  return (
    <FormDialog
      title={record ? `Editar ${catalogo.words.one}` : catalogo.words.nuevo}
      schema={NombradoForm}
      initial={initial}
      onSubmit={(form) => catalogo.save(form, record, keyFor(form))}
      {...(onDone && { onDone })}
      onClose={onClose}
    >
      <TextField name="name" label="Nombre" required />
      <TextField name="description" label="Descripción" />
      <SelectField name="status" label="Estado" options={ESTADO_OPTIONS} required />
    </FormDialog>
  )
}
