import { BodegaForm, COLUMNAS_BODEGA, ESTADOS_REGISTRO, ORDENES_NOMBRADO, searchEstablecimiento, type Bodega } from '@yupana/contract'
import { ESTADO_REGISTRO_LABEL } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { ActivoChip } from '../../components/activo-chip.tsx'
import { Chip } from '../../components/chip.tsx'
import type { Column } from '../../components/data-table/column.ts'
import { CheckboxField, SelectField } from '../../components/form/choice-fields.tsx'
import { FieldPair } from '../../components/form/form-parts.tsx'
import { FormDialog } from '../../components/form/form-dialog.tsx'
import { TextField } from '../../components/form/text-field.tsx'
import { BODEGAS } from '../../domain/bodega/bodegas.ts'
import { CatalogoList } from '../../domain/catalogo/catalogo-list.tsx'
import { everyRow } from '../../lib/http/every-row.ts'
import { fetchData } from '../../lib/http/http.ts'
import { createSendingKey } from '../../lib/http/sending-key.ts'

const ESTADO_OPTIONS = ESTADOS_REGISTRO.map((value) => ({ value, label: ESTADO_REGISTRO_LABEL[value] }))

const COLUMNS: readonly Column<Bodega>[] = [
  { id: 'name', header: COLUMNAS_BODEGA.name, sort: 'name', cell: (row) => row.name, card: 'title' },
  { id: 'description', header: COLUMNAS_BODEGA.description, cell: (row) => row.description ?? '—' },
  { id: 'establecimiento', header: COLUMNAS_BODEGA.establecimiento, cell: (row) => row.establecimiento ?? '—' },
  { id: 'uso', header: COLUMNAS_BODEGA.uso, cell: (row) => (row.predeterminada ? <Chip tone="info">Predeterminada</Chip> : '—') },
  { id: 'status', header: COLUMNAS_BODEGA.status, cell: (row) => <ActivoChip activo={row.status === 'ACTIVO'} /> },
]

const FILTERS = [{ name: 'status', label: 'Estado', options: ESTADO_OPTIONS }]

export const BodegaListPage = () => (
  <CatalogoList
    catalogo={BODEGAS}
    columns={COLUMNS}
    sorts={ORDENES_NOMBRADO}
    filters={FILTERS}
    rowName={(row) => row.name}
    placeholder="Nombre o descripción"
    firstUse="Registre los lugares donde guarda lo que vende."
    deleteNote="Las que tienen movimientos no se eliminan: puede desactivarlas."
    dialog={(record, onClose) => <BodegaDialog record={record} onClose={onClose} />}
  />
)

const establecimientosQuery = () => ({
  queryKey: [BODEGAS.lista, 'establecimientos'],
  queryFn: ({ signal }: { signal: AbortSignal }) => everyRow((query) => fetchData(searchEstablecimiento, { query, signal })),
})

function BodegaDialog({ record, onClose }: { record: Bodega | undefined; onClose: () => void }) {
  const [keyFor] = useState(createSendingKey)
  const { data: establecimientos = [] } = useQuery(establecimientosQuery())
  const known = establecimientos.map(({ codigo, nombre }) => ({ value: codigo, label: nombre ? `${codigo} · ${nombre}` : codigo }))
  const own = record?.establecimiento ?? ''
  const initial = {
    name: record?.name ?? '',
    description: record?.description ?? '',
    establecimiento: own,
    predeterminada: record?.predeterminada ?? false,
    status: record?.status ?? ('ACTIVO' as const),
  }
  return (
    <FormDialog
      title={record ? 'Editar bodega' : BODEGAS.words.nuevo}
      schema={BodegaForm}
      initial={initial}
      onSubmit={(form) => BODEGAS.save(form, record, keyFor(form))}
      onClose={onClose}
    >
      <TextField name="name" label="Nombre" required />
      <TextField name="description" label="Descripción" />
      <FieldPair>
        <SelectField
          name="establecimiento"
          label="Establecimiento"
          options={[
            { value: '', label: 'Ninguno' },
            ...(own === '' || known.some(({ value }) => value === own) ? [] : [{ value: own, label: own }]),
            ...known,
          ]}
          description="Sus comprobantes toman de esta bodega."
        />
        <SelectField name="status" label="Estado" options={ESTADO_OPTIONS} required />
      </FieldPair>
      <CheckboxField
        name="predeterminada"
        label="Predeterminada"
        description="De aquí toman los establecimientos que no tienen bodega propia."
      />
    </FormDialog>
  )
}
