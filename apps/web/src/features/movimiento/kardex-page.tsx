import { PAGE_SIZES, type ExistenciaProducto, type KardexFila, type ProductoVenta } from '@yupana/contract'
import { CONCEPTO_KARDEX_LABEL, displayMonto, displayNumero, isUuid } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { Column } from '../../components/data-table/column.ts'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { ExportButton } from '../../components/data-table/export-button.tsx'
import { ListFilter } from '../../components/data-table/list-tools.tsx'
import { totalText } from '../../components/data-table/table-pager.tsx'
import { useListing } from '../../components/data-table/use-listing.ts'
import { Button } from '../../components/button.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { bodegasQuery } from '../../domain/bodega/bodegas.ts'
import { ProductoPicker } from '../../domain/producto-picker/producto-picker.tsx'
import { fechaText } from '../../lib/formato/format.ts'
import { hasRight, isAdmin } from '../../lib/sesion/rights.ts'
import { MetodoDialog } from './metodo-dialog.tsx'
import classes from './movimiento.module.css'
import { existenciaQuery, exportarKardex, kardexQuery } from './movimiento.queries.ts'

const quantity = (shown: boolean, cantidad: number) => (shown ? displayNumero(Math.abs(cantidad)) : '—')
const money = (value: number | null) => (value === null ? '—' : displayMonto(value))
// Two decimals, or all that an average has.
const unit = (value: number | null) => (value === null ? '—' : `$${displayNumero(value, 2)}`)

const COLUMNS: readonly Column<KardexFila>[] = [
  { id: 'fecha', header: 'Fecha', cell: (row) => fechaText(row.fecha), whole: true },
  {
    id: 'concepto',
    header: 'Movimiento',
    cell: (row) => CONCEPTO_KARDEX_LABEL[row.concepto],
    href: (row) => `/movimiento/${row.movimiento_id}`,
    card: 'title',
  },
  { id: 'documento', header: 'Documento', cell: (row) => row.documento?.numero ?? row.detalle ?? '—' },
  { id: 'entrada', header: 'Entrada', cell: (row) => quantity(row.cantidad > 0, row.cantidad), align: 'end' },
  { id: 'salida', header: 'Salida', cell: (row) => quantity(row.cantidad < 0, row.cantidad), align: 'end' },
  { id: 'costo', header: 'Costo unit.', cell: (row) => unit(row.costo_unitario), align: 'end' },
  { id: 'valor', header: 'Valor', cell: (row) => money(row.valor), align: 'end' },
  { id: 'saldo', header: 'Saldo', cell: (row) => displayNumero(row.saldo_cantidad), align: 'end' },
  { id: 'promedio', header: 'Costo saldo', cell: (row) => unit(row.saldo_costo_unitario), align: 'end' },
  { id: 'saldo_valor', header: 'Saldo en valor', cell: (row) => money(row.saldo_valor), align: 'end' },
]

const COSTOS = ['costo', 'valor', 'promedio', 'saldo_valor']
const shownColumns = () => (hasRight('producto:ver_costo') ? COLUMNS : COLUMNS.filter(({ id }) => !COSTOS.includes(id)))

const SHAPE = { sorts: [], filters: { producto: isUuid, bodega: isUuid } }

/** `/movimiento/kardex`: the rows of one product in one warehouse, the last ones first. */
export function KardexPage() {
  const listing = useListing(SHAPE)
  const [metodo, setMetodo] = useState(false)
  const mayChange = isAdmin() && hasRight('empresa:editar')
  const { page, size, filters } = listing.state
  const { producto = '', bodega } = filters
  const { data: bodegas = [] } = useQuery(bodegasQuery())
  const present = bodega ?? bodegas.find(({ predeterminada }) => predeterminada)?.id
  const { data: existencia } = useQuery({ ...existenciaQuery(producto), enabled: producto !== '' })
  const rows = PAGE_SIZES.find((one) => one === size) ?? PAGE_SIZES[0]
  const answer = useQuery(kardexQuery({ producto, bodega, page, size: rows }))
  return (
    <>
      <PageHeader title="Kardex" count={producto === '' ? undefined : answer.data && totalText(answer.data)}>
        {producto !== '' && (
          <ExportButton
            onExport={(formato) =>
              exportarKardex(
                { producto, bodega },
                shownColumns().map(({ id }) => id),
                formato,
              )
            }
          />
        )}
        {mayChange && (
          <Button variant="default" onClick={() => setMetodo(true)}>
            Método de costo
          </Button>
        )}
        <LinkButton to="/movimiento/existencias" variant="default">
          Existencias
        </LinkButton>
        <LinkButton to="/movimiento" variant="default">
          Movimientos
        </LinkButton>
      </PageHeader>
      {metodo && <MetodoDialog onClose={() => setMetodo(false)} />}
      <div className={classes.tools}>
        <Producto onChoose={({ id }) => listing.setFilter('producto', id)} />
        <ListFilter
          listing={{ ...listing, state: { ...listing.state, filters: { ...filters, ...(present && { bodega: present }) } } }}
          name="bodega"
          label="Bodega"
          anyLabel="Predeterminada"
          options={bodegas.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </div>
      {producto === '' ? (
        <p>Elija un producto para ver lo que entró, lo que salió y lo que queda.</p>
      ) : (
        <>
          {existencia && <Resumen existencia={existencia} />}
          <DataTable
            label="Kardex"
            columns={shownColumns()}
            listing={listing}
            answer={answer}
            rowId={({ secuencia }) => String(secuencia)}
            rowName={(row) => `${CONCEPTO_KARDEX_LABEL[row.concepto]} del ${fechaText(row.fecha)}`}
            firstUse={<p>Este producto no tiene movimientos en esta bodega.</p>}
          />
        </>
      )}
    </>
  )
}

/** What there is of it in each warehouse, kept for quotes and on its way. */
const Resumen = ({ existencia }: { existencia: ExistenciaProducto }) => (
  <p className={classes.resumen}>
    <strong>{existencia.producto.name}</strong> <span className={classes.codigo}>{existencia.producto.code}</span>
    {existencia.bodegas.map((one) => (
      <span key={one.bodega.id}>
        {one.bodega.name}: <strong>{displayNumero(one.cantidad)}</strong>
      </span>
    ))}
    {existencia.reservado > 0 && (
      <span>
        Reservado en cotizaciones: <strong>{displayNumero(existencia.reservado)}</strong>
      </span>
    )}
    {existencia.en_transito > 0 && (
      <span>
        En tránsito: <strong>{displayNumero(existencia.en_transito)}</strong>
      </span>
    )}
  </p>
)

function Producto({ onChoose }: { onChoose: (producto: ProductoVenta) => void }) {
  const [miss, setMiss] = useState<string>()
  const choose = (producto: ProductoVenta) => {
    setMiss(undefined)
    onChoose(producto)
  }
  return (
    <div className={classes.picker}>
      <span aria-hidden="true">Producto</span>
      <ProductoPicker
        codigo=""
        label="Producto"
        placeholder="Escriba o escanee un producto"
        className={classes.input}
        onChoose={choose}
        onScan={choose}
        onMiss={(text) => setMiss(`«${text}» no es un producto: elíjalo de la lista.`)}
      />
      {miss && (
        <p className={classes.miss} role="alert">
          {miss}
        </p>
      )}
    </div>
  )
}
