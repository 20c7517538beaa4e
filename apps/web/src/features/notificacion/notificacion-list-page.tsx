import { ORDENES_NOTIFICACION, type Notificacion } from '@yupana/contract'
import { useQuery } from '@tanstack/react-query'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'

import { Button } from '../../components/button.tsx'
import { Chip, type ChipTone } from '../../components/chip.tsx'
import type { Column } from '../../components/data-table/column.ts'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { totalText } from '../../components/data-table/table-pager.tsx'
import { useListing } from '../../components/data-table/use-listing.ts'
import { PageHeader } from '../../components/page-header.tsx'
import { fechaText, today } from '../../lib/formato/format.ts'
import { untilRefused } from '../../lib/http/http-error.ts'
import { NotificacionDialog } from './notificacion-dialog.tsx'
import { notificacionesQuery, saveNotificacion } from './notificacion.queries.ts'
import { TIPO } from './tipo-notificacion.ts'

const SHAPE = { sorts: ORDENES_NOTIFICACION }

function stateOf({ activa, desde, hasta }: Notificacion): { label: string; tone: ChipTone } {
  const day = today()
  if (!activa) return { label: 'Retirada', tone: 'void' }
  if (desde > day) return { label: 'Programada', tone: 'info' }
  return hasta !== null && hasta < day ? { label: 'Terminada', tone: 'neutral' } : { label: 'Visible', tone: 'success' }
}

const State = ({ row }: { row: Notificacion }) => {
  const { label, tone } = stateOf(row)
  return <Chip tone={tone}>{label}</Chip>
}

const COLUMNS: readonly Column<Notificacion>[] = [
  { id: 'message', header: 'Mensaje', sort: 'message', cell: (row) => row.message, card: 'title' },
  { id: 'type', header: 'Tipo', cell: (row) => TIPO[row.type].label, whole: true },
  { id: 'desde', header: 'Desde', sort: 'desde', cell: (row) => fechaText(row.desde), whole: true },
  { id: 'hasta', header: 'Hasta', sort: 'hasta', cell: (row) => (row.hasta === null ? '—' : fechaText(row.hasta)), whole: true },
  { id: 'estado', header: 'Estado', cell: (row) => <State row={row} /> },
  {
    id: 'descartada',
    header: 'Cerrada por',
    cell: (row) => (row.descartada === 1 ? '1 usuario' : `${row.descartada} usuarios`),
    whole: true,
  },
]

/** `/administracion/notificaciones`: announcements of the operator to all users of the installation. */
export function NotificacionListPage() {
  const listing = useListing(SHAPE)
  const answer = useQuery(notificacionesQuery(listing.query))
  const [edited, setEdited] = useState<Notificacion | 'nueva'>()
  const toggle = ({ id, version, descartada: _descartada, ...form }: Notificacion) =>
    untilRefused(saveNotificacion({ ...form, activa: !form.activa }, { id, version }))
  return (
    <>
      <PageHeader title="Notificaciones" count={answer.data && totalText(answer.data)}>
        <Button leftSection={<IconPlus size={16} />} onClick={() => setEdited('nueva')}>
          Nueva notificación
        </Button>
      </PageHeader>
      <DataTable
        label="Notificaciones"
        columns={COLUMNS}
        listing={listing}
        answer={answer}
        rowId={(row) => row.id}
        rowName={(row) => row.message}
        actions={(row) => [
          { label: 'Editar', onSelect: () => setEdited(row) },
          { label: row.activa ? 'Retirar' : 'Volver a mostrar', onSelect: () => void toggle(row) },
        ]}
        firstUse={<p>Avise aquí de novedades, mejoras o problemas a todos los usuarios de esta instalación.</p>}
      />
      {edited && <NotificacionDialog present={edited === 'nueva' ? undefined : edited} onClose={() => setEdited(undefined)} />}
    </>
  )
}
