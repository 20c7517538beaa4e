import { MERCADERIA, ORDENES_EQUIVALENCIA, type Equivalencia } from '@yupana/contract'
import { displayNumero } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { Button } from '../../components/button.tsx'
import { BulkBar } from '../../components/data-table/bulk-bar.tsx'
import type { Column } from '../../components/data-table/column.ts'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { ListFilter, ListSearch, ListTools } from '../../components/data-table/list-tools.tsx'
import { totalText } from '../../components/data-table/table-pager.tsx'
import { useListing } from '../../components/data-table/use-listing.ts'
import { useSelection } from '../../components/data-table/use-selection.ts'
import { DeleteDialog } from '../../components/dialog/delete-dialog.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { momentoText } from '../../lib/formato/format.ts'
import { hasRight } from '../../lib/sesion/rights.ts'
import { EquivalenciaDialog } from './equivalencia-dialog.tsx'
import { equivalenciasQuery, fetchEquivalencias, removeEquivalencias } from './equivalencia.queries.ts'

const COLUMNS: readonly Column<Equivalencia>[] = [
  { id: 'item', header: 'Artículo del proveedor', sort: 'item', cell: (row) => row.item, card: 'title' },
  { id: 'por', header: 'Se reconoce por', cell: (row) => (row.por === 'codigo' ? 'Su código' : 'Su descripción'), whole: true },
  { id: 'proveedor', header: 'Proveedor', cell: (row) => row.proveedor_nombre ?? row.proveedor_identificacion },
  {
    id: 'producto',
    header: 'Producto',
    cell: (row) => (row.producto ? `${row.producto.name} · ${row.producto.code}` : 'No es mercadería'),
  },
  { id: 'factor', header: 'Por empaque', cell: (row) => (row.producto ? displayNumero(row.factor) : '—'), align: 'end' },
  { id: 'editado_en', header: 'Desde', sort: 'editado_en', cell: (row) => momentoText(row.editado_en), whole: true },
]

const MERCADERIA_OPTIONS = [
  { value: 'si', label: 'Son un producto' },
  { value: 'no', label: 'No son mercadería' },
]

const SHAPE = { sorts: ORDENES_EQUIVALENCIA, filters: { mercaderia: MERCADERIA } }

interface Doomed {
  ids: readonly string[]
  name: string
}

/** `/comprobante/compras/articulos`: items of suppliers learned from purchases, to change or forget. */
export function EquivalenciaListPage() {
  const listing = useListing(SHAPE)
  const answer = useQuery(equivalenciasQuery(listing.query))
  const selection = useSelection(listing.scope)
  const [edited, setEdited] = useState<Equivalencia>()
  const [doomed, setDoomed] = useState<Doomed>()
  const mayDecide = hasRight('compra:registrar')
  const chosen = [...selection.ids]
  return (
    <>
      <PageHeader title="Artículos recordados" count={answer.data && totalText(answer.data)}>
        <LinkButton to="/comprobante/compras" variant="default">
          Compras
        </LinkButton>
        <LinkButton to="/comprobante/recibido" variant="default">
          Comprobantes recibidos
        </LinkButton>
      </PageHeader>
      {mayDecide && chosen.length > 0 ? (
        <BulkBar selection={selection} data={answer.data} page={(at) => fetchEquivalencias({ ...listing.query, ...at })}>
          <Button
            color="danger"
            onClick={() => setDoomed({ ids: chosen, name: chosen.length === 1 ? '1 artículo' : `${chosen.length} artículos` })}
          >
            Olvidar
          </Button>
        </BulkBar>
      ) : (
        <ListTools listing={listing}>
          <ListSearch listing={listing} label="Buscar" placeholder="Proveedor, identificación o artículo" />
          <ListFilter listing={listing} name="mercaderia" label="Qué son" options={MERCADERIA_OPTIONS} />
        </ListTools>
      )}
      <DataTable
        label="Artículos recordados"
        columns={COLUMNS}
        listing={listing}
        answer={answer}
        rowId={({ id }) => id}
        rowName={({ item }) => item}
        {...(mayDecide && {
          selection,
          actions: (row: Equivalencia) => [
            { label: 'Editar', onSelect: () => setEdited(row) },
            { label: 'Olvidar', danger: true, onSelect: () => setDoomed({ ids: [row.id], name: row.item }) },
          ],
        })}
        firstUse={
          <p>Al registrar una compra se recuerda qué producto suyo es cada artículo del proveedor, para proponerlo en la próxima.</p>
        }
      />
      {edited && <EquivalenciaDialog fila={edited} onClose={() => setEdited(undefined)} />}
      {doomed && (
        <DeleteDialog
          title={`Olvidar ${doomed.name}`}
          confirmLabel="Olvidar"
          onDelete={async () => {
            await removeEquivalencias(doomed.ids, (done) => selection.choose(doomed.ids.filter((id) => !done.includes(id))))
            selection.clear()
          }}
          onClose={() => setDoomed(undefined)}
        >
          <p>Ya no se propondrá en las próximas compras; las registradas quedan como están.</p>
        </DeleteDialog>
      )}
    </>
  )
}
