import { COLUMNAS_COTIZACION as HEADER, exportCotizacion, ORDENES_COTIZACION, type CotizacionFila } from '@yupana/contract'
import { canDeleteCotizacion, canEditCotizacion, canFacturarCotizacion, displayMonto, ESTADOS_COTIZACION, isFecha } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'

import type { Column, RowAction } from '../../components/data-table/column.ts'
import { ColumnsButton } from '../../components/data-table/columns-button.tsx'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { ExportButton } from '../../components/data-table/export-button.tsx'
import { ListTabs } from '../../components/data-table/list-tabs.tsx'
import { ListFecha, ListPeriodo, ListSearch, ListTools } from '../../components/data-table/list-tools.tsx'
import { totalText } from '../../components/data-table/table-pager.tsx'
import { useListing, type ListingControl } from '../../components/data-table/use-listing.ts'
import { useSelection } from '../../components/data-table/use-selection.ts'
import { ViewsButton } from '../../components/data-table/views-button.tsx'
import { DeleteDialog } from '../../components/dialog/delete-dialog.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { exportList } from '../../domain/listado/export-list.ts'
import { filtersOf, SumaResultados, sumaText } from '../../domain/listado/sumas.tsx'
import { usePreferencia } from '../../domain/preferencia/use-preferencia.ts'
import { fechaText } from '../../lib/formato/format.ts'
import { untilRefused } from '../../lib/http/http-error.ts'
import { useOrigin } from '../../lib/pagina/use-leave.ts'
import { hasRight } from '../../lib/sesion/rights.ts'
import { changeEstado, cotizacionesQuery, downloadPdf, pathOf, removeCotizacion, sumaQuery } from './cotizacion.queries.ts'
import { EstadoCotizacionChip, TABS_ESTADO } from './estado-chip.tsx'
import { canLote, LoteBar } from './lote-bar.tsx'

const COLUMNS: readonly Column<CotizacionFila>[] = [
  { id: 'numero', header: HEADER.numero, sort: 'numero', cell: (row) => row.numero, href: pathOf, card: 'title', whole: true },
  { id: 'fecha_emision', header: HEADER.fecha_emision, sort: 'fecha_emision', cell: (row) => fechaText(row.fecha_emision), whole: true },
  {
    id: 'receptor_identificacion',
    header: HEADER.receptor_identificacion,
    cell: (row) => row.receptor_identificacion,
    whole: true,
    extra: true,
  },
  { id: 'receptor_nombre', header: HEADER.receptor_nombre, sort: 'receptor_nombre', cell: (row) => row.receptor_nombre },
  { id: 'vence', header: HEADER.vence, sort: 'vence', cell: (row) => fechaText(row.vence), whole: true, card: 'hidden' },
  { id: 'estado', header: HEADER.estado, cell: (row) => <EstadoCotizacionChip estado={row.estado} /> },
  { id: 'vendedor', header: HEADER.vendedor, cell: (row) => row.vendedor ?? '—', extra: true },
  { id: 'factura', header: HEADER.factura, cell: (row) => row.factura?.numero ?? '—', whole: true, extra: true },
  { id: 'total', header: HEADER.total, sort: 'total', cell: (row) => displayMonto(row.total), align: 'end' },
]

const SHAPE = {
  sorts: [...ORDENES_COTIZACION],
  filters: { estado: ESTADOS_COTIZACION, desde: isFecha, hasta: isFecha },
}
const PILLS = [
  { name: 'desde', text: (value: string) => `Desde ${fechaText(value)}` },
  { name: 'hasta', text: (value: string) => `Hasta ${fechaText(value)}` },
]

const Nueva = () => (
  <LinkButton to="/cotizacion/registro" icon={<IconPlus size={16} />}>
    Nueva cotización
  </LinkButton>
)

/** Actions of a row, by its state and the user's rights. */
function useActions(onDelete: (row: CotizacionFila) => void) {
  const navigate = useNavigate()
  const origin = useOrigin()
  const go = (to: string) => () => void navigate(to, { state: origin })
  const [canCreate, canEdit] = [hasRight('cotizacion:crear'), hasRight('cotizacion:editar')]
  return (row: CotizacionFila): RowAction[] => [
    { label: canEdit && canEditCotizacion(row.estado) ? 'Editar' : 'Ver', onSelect: go(pathOf(row)) },
    { label: 'Descargar PDF', onSelect: () => void untilRefused(downloadPdf(row)) },
    ...(hasRight('documento:crear') && canFacturarCotizacion(row.estado)
      ? [{ label: 'Facturar', onSelect: go(`/documento/registro?de=${row.id}`) }]
      : []),
    ...(canEdit && row.estado === 'BORRADOR'
      ? [{ label: 'Marcar como enviada', onSelect: () => void untilRefused(changeEstado(row, 'ENVIADA')) }]
      : []),
    ...(canCreate ? [{ label: 'Duplicar', onSelect: go(`/cotizacion/registro?duplicar=${row.id}`) }] : []),
    ...(hasRight('cotizacion:eliminar') && canDeleteCotizacion(row.estado)
      ? [{ label: 'Eliminar', danger: true, onSelect: () => onDelete(row) }]
      : []),
  ]
}

function Suma({ listing, isReady }: { listing: ListingControl; isReady: boolean }) {
  const { data } = useQuery({ ...sumaQuery(filtersOf(listing)), enabled: isReady })
  if (!data) return null
  return (
    <SumaResultados exact={data.exact}>
      <li>
        <span>{data.cantidad === 1 ? '1 cotización' : `${data.cantidad} cotizaciones`}</span> <strong>{sumaText(data.total)}</strong>
      </li>
    </SumaResultados>
  )
}

const Filtros = ({ listing }: { listing: ListingControl }) => (
  <>
    <ListPeriodo listing={listing} />
    <ListFecha listing={listing} name="desde" label="Desde" />
    <ListFecha listing={listing} name="hasta" label="Hasta" />
  </>
)

/** `/cotizacion`. */
export function CotizacionListPage() {
  const layout = usePreferencia('cotizacion')
  const listing = useListing(SHAPE, layout)
  const answer = useQuery({ ...cotizacionesQuery(listing.query), enabled: layout.isReady })
  const selection = useSelection(listing.scope)
  const [doomed, setDoomed] = useState<CotizacionFila>()
  const actionsOf = useActions(setDoomed)
  const canCreate = hasRight('cotizacion:crear')
  return (
    <>
      <PageHeader title="Cotizaciones" count={answer.data && totalText(answer.data)}>
        <ViewsButton listing={listing} layout={layout} />
        <ExportButton
          onExport={(formato) => exportList({ call: exportCotizacion, nombre: 'cotizaciones', columns: COLUMNS, layout, listing }, formato)}
        />
        <ColumnsButton columns={COLUMNS} layout={layout} />
        {canCreate && <Nueva />}
      </PageHeader>
      <ListTabs listing={listing} name="estado" label="Estado" tabs={TABS_ESTADO} />
      {selection.ids.size === 0 && (
        <ListTools listing={listing} pills={PILLS} filters={<Filtros listing={listing} />}>
          <ListSearch listing={listing} label="Buscar" placeholder="Número, cliente, RUC o cédula" />
        </ListTools>
      )}
      <LoteBar selection={selection} listing={listing} data={answer.data} />
      <DataTable
        label="Cotizaciones"
        columns={COLUMNS}
        layout={layout}
        listing={listing}
        answer={answer}
        rowId={(row) => row.id}
        rowName={(row) => row.numero}
        actions={actionsOf}
        {...(canLote() && { selection })}
        summary={<Suma listing={listing} isReady={layout.isReady} />}
        firstUse={
          canCreate && (
            <>
              <p>Prepare una cotización para su cliente y conviértala en factura cuando la acepte.</p>
              <Nueva />
            </>
          )
        }
      />
      {doomed && (
        <DeleteDialog
          title={`Eliminar la cotización ${doomed.numero}`}
          confirmLabel="Eliminar cotización"
          onDelete={() => removeCotizacion(doomed.id)}
          onClose={() => setDoomed(undefined)}
        >
          <p>Su número no se vuelve a usar.</p>
        </DeleteDialog>
      )}
    </>
  )
}
