import { ORDENES_RETENCION_RECIBIDA, type RetencionRecibidaFila } from '@yupana/contract'
import { displayMonto, isFecha } from '@yupana/fiscal'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'

import type { Column } from '../../components/data-table/column.ts'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { ListFecha, ListFilter, ListSearch, ListTools } from '../../components/data-table/list-tools.tsx'
import { totalText } from '../../components/data-table/table-pager.tsx'
import { useListing } from '../../components/data-table/use-listing.ts'
import { LinkButton } from '../../components/link-button.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { ANULADO_OPTIONS } from '../../domain/recibido/anulado-emisor.ts'
import { fechaText } from '../../lib/formato/format.ts'
import { useOrigin } from '../../lib/pagina/use-leave.ts'
import { hasRight } from '../../lib/sesion/rights.ts'
import { retencionesQuery } from './retencion-recibida.queries.ts'

const pathOf = ({ id }: RetencionRecibidaFila) => `/retencion/${id}`

const COLUMNS: readonly Column<RetencionRecibidaFila>[] = [
  { id: 'numero', header: 'Número', sort: 'numero', cell: (row) => row.numero, href: pathOf, whole: true },
  { id: 'agente', header: 'Quién retuvo', sort: 'agente_nombre', cell: (row) => row.agente_nombre, card: 'title' },
  { id: 'ruc', header: 'RUC', cell: (row) => row.agente_identificacion, whole: true },
  { id: 'fecha_emision', header: 'Emisión', sort: 'fecha_emision', cell: (row) => fechaText(row.fecha_emision), whole: true },
  { id: 'renta', header: 'Renta', cell: (row) => displayMonto(row.renta), align: 'end' },
  { id: 'iva', header: 'IVA', cell: (row) => displayMonto(row.iva), align: 'end' },
  { id: 'total', header: 'Total', sort: 'total', cell: (row) => displayMonto(row.total), align: 'end' },
]

const SHAPE = { sorts: ORDENES_RETENCION_RECIBIDA, filters: { anulado_emisor: ['true'], desde: isFecha, hasta: isFecha } }

/** `/comprobante/retenciones`: amounts that clients withheld from the company's sales. */
export function RetencionRecibidaListPage() {
  const navigate = useNavigate()
  const origin = useOrigin()
  const listing = useListing(SHAPE)
  const answer = useQuery(retencionesQuery(listing.query))
  const create = hasRight('compra:registrar') && (
    <LinkButton to="/retencion/registro" icon={<IconPlus size={16} />}>
      Nueva retención recibida
    </LinkButton>
  )
  return (
    <>
      <PageHeader title="Retenciones recibidas" count={answer.data && totalText(answer.data)}>
        <LinkButton to="/comprobante/recibido" variant="default">
          Comprobantes recibidos
        </LinkButton>
        {create}
      </PageHeader>
      <ListTools listing={listing}>
        <ListSearch listing={listing} label="Buscar" placeholder="Quién retuvo, RUC o número" />
        <ListFilter listing={listing} name="anulado_emisor" label="En el SRI" options={ANULADO_OPTIONS} />
        <ListFecha listing={listing} name="desde" label="Desde" />
        <ListFecha listing={listing} name="hasta" label="Hasta" />
      </ListTools>
      <DataTable
        label="Retenciones recibidas"
        columns={COLUMNS}
        listing={listing}
        answer={answer}
        rowId={({ id }) => id}
        rowName={({ numero }) => `Retención ${numero}`}
        actions={(row) => [{ label: 'Ver', onSelect: () => void navigate(pathOf(row), { state: origin }) }]}
        firstUse={
          create && (
            <>
              <p>Registre lo que sus clientes le retienen: de su XML en un paso, o escrito a mano.</p>
              {create}
            </>
          )
        }
      />
    </>
  )
}
