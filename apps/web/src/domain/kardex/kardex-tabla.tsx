import type { ExistenciaProducto, KardexFila } from '@yupana/contract'
import { CONCEPTO_KARDEX_LABEL, displayMonto, displayNumero, type Monto } from '@yupana/fiscal'

import type { Column } from '../../components/data-table/column.ts'
import { DataTable, type ListingAnswer } from '../../components/data-table/data-table.tsx'
import type { ListingControl } from '../../components/data-table/use-listing.ts'
import { fechaText } from '../../lib/formato/format.ts'
import { hasRight } from '../../lib/sesion/rights.ts'
import classes from './kardex.module.css'

const quantity = (shown: boolean, cantidad: number) => (shown ? displayNumero(Math.abs(cantidad)) : '—')
const money = (value: Monto | null) => (value === null ? '—' : displayMonto(value))
// Two decimals, or all decimals of an average.
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
/** Columns that this user sees. */
export const kardexColumns = (): string[] => shownColumns().map(({ id }) => id)

export const KardexTabla = ({ listing, answer }: { listing: ListingControl; answer: ListingAnswer<KardexFila> }) => (
  <DataTable
    label="Kardex"
    columns={shownColumns()}
    listing={listing}
    answer={answer}
    rowId={({ secuencia }) => String(secuencia)}
    rowName={(row) => `${CONCEPTO_KARDEX_LABEL[row.concepto]} del ${fechaText(row.fecha)}`}
    firstUse={<p>Este producto no tiene movimientos en esta bodega.</p>}
  />
)

/** Existence of a product in each warehouse, reserved for quotes and on its way. */
export const ExistenciaResumen = ({ existencia }: { existencia: ExistenciaProducto }) => (
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
