import type { Empleado, Listing } from '@yupana/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'

import { Chip } from '../../components/chip.tsx'
import type { Column } from '../../components/data-table/column.ts'
import { ColumnsButton } from '../../components/data-table/columns-button.tsx'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { ListFilter, ListSearch, ListTools } from '../../components/data-table/list-tools.tsx'
import { useListing, type ListingControl } from '../../components/data-table/use-listing.ts'
import { PageHeader } from '../../components/page-header.tsx'
import { usePreferencia } from '../../domain/preferencia/use-preferencia.ts'
import { momentoText } from '../../lib/format.ts'
import { useOrigin } from '../../lib/use-leave.ts'
import { RemoveDialog, useToggle } from './empleado-dialogs.tsx'
import { empleadosQuery } from './empleado.queries.ts'
import { fullName } from './empleado-words.ts'
import { InvitarButton } from './invitar-dialog.tsx'
import { UsuariosNav } from './usuarios-nav.tsx'

const SHAPE = { sorts: ['name', 'username', 'ultimo_ingreso'], filters: { rol: ['1', '2', '3', '4'], activo: ['true', 'false'] } } as const

const pathOf = ({ id }: Empleado) => `/configuracion/usuario_rol/${id}`

const COLUMNS: readonly Column<Empleado>[] = [
  { id: 'name', header: 'Nombre', sort: 'name', cell: fullName, href: pathOf, card: 'title' },
  { id: 'username', header: 'Usuario', sort: 'username', cell: (row) => row.username },
  { id: 'mail', header: 'Correo', cell: (row) => row.mail },
  { id: 'rol', header: 'Rol', cell: (row) => row.rol.name, whole: true },
  { id: 'menus', header: 'Menús', cell: (row) => (row.menus_propios ? 'Asignados' : 'Del rol') },
  { id: 'ultimo_ingreso', header: 'Último ingreso', sort: 'ultimo_ingreso', cell: (row) => (row.ultimo_ingreso === null ? '—' : momentoText(row.ultimo_ingreso)), whole: true },
  { id: 'activo', header: 'Estado', cell: (row) => (row.activo ? <Chip tone="success">Activo</Chip> : <Chip tone="neutral">Inactivo</Chip>) },
]

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

const sortKey = (row: Empleado, field: string): string => (field === 'username' ? row.username : field === 'ultimo_ingreso' ? (row.ultimo_ingreso ?? '') : fullName(row))

/** One page of the people of a company: all of them come at once, few as they are. */
export function pageOf(rows: readonly Empleado[], { q, filters, sort, page, size }: ListingControl['state']): Listing<Empleado> {
  const words = plain(q).split(/\s+/).filter(Boolean)
  const found = rows.filter((row) => {
    const text = plain(`${fullName(row)} ${row.username} ${row.mail}`)
    return words.every((word) => text.includes(word)) && (!filters['rol'] || String(row.rol.id) === filters['rol']) && (!filters['activo'] || String(row.activo) === filters['activo'])
  })
  const [field = '', direction] = sort.split(',')
  const sign = direction === 'DESC' ? -1 : 1
  const sorted = sort === '' ? found : found.toSorted((a, b) => sign * sortKey(a, field).localeCompare(sortKey(b, field), 'es'))
  return { content: sorted.slice(page * size, (page + 1) * size), totalElements: found.length, totalPages: Math.ceil(found.length / size), number: page, size, exact: true }
}

const ROLES = [{ value: '1', label: 'ADMIN' }, { value: '3', label: 'VENDEDOR' }, { value: '4', label: 'EMPLEADO' }, { value: '2', label: 'USUARIO' }]

/** `/configuracion/usuario_rol/registro`: the people of the company. */
export function EmpleadoListPage() {
  const navigate = useNavigate()
  const origin = useOrigin()
  const listing = useListing(SHAPE)
  const layout = usePreferencia('empleado')
  const { data, isError, refetch } = useQuery(empleadosQuery())
  const [doomed, setDoomed] = useState<Empleado>()
  const toggle = useToggle()
  const page = data && pageOf(data, listing.state)
  const actionsOf = (row: Empleado) => [
    { label: row.editable ? 'Menús y permisos' : 'Ver', onSelect: () => void navigate(pathOf(row), { state: origin }) },
    ...(row.editable
      ? [{ label: row.activo ? 'Desactivar' : 'Activar', onSelect: () => toggle.ask(row) }, { label: 'Eliminar', danger: true, onSelect: () => setDoomed(row) }]
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
        <ListFilter listing={listing} name="activo" label="Estado" options={[{ value: 'true', label: 'Activos' }, { value: 'false', label: 'Inactivos' }]} />
      </ListTools>
      <DataTable
        label="Empleados" columns={COLUMNS} layout={layout} listing={listing} answer={{ data: page, isError, isPlaceholderData: false, refetch }} rowId={(row) => row.id} rowName={fullName}
        actions={actionsOf}
      />
      {toggle.dialog}
      {doomed && <RemoveDialog empleado={doomed} onClose={() => setDoomed(undefined)} />}
    </>
  )
}
