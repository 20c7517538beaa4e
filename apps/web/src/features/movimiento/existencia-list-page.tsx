import { COLUMNAS_EXISTENCIA, exportExistencia, nombreExistencia, ORDENES_EXISTENCIA, type ExistenciaFila } from '@yupana/contract'
import { displayMonto, displayNumero, isFecha, isUuid } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'

import type { Column } from '../../components/data-table/column.ts'
import { ColumnsButton } from '../../components/data-table/columns-button.tsx'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { ExportButton } from '../../components/data-table/export-button.tsx'
import { ListFecha, ListFilter, ListSearch, ListTools } from '../../components/data-table/list-tools.tsx'
import { totalText } from '../../components/data-table/table-pager.tsx'
import { useListing } from '../../components/data-table/use-listing.ts'
import { LinkButton } from '../../components/link-button.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { bodegasQuery } from '../../domain/bodega/bodegas.ts'
import { exportList } from '../../domain/listado/export-list.ts'
import { usePreferencia } from '../../domain/preferencia/use-preferencia.ts'
import { hasRight, hasScreen } from '../../lib/sesion/rights.ts'
import { kardexPath } from './movimiento-words.tsx'
import { existenciasQuery } from './movimiento.queries.ts'

const INVENTARIO_INICIAL = '/productos/carga?tipo=3'

const some = (cantidad: number) => (cantidad === 0 ? '—' : displayNumero(cantidad))

const COLUMNS: readonly Column<ExistenciaFila>[] = [
  { id: 'code', header: COLUMNAS_EXISTENCIA.code, sort: 'code', cell: (row) => row.code, whole: true },
  {
    id: 'name',
    header: COLUMNAS_EXISTENCIA.name,
    sort: 'name',
    cell: nombreExistencia,
    href: (row) => kardexPath(row.id),
    card: 'title',
  },
  { id: 'cantidad', header: COLUMNAS_EXISTENCIA.cantidad, cell: (row) => displayNumero(row.cantidad), align: 'end' },
  { id: 'reservado', header: COLUMNAS_EXISTENCIA.reservado, cell: (row) => some(row.reservado), align: 'end' },
  { id: 'en_transito', header: COLUMNAS_EXISTENCIA.en_transito, cell: (row) => some(row.en_transito), align: 'end', extra: true },
  { id: 'minimum_stock', header: COLUMNAS_EXISTENCIA.minimum_stock, cell: (row) => some(row.minimum_stock), align: 'end' },
  { id: 'vendido', header: COLUMNAS_EXISTENCIA.vendido, cell: (row) => some(row.vendido), align: 'end' },
  { id: 'sugerido', header: COLUMNAS_EXISTENCIA.sugerido, cell: (row) => some(row.sugerido), align: 'end' },
  {
    id: 'costo_unitario',
    header: COLUMNAS_EXISTENCIA.costo_unitario,
    cell: (row) => (row.costo_unitario === null ? '—' : `$${displayNumero(row.costo_unitario, 2)}`),
    align: 'end',
  },
  { id: 'valor', header: COLUMNAS_EXISTENCIA.valor, cell: (row) => (row.valor === null ? '—' : displayMonto(row.valor)), align: 'end' },
]
const COSTOS = ['costo_unitario', 'valor']

const ESTADO_OPTIONS = [
  { value: 'REPONER', label: 'Por reponer' },
  { value: 'CON_STOCK', label: 'Con stock' },
  { value: 'SIN_STOCK', label: 'Sin stock' },
  { value: 'NEGATIVO', label: 'Negativo' },
]

const SHAPE = {
  sorts: ORDENES_EXISTENCIA,
  filters: { estado: ESTADO_OPTIONS.map(({ value }) => value), bodega_id: isUuid, fecha: isFecha },
}

/** `/movimiento/existencias`: existence of each product, today or at the end of another day, and products to buy. */
export function ExistenciaListPage() {
  const layout = usePreferencia('existencia')
  const listing = useListing(SHAPE, layout)
  const answer = useQuery({ ...existenciasQuery(listing.query), enabled: layout.isReady })
  const { data: bodegas = [] } = useQuery(bodegasQuery())
  const mayLoad = hasRight('producto:editar') && hasRight('inventario:mover') && hasScreen('/producto')
  const columns = hasRight('producto:ver_costo') ? COLUMNS : COLUMNS.filter(({ id }) => !COSTOS.includes(id))
  return (
    <>
      <PageHeader title="Existencias" count={answer.data && totalText(answer.data)}>
        <ExportButton
          onExport={(formato) => exportList({ call: exportExistencia, nombre: 'existencias', columns, layout, listing }, formato)}
        />
        <ColumnsButton columns={columns} layout={layout} />
        <LinkButton to="/movimiento" variant="default">
          Movimientos
        </LinkButton>
      </PageHeader>
      <ListTools listing={listing}>
        <ListSearch listing={listing} label="Buscar" placeholder="Código, nombre o código de barras" />
        <ListFilter listing={listing} name="estado" label="Existencias" anyLabel="Todas" options={ESTADO_OPTIONS} />
        <ListFilter
          listing={listing}
          name="bodega_id"
          label="Bodega"
          anyLabel="Todas"
          options={bodegas.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <ListFecha listing={listing} name="fecha" label="Al cierre del" />
      </ListTools>
      <DataTable
        label="Existencias"
        columns={columns}
        layout={layout}
        listing={listing}
        answer={answer}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        firstUse={
          <>
            <p>Marque «Llevar inventario» en los productos que almacena, y registre lo que hay de cada uno.</p>
            {mayLoad && <LinkButton to={INVENTARIO_INICIAL}>Importar el inventario inicial</LinkButton>}
          </>
        }
      />
    </>
  )
}
