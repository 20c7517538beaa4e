import { exportCompra, ORDENES_COMPRA, type CompraFila } from '@yupana/contract'
import { bajaCompra, displayMonto, isFecha } from '@yupana/fiscal'
import { IconDotsVertical, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'

import { Button } from '../../components/button.tsx'
import { Chip } from '../../components/chip.tsx'
import { BulkBar } from '../../components/data-table/bulk-bar.tsx'
import type { Column } from '../../components/data-table/column.ts'
import { ColumnsButton } from '../../components/data-table/columns-button.tsx'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { ExportButton } from '../../components/data-table/export-button.tsx'
import { ListFecha, ListFilter, ListSearch, ListTools } from '../../components/data-table/list-tools.tsx'
import { totalText } from '../../components/data-table/table-pager.tsx'
import { useListing } from '../../components/data-table/use-listing.ts'
import { useSelection } from '../../components/data-table/use-selection.ts'
import { Dropdown } from '../../components/dropdown/dropdown.tsx'
import { loadedPart } from '../../components/loaded-part.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { exportList } from '../../domain/listado/export-list.ts'
import { usePreferencia } from '../../domain/preferencia/use-preferencia.ts'
import { ANULADO_OPTIONS } from '../../domain/recibido/anulado-emisor.ts'
import { venceOf } from '../../domain/obligacion/vence.ts'
import { mayWithhold } from '../../domain/retencion/al-guardar.ts'
import { fechaText } from '../../lib/formato/format.ts'
import { useOrigin } from '../../lib/pagina/use-leave.ts'
import { PorRetenerFilter } from '../../domain/retencion/por-retener-filter.tsx'
import { hasRight } from '../../lib/sesion/rights.ts'
import { compraText, ESTADO_COMPRA_OPTIONS, EstadoCompraChip, tipoOptions, tipoText } from './compra-words.tsx'
import { comprasQuery, fetchCompras } from './compra.queries.ts'

const RetenerLote = loadedPart(async () => (await import('../../domain/retencion/retener-lote.tsx')).RetenerLote)

const pathOf = ({ id }: CompraFila) => `/documento/compra/${id}`

const COLUMNS: readonly Column<CompraFila>[] = [
  { id: 'numero', header: 'Número', sort: 'numero', cell: (row) => row.numero, href: pathOf, whole: true },
  { id: 'tipo', header: 'Tipo', cell: (row) => tipoText(row.tipo), line: true },
  { id: 'proveedor', header: 'Proveedor', sort: 'proveedor_nombre', cell: (row) => row.proveedor_nombre, card: 'title' },
  { id: 'identificacion', header: 'Identificación', cell: (row) => row.proveedor_identificacion, whole: true },
  { id: 'fecha_emision', header: 'Emisión', sort: 'fecha_emision', cell: (row) => fechaText(row.fecha_emision), whole: true },
  {
    id: 'fecha_registro',
    header: 'Registro',
    sort: 'fecha_registro',
    cell: (row) => fechaText(row.fecha_registro),
    whole: true,
    extra: true,
  },
  { id: 'sustento', header: 'Sustento', cell: (row) => row.sustento, whole: true, extra: true },
  { id: 'iva', header: 'IVA', cell: (row) => displayMonto(row.iva), align: 'end', extra: true },
  { id: 'total', header: 'Total', sort: 'total', cell: (row) => displayMonto(row.total), align: 'end' },
  { id: 'estado', header: 'Estado', cell: (row) => <EstadoCompra fila={row} /> },
]

const EstadoCompra = ({ fila: { estado, anulado_emisor_en: anulado } }: { fila: CompraFila }) =>
  anulado !== null && estado === 'REGISTRADA' ? <Chip tone="danger">Anulada por el proveedor</Chip> : <EstadoCompraChip estado={estado} />

/** Only in the list of purchases to withhold from. */
const RETENER_HASTA: Column<CompraFila> = {
  id: 'retener_hasta',
  header: 'Retener hasta',
  cell: (row) => <RetenerHasta fila={row} />,
  whole: true,
}

function RetenerHasta({ fila: { retener_hasta: hasta } }: { fila: CompraFila }) {
  if (hasta === undefined) return null
  const { fecha, tone } = venceOf(hasta)
  return <Chip tone={tone}>{fecha}</Chip>
}

/** All rows of that list are registered, so the state is left out. */
const COLUMNS_POR_RETENER = [...COLUMNS.filter(({ id }) => id !== 'estado'), RETENER_HASTA]

const otrasListas = () => [
  ...(hasRight('cartera:ver_pagar') ? [{ label: 'Por pagar', to: '/comprobante/pagar' }] : []),
  { label: 'Artículos recordados', to: '/comprobante/compras/articulos' },
]

const TIPOS = tipoOptions()
const SHAPE = {
  sorts: ORDENES_COMPRA,
  filters: {
    tipo: TIPOS.map(({ value }) => value),
    estado: ESTADO_COMPRA_OPTIONS.map(({ value }) => value),
    anulado_emisor: ['true'],
    por_retener: isFecha,
    desde: isFecha,
    hasta: isFecha,
  },
}

/** `/comprobante/compras`: purchases from XML and typed ones. */
export function CompraListPage() {
  const navigate = useNavigate()
  const origin = useOrigin()
  const layout = usePreferencia('compra')
  const listing = useListing(SHAPE, layout)
  const answer = useQuery({ ...comprasQuery(listing.query), enabled: layout.isReady })
  const selection = useSelection(listing.scope)
  const [retenidas, setRetenidas] = useState<readonly string[]>()
  const columns = listing.state.filters.por_retener === undefined ? COLUMNS : COLUMNS_POR_RETENER
  const mayIssue = hasRight('documento:emitir')
  const create = hasRight('compra:registrar') && (
    <LinkButton to="/documento/compra/registro" icon={<IconPlus size={16} />}>
      Nueva compra
    </LinkButton>
  )
  return (
    <>
      <PageHeader title="Compras registradas" count={answer.data && totalText(answer.data)}>
        <ExportButton
          onExport={(formato) => exportList({ call: exportCompra, nombre: 'compras', columns: COLUMNS, layout, listing }, formato)}
        />
        <ColumnsButton columns={columns} layout={layout} />
        <Dropdown label="Más listas" target={<IconDotsVertical size={18} aria-hidden="true" />} items={otrasListas()} />
        <LinkButton to="/comprobante/recibido" variant="default">
          Comprobantes recibidos
        </LinkButton>
        {create}
      </PageHeader>
      {mayIssue && selection.ids.size > 0 ? (
        <BulkBar selection={selection} data={answer.data} page={(at) => fetchCompras({ ...listing.query, ...at })}>
          <Button onClick={() => setRetenidas([...selection.ids])}>Emitir retenciones</Button>
        </BulkBar>
      ) : (
        <ListTools listing={listing}>
          <ListSearch listing={listing} label="Buscar" placeholder="Proveedor, identificación o número" />
          <ListFilter listing={listing} name="tipo" label="Tipo" options={TIPOS} />
          <ListFilter listing={listing} name="estado" label="Estado" options={ESTADO_COMPRA_OPTIONS} anyLabel="Todas" />
          <ListFilter listing={listing} name="anulado_emisor" label="En el SRI" options={ANULADO_OPTIONS} />
          {mayWithhold() && <PorRetenerFilter listing={listing} />}
          <ListFecha listing={listing} name="desde" label="Registro desde" />
          <ListFecha listing={listing} name="hasta" label="Registro hasta" />
        </ListTools>
      )}
      <DataTable
        label="Compras"
        columns={columns}
        layout={layout}
        listing={listing}
        answer={answer}
        rowId={({ id }) => id}
        rowName={compraText}
        {...(mayIssue && { selection })}
        actions={(row) => [
          { label: 'Ver', onSelect: () => void navigate(pathOf(row), { state: origin }) },
          ...(mayWithhold() && row.estado === 'REGISTRADA' && !bajaCompra(row.tipo)
            ? [{ label: 'Retener', onSelect: () => setRetenidas([row.id]) }]
            : []),
        ]}
        firstUse={
          create && (
            <>
              <p>Registre aquí las facturas y notas de sus proveedores: de su XML en un paso, o escritas a mano.</p>
              {create}
            </>
          )
        }
      />
      {retenidas && (
        <RetenerLote
          compras={retenidas}
          onClose={() => {
            setRetenidas(undefined)
            selection.clear()
          }}
        />
      )}
    </>
  )
}
