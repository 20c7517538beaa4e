import { ORDENES_RETENCION_PRACTICADA, searchRetencionPracticada, SENTIDOS_RETENCION, type RetencionPracticada } from '@yupana/contract'
import { displayMonto, displayPorcentaje, isFecha } from '@yupana/fiscal'
import { keepPreviousData, useQuery } from '@tanstack/react-query'

import type { Column } from '../../components/data-table/column.ts'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { ListFecha, ListFilter, ListTools } from '../../components/data-table/list-tools.tsx'
import { useListing } from '../../components/data-table/use-listing.ts'
import { fechaText } from '../../lib/formato/format.ts'
import { fetchData } from '../../lib/http/http.ts'

const SENTIDO = { EMITIDA: 'Emitidas en compras', RECIBIDA: 'Recibidas en ventas' } as const
const SENTIDO_OPTIONS = SENTIDOS_RETENCION.map((value) => ({ value, label: SENTIDO[value] }))

const columnsOf = (isReceived: boolean): readonly Column<RetencionPracticada>[] => [
  {
    id: 'numero',
    header: 'Retención',
    cell: (row) => row.numero,
    href: ({ id }) => (isReceived ? `/retencion/${id}` : `/comprobante/${id}`),
    whole: true,
  },
  { id: 'fecha_emision', header: 'Fecha', sort: 'fecha_emision', cell: (row) => fechaText(row.fecha_emision), whole: true },
  { id: 'tercero', header: isReceived ? 'Cliente' : 'Proveedor', cell: (row) => row.tercero_nombre, card: 'title' },
  { id: 'documento', header: 'Comprobante', cell: (row) => row.documento ?? '—', whole: true },
  { id: 'codigo', header: 'Código', cell: (row) => row.codigo, whole: true },
  { id: 'base', header: 'Base', cell: (row) => displayMonto(row.base), align: 'end' },
  { id: 'porcentaje', header: '%', cell: (row) => displayPorcentaje(row.porcentaje), align: 'end' },
  { id: 'valor', header: 'Retenido', cell: (row) => displayMonto(row.valor), align: 'end' },
]
const COLUMNS = { EMITIDA: columnsOf(false), RECIBIDA: columnsOf(true) }

const SHAPE = {
  sorts: ORDENES_RETENCION_PRACTICADA,
  filters: { sentido: SENTIDO_OPTIONS.map(({ value }) => value), desde: isFecha, hasta: isFecha },
}

/** Withholdings of a tax by line: on purchases or on sales, by period. */
export function Practicadas({ impuesto }: { impuesto: '1' | '2' }) {
  const listing = useListing(SHAPE)
  const sentido = listing.state.filters['sentido'] === 'RECIBIDA' ? 'RECIBIDA' : 'EMITIDA'
  const answer = useQuery({
    queryKey: ['retencion_practicada', impuesto, listing.query],
    queryFn: ({ signal }) => fetchData(searchRetencionPracticada, { query: { ...listing.query, impuesto }, signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <ListTools listing={listing}>
        <ListFilter listing={listing} name="sentido" label="Cuáles" options={SENTIDO_OPTIONS} anyLabel={SENTIDO.EMITIDA} />
        <ListFecha listing={listing} name="desde" label="Desde" />
        <ListFecha listing={listing} name="hasta" label="Hasta" />
      </ListTools>
      <DataTable
        label="Retenciones practicadas"
        columns={COLUMNS[sentido]}
        listing={listing}
        answer={answer}
        rowId={({ id, n }) => `${id} ${n}`}
        rowName={({ numero, codigo }) => `${numero}, código ${codigo}`}
        actions={() => []}
        firstUse={<p>Aquí se ven las retenciones de este impuesto: las que emite por sus compras y las que recibe por sus ventas.</p>}
      />
    </>
  )
}
