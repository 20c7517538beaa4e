import type { OrdenFila } from '@yupana/contract'
import { displayMonto } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'

import type { Column } from '../../components/data-table/column.ts'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { totalText } from '../../components/data-table/table-pager.tsx'
import { useListing } from '../../components/data-table/use-listing.ts'
import { LinkButton } from '../../components/link-button.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { momentoText } from '../../lib/formato/format.ts'
import { OrdenPage } from './orden-page.tsx'
import { EstadoOrdenChip, numeroText } from './orden-words.tsx'
import { ordenesQuery } from './tienda.queries.ts'

const pathOf = ({ id }: OrdenFila) => `/historial_compras?orden=${id}`

const COLUMNS: readonly Column<OrdenFila>[] = [
  { id: 'numero', header: 'Orden', cell: (row) => numeroText(row.numero), href: pathOf, card: 'title', whole: true },
  { id: 'creada', header: 'Fecha', cell: (row) => momentoText(row.creada_en), whole: true },
  { id: 'resumen', header: 'Compra', cell: (row) => row.resumen },
  { id: 'comprador', header: 'Compró', cell: (row) => row.comprador },
  { id: 'estado', header: 'Estado', cell: (row) => <EstadoOrdenChip estado={row.estado} /> },
  { id: 'total', header: 'Total', cell: (row) => displayMonto(row.total), align: 'end' },
]

/** `/historial_compras`: the company's orders, or one of them. */
export function HistorialPage() {
  const [params] = useSearchParams()
  const id = params.get('orden')
  return id === null ? <Lista /> : <OrdenPage key={id} id={id} />
}

function Lista() {
  const listing = useListing({ sorts: [] })
  const answer = useQuery(ordenesQuery(listing.query))
  return (
    <>
      <PageHeader title="Historial de Compras" count={answer.data && totalText(answer.data)}>
        <LinkButton to="/tienda">Tienda</LinkButton>
      </PageHeader>
      <DataTable
        label="Compras"
        columns={COLUMNS}
        listing={listing}
        answer={answer}
        rowId={({ id }) => id}
        rowName={(row) => numeroText(row.numero)}
        firstUse={<p>Su empresa todavía no ha comprado nada en la tienda.</p>}
      />
    </>
  )
}
