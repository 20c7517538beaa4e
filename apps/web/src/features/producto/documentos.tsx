import {
  exportProductoComprado,
  exportProductoVendido,
  searchProductoComprado,
  searchProductoVendido,
  type Producto,
  type ProductoDocumento,
} from '@yupana/contract'
import { displayMonto, displayNumero, isUuid, nombreComprobante, type Monto } from '@yupana/fiscal'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'

import { Chip } from '../../components/chip.tsx'
import type { Column } from '../../components/data-table/column.ts'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { ExportButton } from '../../components/data-table/export-button.tsx'
import { ListFilter } from '../../components/data-table/list-tools.tsx'
import { useListing } from '../../components/data-table/use-listing.ts'
import type { Pestana } from '../../domain/auditoria/record-tabs.tsx'
import { bodegasQuery } from '../../domain/bodega/bodegas.ts'
import { ComprobanteChip } from '../../domain/comprobante/estado-chip.tsx'
import { ExistenciaResumen, kardexColumns, KardexTabla } from '../../domain/kardex/kardex-tabla.tsx'
import { existenciaQuery, exportarKardex, kardexQuery } from '../../domain/kardex/kardex.queries.ts'
import { exportList } from '../../domain/listado/export-list.ts'
import { fechaText } from '../../lib/formato/format.ts'
import { fetchData } from '../../lib/http/http.ts'
import { hasRight, hasScreen } from '../../lib/sesion/rights.ts'
import classes from './producto.module.css'

type Lado = 'ventas' | 'compras'

const CALL = { ventas: searchProductoVendido, compras: searchProductoComprado }
const EXPORT = { ventas: exportProductoVendido, compras: exportProductoComprado }

const documentosQuery = (lado: Lado, id: string, page: { page: number; size: number }) =>
  queryOptions({
    queryKey: ['producto', lado, id, page],
    queryFn: ({ signal }) => fetchData(CALL[lado], { params: { id }, query: page, signal }),
    placeholderData: keepPreviousData,
  })

const money = (value: Monto | null) => (value === null ? '—' : displayMonto(value))
const pathOf = ({ es_compra: esCompra, documento_id: id }: ProductoDocumento) =>
  esCompra ? `/documento/compra/${id}` : `/comprobante/${id}`

function Estado({ row }: { row: ProductoDocumento }) {
  if (!row.es_compra) return <ComprobanteChip fila={row} />
  return row.estado === 'ANULADA' ? <Chip tone="void">Anulada</Chip> : <Chip tone="success">Registrada</Chip>
}

const columnsOf = (lado: Lado): readonly Column<ProductoDocumento>[] => [
  { id: 'fecha', header: 'Fecha', cell: (row) => fechaText(row.fecha), whole: true },
  {
    id: 'documento',
    header: 'Documento',
    cell: (row) => `${nombreComprobante(row.tipo)} ${row.numero}`,
    href: pathOf,
    card: 'title',
  },
  { id: 'tercero', header: lado === 'ventas' ? 'Cliente' : 'Proveedor', cell: (row) => row.tercero },
  { id: 'cantidad', header: 'Cantidad', cell: (row) => displayNumero(row.cantidad), align: 'end' },
  {
    id: 'precio',
    header: lado === 'ventas' ? 'Precio unit.' : 'Costo unit.',
    cell: (row) => (row.precio_unitario === null ? '—' : `$${displayNumero(row.precio_unitario, 2)}`),
    align: 'end',
  },
  { id: 'base', header: 'Sin IVA', cell: (row) => money(row.base), align: 'end' },
  { id: 'estado', header: 'Estado', cell: (row) => <Estado row={row} /> },
]
const COLUMNS = { ventas: columnsOf('ventas'), compras: columnsOf('compras') }
const EMPTY = { ventas: 'Aún no se ha vendido.', compras: 'Ninguna compra lo nombra todavía.' }
const COSTOS = ['precio', 'base']

const shownOf = (lado: Lado) =>
  lado === 'ventas' || hasRight('producto:ver_costo') ? COLUMNS[lado] : COLUMNS[lado].filter(({ id }) => !COSTOS.includes(id))

const SHAPE = { sorts: [], keeps: ['seccion'] }
const SHAPE_KARDEX = { ...SHAPE, filters: { bodega: isUuid } }

/** Documents with this product, sold or bought, newest first. */
function Documentos({ producto, lado }: { producto: Producto; lado: Lado }) {
  const listing = useListing(SHAPE)
  const { page, size } = listing.state
  const answer = useQuery(documentosQuery(lado, producto.id, { page, size }))
  const suya = { ...listing, query: { ...listing.query, producto_id: producto.id } }
  return (
    <>
      <div className={classes.tools}>
        <ExportButton
          onExport={(formato) => exportList({ call: EXPORT[lado], nombre: `${lado}-${producto.code}`, listing: suya }, formato)}
        />
      </div>
      <DataTable
        label={lado === 'ventas' ? 'Ventas del producto' : 'Compras del producto'}
        columns={shownOf(lado)}
        listing={listing}
        answer={answer}
        rowId={(row) => `${row.documento_id} ${row.linea}`}
        rowName={(row) => `${nombreComprobante(row.tipo)} ${row.numero}`}
        firstUse={<p>{EMPTY[lado]}</p>}
      />
    </>
  )
}

function Kardex({ producto: { id: producto } }: { producto: Producto }) {
  const listing = useListing(SHAPE_KARDEX)
  const { page, size, filters } = listing.state
  const { bodega } = filters
  const { data: bodegas = [] } = useQuery(bodegasQuery())
  const present = bodega ?? bodegas.find(({ predeterminada }) => predeterminada)?.id
  const { data: existencia } = useQuery(existenciaQuery(producto))
  const answer = useQuery(kardexQuery({ producto, bodega, page, size }))
  return (
    <>
      <div className={classes.tools}>
        <ListFilter
          listing={{ ...listing, state: { ...listing.state, filters: { ...filters, ...(present && { bodega: present }) } } }}
          name="bodega"
          label="Bodega"
          anyLabel="Predeterminada"
          options={bodegas.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <ExportButton onExport={(formato) => exportarKardex({ producto, bodega }, kardexColumns(), formato)} />
      </div>
      {existencia && <ExistenciaResumen existencia={existencia} />}
      <KardexTabla listing={listing} answer={answer} />
    </>
  )
}

/** Sales, purchases and movements of a product, each for users with its screen. */
export const pestanasOf = (producto: Producto): Pestana[] => [
  ...(hasScreen('/comprobante')
    ? [{ seccion: 'ventas', label: 'Ventas', isWide: true, content: <Documentos producto={producto} lado="ventas" /> }]
    : []),
  ...(hasScreen('/documento/compra')
    ? [{ seccion: 'compras', label: 'Compras', isWide: true, content: <Documentos producto={producto} lado="compras" /> }]
    : []),
  ...(producto.manage_inventory && hasScreen('/movimiento')
    ? [{ seccion: 'kardex', label: 'Kardex', isWide: true, content: <Kardex producto={producto} /> }]
    : []),
]
