import { ORDENES_PERSONA, ROLES_PERSONA, type Persona } from '@yupana/contract'
import { useQuery } from '@tanstack/react-query'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'

import { ActivoChip } from '../../components/activo-chip.tsx'
import type { Column } from '../../components/data-table/column.ts'
import { ColumnsButton } from '../../components/data-table/columns-button.tsx'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { ListFilter, ListSearch, ListTools } from '../../components/data-table/list-tools.tsx'
import { totalText } from '../../components/data-table/table-pager.tsx'
import { useListing } from '../../components/data-table/use-listing.ts'
import { DeleteDialog } from '../../components/dialog/delete-dialog.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { ROL_OPTIONS, rolesText } from '../../domain/persona/persona-schema.ts'
import { usePreferencia } from '../../domain/preferencia/use-preferencia.ts'
import { hasRight } from '../../lib/rights.ts'
import { useOrigin } from '../../lib/use-leave.ts'
import { personasQuery, removePersona } from './persona.queries.ts'

const SHAPE = { sorts: ORDENES_PERSONA, filters: { rol: ROLES_PERSONA, activo: ['true', 'false'] } }

const pathOf = ({ id }: Persona) => `/persona/${id}`

const COLUMNS: readonly Column<Persona>[] = [
  { id: 'identificacion', header: 'Identificación', sort: 'identificacion', cell: (row) => row.identificacion, href: pathOf },
  { id: 'razon_social', header: 'Nombre', sort: 'razon_social', cell: (row) => row.razon_social, card: 'title' },
  { id: 'roles', header: 'Rol', cell: (row) => rolesText(row.roles) },
  { id: 'correo', header: 'Correo', cell: (row) => row.correos[0] ?? '—' },
  { id: 'telefono', header: 'Teléfono', cell: (row) => row.telefonos[0] ?? '—' },
  { id: 'activo', header: 'Estado', cell: (row) => <ActivoChip activo={row.activo} /> },
]

const NewPersona = () => (
  <LinkButton to="/persona/registro" icon={<IconPlus size={16} />}>
    Nueva persona
  </LinkButton>
)

export function PersonaListPage() {
  const navigate = useNavigate()
  const origin = useOrigin()
  const listing = useListing(SHAPE)
  const layout = usePreferencia('persona')
  const answer = useQuery(personasQuery(listing.query))
  const [doomed, setDoomed] = useState<Persona>()
  const canCreate = hasRight('persona:crear')
  const actionsOf = (row: Persona) => [
    { label: hasRight('persona:editar') ? 'Editar' : 'Ver', onSelect: () => void navigate(pathOf(row), { state: origin }) },
    ...(hasRight('persona:eliminar') ? [{ label: 'Eliminar', danger: true, onSelect: () => setDoomed(row) }] : []),
  ]
  return (
    <>
      <PageHeader title="Personas" count={answer.data && totalText(answer.data)}>
        <ColumnsButton columns={COLUMNS} layout={layout} />
        {canCreate && <NewPersona />}
      </PageHeader>
      <ListTools listing={listing}>
        <ListSearch listing={listing} label="Buscar" placeholder="Nombre, RUC o cédula" />
        <ListFilter listing={listing} name="rol" label="Rol" options={ROL_OPTIONS} />
        <ListFilter listing={listing} name="activo" label="Estado" options={[{ value: 'true', label: 'Activos' }, { value: 'false', label: 'Inactivos' }]} />
      </ListTools>
      <DataTable
        label="Personas" columns={COLUMNS} layout={layout} listing={listing} answer={answer} rowId={(row) => row.id} rowName={(row) => row.razon_social} actions={actionsOf}
        firstUse={canCreate && <><p>Registre a sus clientes y proveedores para elegirlos al facturar.</p><NewPersona /></>}
      />
      {doomed && (
        <DeleteDialog
          title={`Eliminar a ${doomed.razon_social}`} confirmLabel="Eliminar persona" onDelete={() => removePersona(doomed.id)} onClose={() => setDoomed(undefined)}
        >
          <p>Se borrarán sus datos y no se podrán recuperar. Si consta en documentos, desactívela en lugar de eliminarla.</p>
        </DeleteDialog>
      )}
    </>
  )
}
