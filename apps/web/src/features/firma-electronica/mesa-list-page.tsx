import type { SolicitudFirmaEnCola } from '@yupana/contract'
import { daysBetween, fechaIn } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from 'react-router'

import type { Column } from '../../components/data-table/column.ts'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { ListFilter, ListTools } from '../../components/data-table/list-tools.tsx'
import { totalText } from '../../components/data-table/table-pager.tsx'
import { useListing } from '../../components/data-table/use-listing.ts'
import { PageHeader } from '../../components/page-header.tsx'
import { fechaText, today } from '../../lib/formato/format.ts'
import { ESTADO_FIRMA_OPTIONS, EstadoFirmaChip, firmaText } from './firma-words.tsx'
import { MesaSolicitud } from './mesa-solicitud.tsx'
import { colaQuery } from './mesa.queries.ts'

const pathOf = ({ empresa_id, id }: SolicitudFirmaEnCola) => `/administracion/firmas?empresa=${empresa_id}&solicitud=${id}`

/** «3 días», for a request that still waits. */
function esperaText({ estado, enviada_en }: SolicitudFirmaEnCola): string {
  if (estado === 'EMITIDA' || estado === 'RECHAZADA') return '—'
  const days = daysBetween(fechaIn(new Date(enviada_en)), today())
  return days <= 0 ? 'Hoy' : days === 1 ? '1 día' : `${days} días`
}

const COLUMNS: readonly Column<SolicitudFirmaEnCola>[] = [
  { id: 'titular', header: 'Titular', cell: (row) => row.titular, href: pathOf, card: 'title' },
  { id: 'empresa', header: 'Empresa', cell: (row) => row.empresa },
  { id: 'ruc', header: 'RUC', cell: (row) => row.ruc, whole: true },
  { id: 'firma', header: 'Firma', cell: firmaText },
  { id: 'pago', header: 'Pago', cell: ({ pagada }) => (pagada ? 'Pagada' : 'Sin pago') },
  { id: 'estado', header: 'Estado', cell: (row) => <EstadoFirmaChip estado={row.estado} /> },
  { id: 'enviada', header: 'Enviada', cell: (row) => fechaText(fechaIn(new Date(row.enviada_en))), whole: true },
  { id: 'espera', header: 'Espera', cell: esperaText, whole: true },
]

const OPTIONS = ESTADO_FIRMA_OPTIONS.filter(({ value }) => value !== 'BORRADOR')
const SHAPE = { sorts: [], filters: { estado: OPTIONS.map(({ value }) => value) } }

/** `/administracion/firmas`: requests that wait for the installation, oldest first, or one of them. */
export function MesaListPage() {
  const [params] = useSearchParams()
  const [empresa_id, id] = [params.get('empresa'), params.get('solicitud')]
  return empresa_id !== null && id !== null ? <MesaSolicitud key={id} lugar={{ empresa_id, id }} /> : <Cola />
}

function Cola() {
  const navigate = useNavigate()
  const listing = useListing(SHAPE)
  const answer = useQuery(colaQuery(listing.query))
  return (
    <>
      <PageHeader title="Solicitudes de Firma" count={answer.data && totalText(answer.data)} />
      <ListTools listing={listing}>
        <ListFilter listing={listing} name="estado" label="Estado" anyLabel="Por atender" options={OPTIONS} />
      </ListTools>
      <DataTable
        label="Solicitudes de firma"
        columns={COLUMNS}
        listing={listing}
        answer={answer}
        rowId={({ id }) => id}
        rowName={(row) => row.titular}
        actions={(row) => [{ label: 'Revisar', onSelect: () => void navigate(pathOf(row)) }]}
        firstUse={<p>Ninguna solicitud espera.</p>}
      />
    </>
  )
}
