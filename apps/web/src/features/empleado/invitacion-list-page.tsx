import { ESTADOS_INVITACION, ORDENES_INVITACION, type EstadoInvitacion, type Invitacion } from '@yupana/contract'
import { nombreRol } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { Chip, type ChipTone } from '../../components/chip.tsx'
import type { Column } from '../../components/data-table/column.ts'
import { ColumnsButton } from '../../components/data-table/columns-button.tsx'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { ListFilter, ListSearch, ListTools } from '../../components/data-table/list-tools.tsx'
import { totalText } from '../../components/data-table/table-pager.tsx'
import { useListing } from '../../components/data-table/use-listing.ts'
import { DeleteDialog } from '../../components/dialog/delete-dialog.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { usePreferencia } from '../../domain/preferencia/use-preferencia.ts'
import { momentoText } from '../../lib/formato/format.ts'
import { invitacionesQuery, removeInvitacion } from './empleado.queries.ts'
import { InvitarButton } from './invitar-dialog.tsx'
import { UsuariosNav } from './usuarios-nav.tsx'

const SHAPE = { sorts: ORDENES_INVITACION, filters: { estado: ESTADOS_INVITACION } }

const ESTADO: Readonly<Record<EstadoInvitacion, { tone: ChipTone; label: string }>> = {
  PENDIENTE: { tone: 'warning', label: 'Pendiente' },
  ACEPTADA: { tone: 'success', label: 'Aceptada' },
  VENCIDA: { tone: 'void', label: 'Vencida' },
}

const COLUMNS: readonly Column<Invitacion>[] = [
  { id: 'mail', header: 'Correo', sort: 'mail', cell: (row) => row.mail, card: 'title', line: true },
  { id: 'rol', header: 'Rol', cell: (row) => nombreRol(row.rol), whole: true },
  { id: 'invita', header: 'Invitó', cell: (row) => row.invita },
  { id: 'creada_en', header: 'Enviada', sort: 'creada_en', cell: (row) => momentoText(row.creada_en), whole: true },
  {
    id: 'vence_en',
    header: 'Vence',
    sort: 'vence_en',
    cell: (row) => (row.estado === 'ACEPTADA' ? '—' : momentoText(row.vence_en)),
    whole: true,
  },
  { id: 'estado', header: 'Estado', cell: ({ estado }) => <Chip tone={ESTADO[estado].tone}>{ESTADO[estado].label}</Chip> },
]

/** `/configuracion/usuario_rol/invitaciones`. */
export function InvitacionListPage() {
  const layout = usePreferencia('invitacion')
  const listing = useListing(SHAPE, layout)
  const answer = useQuery({ ...invitacionesQuery(listing.query), enabled: layout.isReady })
  const [doomed, setDoomed] = useState<Invitacion>()
  return (
    <>
      <PageHeader title="Usuarios y Roles" count={answer.data && totalText(answer.data)}>
        <ColumnsButton columns={COLUMNS} layout={layout} />
        <InvitarButton />
      </PageHeader>
      <UsuariosNav />
      <ListTools listing={listing}>
        <ListSearch listing={listing} label="Buscar" placeholder="Correo" />
        <ListFilter
          listing={listing}
          name="estado"
          label="Estado"
          options={ESTADOS_INVITACION.map((value) => ({ value, label: ESTADO[value].label }))}
          anyLabel="Todas"
        />
      </ListTools>
      <DataTable
        label="Invitaciones"
        columns={COLUMNS}
        layout={layout}
        listing={listing}
        answer={answer}
        rowId={(row) => row.id}
        rowName={(row) => row.mail}
        actions={(row) => [{ label: 'Eliminar', danger: true, onSelect: () => setDoomed(row) }]}
        firstUse={<p>Invite por correo a quienes trabajan en la empresa: cada persona entra con su propio usuario.</p>}
      />
      {doomed && (
        <DeleteDialog
          title={`Eliminar la invitación a ${doomed.mail}`}
          confirmLabel="Eliminar invitación"
          onDelete={() => removeInvitacion(doomed.id)}
          onClose={() => setDoomed(undefined)}
        >
          <p>{doomed.estado === 'PENDIENTE' ? 'Su enlace dejará de valer.' : 'Deja de mostrarse en la lista; nada más cambia.'}</p>
        </DeleteDialog>
      )}
    </>
  )
}
