import type { Empleado } from '@yupana/contract'
import { ROL, nombreRol } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'

import { ActivoChip } from '../../components/activo-chip.tsx'
import type { Column } from '../../components/data-table/column.ts'
import { ColumnsButton } from '../../components/data-table/columns-button.tsx'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { ListFilter, ListSearch, ListTools } from '../../components/data-table/list-tools.tsx'
import { useListing } from '../../components/data-table/use-listing.ts'
import { PageHeader } from '../../components/page-header.tsx'
import { usePreferencia } from '../../domain/preferencia/use-preferencia.ts'
import { momentoText } from '../../lib/formato/format.ts'
import { useOrigin } from '../../lib/pagina/use-leave.ts'
import { pageOf } from './empleado-busqueda.ts'
import { RemoveDialog, useToggle } from './empleado-dialogs.tsx'
import { empleadosQuery } from './empleado.queries.ts'
import { fullName } from './empleado-words.ts'
import { InvitarButton } from './invitar-dialog.tsx'
import { UsuariosNav } from './usuarios-nav.tsx'

const ROLES = (['ADMIN', 'VENDEDOR', 'EMPLEADO', 'USUARIO'] as const).map((name) => ({
  value: String(ROL[name]),
  label: nombreRol({ id: ROL[name], name }),
}))
const SHAPE = {
  sorts: ['name', 'username', 'ultimo_ingreso'],
  filters: { rol: ROLES.map(({ value }) => value), activo: ['true', 'false'] },
}

const pathOf = ({ id }: Empleado) => `/configuracion/usuario_rol/${id}`

const COLUMNS: readonly Column<Empleado>[] = [
  { id: 'name', header: 'Nombre', sort: 'name', cell: fullName, href: pathOf, card: 'title' },
  { id: 'username', header: 'Usuario', sort: 'username', cell: (row) => row.username, line: true },
  { id: 'mail', header: 'Correo', cell: (row) => row.mail, line: true },
  { id: 'rol', header: 'Rol', cell: (row) => nombreRol(row.rol), whole: true },
  { id: 'menus', header: 'Menús', cell: (row) => (row.menus_propios ? 'Asignados' : 'Del rol') },
  {
    id: 'ultimo_ingreso',
    header: 'Último ingreso',
    sort: 'ultimo_ingreso',
    cell: (row) => (row.ultimo_ingreso === null ? '—' : momentoText(row.ultimo_ingreso)),
    whole: true,
  },
  { id: 'activo', header: 'Estado', cell: (row) => <ActivoChip activo={row.activo} /> },
]

/** `/configuracion/usuario_rol/registro`: the people of the company. */
export function EmpleadoListPage() {
  const navigate = useNavigate()
  const origin = useOrigin()
  const layout = usePreferencia('empleado')
  const listing = useListing(SHAPE, layout)
  const { data, isError, refetch } = useQuery(empleadosQuery())
  const [doomed, setDoomed] = useState<Empleado>()
  const toggle = useToggle()
  const page = data && pageOf(data, listing.state)
  const actionsOf = (row: Empleado) => [
    { label: row.editable ? 'Menús y permisos' : 'Ver', onSelect: () => void navigate(pathOf(row), { state: origin }) },
    ...(row.editable
      ? [
          { label: row.activo ? 'Desactivar' : 'Activar', onSelect: () => toggle.ask(row) },
          { label: 'Eliminar', danger: true, onSelect: () => setDoomed(row) },
        ]
      : []),
  ]
  return (
    <>
      <PageHeader title="Usuarios y Roles" count={data && String(data.length)}>
        <ColumnsButton columns={COLUMNS} layout={layout} />
        <InvitarButton />
      </PageHeader>
      <UsuariosNav />
      <ListTools listing={listing}>
        <ListSearch listing={listing} label="Buscar" placeholder="Nombre, usuario o correo" />
        <ListFilter listing={listing} name="rol" label="Rol" options={ROLES} />
        <ListFilter
          listing={listing}
          name="activo"
          label="Estado"
          options={[
            { value: 'true', label: 'Activos' },
            { value: 'false', label: 'Inactivos' },
          ]}
        />
      </ListTools>
      <DataTable
        label="Empleados"
        columns={COLUMNS}
        layout={layout}
        listing={listing}
        answer={{ data: page, isError, isPlaceholderData: false, refetch }}
        rowId={(row) => row.id}
        rowName={fullName}
        actions={actionsOf}
      />
      {toggle.dialog}
      {doomed && <RemoveDialog empleado={doomed} onClose={() => setDoomed(undefined)} />}
    </>
  )
}
