import { COLUMNAS_MOVIMIENTO as HEADER, exportMovimiento, ORDENES_MOVIMIENTO, type Movimiento } from '@yupana/contract'
import { conceptoMovimientoText, isFecha, isUuid, TIPO_MOVIMIENTO_LABEL } from '@yupana/fiscal'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'

import type { Column } from '../../components/data-table/column.ts'
import { ColumnsButton } from '../../components/data-table/columns-button.tsx'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { ExportButton } from '../../components/data-table/export-button.tsx'
import { ListFecha, ListFilter, ListTools } from '../../components/data-table/list-tools.tsx'
import { totalText } from '../../components/data-table/table-pager.tsx'
import { useListing } from '../../components/data-table/use-listing.ts'
import { LinkButton } from '../../components/link-button.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { bodegasQuery } from '../../domain/bodega/bodegas.ts'
import { exportList } from '../../domain/listado/export-list.ts'
import { usePreferencia } from '../../domain/preferencia/use-preferencia.ts'
import { fechaText } from '../../lib/formato/format.ts'
import { useOrigin } from '../../lib/pagina/use-leave.ts'
import { hasRight } from '../../lib/sesion/rights.ts'
import { movimientosQuery } from './movimiento.queries.ts'
import { bodegasText, documentoPath, ESTADO_OPTIONS, EstadoChip, TIPO_OPTIONS } from './movimiento-words.tsx'

const pathOf = ({ id }: Movimiento) => `/movimiento/${id}`

const COLUMNS: readonly Column<Movimiento>[] = [
  { id: 'fecha', header: HEADER.fecha, sort: 'fecha', cell: (row) => fechaText(row.fecha), href: pathOf, whole: true },
  { id: 'tipo', header: HEADER.tipo, cell: (row) => TIPO_MOVIMIENTO_LABEL[row.tipo], card: 'title', whole: true },
  { id: 'concepto', header: HEADER.concepto, cell: conceptoMovimientoText },
  { id: 'bodega', header: HEADER.bodega, cell: bodegasText },
  { id: 'documento', header: HEADER.documento, cell: (row) => row.documento?.numero ?? row.referencia ?? '—', whole: true },
  { id: 'lineas', header: HEADER.lineas, cell: (row) => row.lineas, align: 'end' },
  { id: 'estado', header: HEADER.estado, cell: (row) => <EstadoChip estado={row.estado} /> },
  { id: 'usuario', header: HEADER.usuario, cell: (row) => row.usuario ?? '—', extra: true },
]

const SHAPE = {
  sorts: ORDENES_MOVIMIENTO,
  filters: {
    tipo: TIPO_OPTIONS.map(({ value }) => value),
    estado: ESTADO_OPTIONS.map(({ value }) => value),
    bodega_id: isUuid,
    desde: isFecha,
    hasta: isFecha,
  },
}

/** Link to the source document, if there is one. */
const documentoOf = ({ documento }: Movimiento) =>
  documento ? [{ label: documento.es_compra ? 'Ver compra' : 'Ver comprobante', to: documentoPath(documento) }] : []

/** `/movimiento`: entries, exits and transfers, manual ones and those of documents. */
export function MovimientoListPage() {
  const navigate = useNavigate()
  const origin = useOrigin()
  const layout = usePreferencia('movimiento')
  const listing = useListing(SHAPE, layout)
  const answer = useQuery({ ...movimientosQuery(listing.query), enabled: layout.isReady })
  const { data: bodegas = [] } = useQuery(bodegasQuery())
  const create = hasRight('inventario:mover') && (
    <LinkButton to="/movimiento/registro" icon={<IconPlus size={16} />}>
      Nuevo movimiento
    </LinkButton>
  )
  return (
    <>
      <PageHeader title="Movimientos" count={answer.data && totalText(answer.data)}>
        <ExportButton
          onExport={(formato) => exportList({ call: exportMovimiento, nombre: 'movimientos', columns: COLUMNS, layout, listing }, formato)}
        />
        <ColumnsButton columns={COLUMNS} layout={layout} />
        <LinkButton to="/movimiento/existencias" variant="default">
          Existencias
        </LinkButton>
        <LinkButton to="/movimiento/kardex" variant="default">
          Kardex
        </LinkButton>
        {create}
      </PageHeader>
      <ListTools listing={listing}>
        <ListFilter listing={listing} name="tipo" label="Tipo" options={TIPO_OPTIONS} />
        <ListFilter
          listing={listing}
          name="bodega_id"
          label="Bodega"
          anyLabel="Todas"
          options={bodegas.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <ListFilter listing={listing} name="estado" label="Estado" options={ESTADO_OPTIONS} />
        <ListFecha listing={listing} name="desde" label="Desde" />
        <ListFecha listing={listing} name="hasta" label="Hasta" />
      </ListTools>
      <DataTable
        label="Movimientos"
        columns={COLUMNS}
        layout={layout}
        listing={listing}
        answer={answer}
        rowId={({ id }) => id}
        rowName={(row) => `${TIPO_MOVIMIENTO_LABEL[row.tipo]} del ${fechaText(row.fecha)}`}
        actions={(row) => [
          { label: 'Ver', onSelect: () => void navigate(pathOf(row), { state: origin }) },
          ...documentoOf(row).map(({ label, to }) => ({ label, onSelect: () => void navigate(to, { state: origin }) })),
        ]}
        firstUse={
          create && (
            <>
              <p>Registre lo que hay en cada bodega para empezar a llevar su inventario. Las ventas lo descargan solas.</p>
              {create}
            </>
          )
        }
      />
    </>
  )
}
