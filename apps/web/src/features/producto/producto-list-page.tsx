import { ESTADOS_PRODUCTO, MAX_DELETE, ORDENES_PRODUCTO, TIPOS_PRODUCTO, type Producto } from '@yupana/contract'
import { displayMonto, fitsDecimals, labelOfTipoIva } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'

import { ActivoChip } from '../../components/activo-chip.tsx'
import { Button } from '../../components/button.tsx'
import type { Column } from '../../components/data-table/column.ts'
import { ColumnsButton } from '../../components/data-table/columns-button.tsx'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { BulkBar, ListFilter, ListSearch, ListTools } from '../../components/data-table/list-tools.tsx'
import { totalText } from '../../components/data-table/table-pager.tsx'
import { useListing } from '../../components/data-table/use-listing.ts'
import { useSelection } from '../../components/data-table/use-selection.ts'
import { DeleteDialog } from '../../components/dialog/delete-dialog.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { ESTADO_OPTIONS, TIPO_OPTIONS } from '../../domain/producto/producto-schema.ts'
import { usePreferencia } from '../../domain/preferencia/use-preferencia.ts'
import { today } from '../../lib/format.ts'
import { hasRight } from '../../lib/rights.ts'
import { useOrigin } from '../../lib/use-leave.ts'
import { productosQuery, removeProductos } from './producto.queries.ts'

const SHAPE = { sorts: ORDENES_PRODUCTO, filters: { status: ESTADOS_PRODUCTO, type_product: TIPOS_PRODUCTO } }

const pathOf = ({ id }: Producto) => `/producto/${id}`
// Two decimals, or all that a finer price has.
const priceText = (price: number) => displayMonto(price, [2, 3, 4, 5].find((decimals) => fitsDecimals(price, decimals)) ?? 6)

const COLUMNS: readonly Column<Producto>[] = [
  { id: 'code', header: 'Código', sort: 'code', cell: (row) => row.code, href: pathOf },
  { id: 'name', header: 'Nombre', sort: 'name', cell: (row) => row.name, card: 'title' },
  { id: 'type', header: 'Tipo', cell: (row) => TIPO_OPTIONS.find(({ value }) => value === row.type_product)?.label, card: 'hidden' },
  { id: 'price', header: 'Precio', sort: 'price', align: 'end', cell: (row) => priceText(row.price) },
  { id: 'iva', header: 'IVA', cell: (row) => labelOfTipoIva(row.iva, today()) },
  { id: 'status', header: 'Estado', cell: (row) => <ActivoChip activo={row.status === 'ACTIVO'} /> },
]

const NewProducto = () => (
  <LinkButton to="/producto/registro" icon={<IconPlus size={16} />}>
    Nuevo producto
  </LinkButton>
)

interface Doomed {
  ids: readonly string[]
  title: string
}

export function ProductoListPage() {
  const navigate = useNavigate()
  const origin = useOrigin()
  const listing = useListing(SHAPE)
  const layout = usePreferencia('producto')
  const selection = useSelection(listing.scope)
  const answer = useQuery(productosQuery(listing.query))
  const [doomed, setDoomed] = useState<Doomed>()
  const [canCreate, canDelete] = [hasRight('producto:crear'), hasRight('producto:eliminar')]
  const chosen = [...selection.ids]
  const several = chosen.length === 1 ? 'Eliminar 1 producto' : `Eliminar ${chosen.length} productos`
  const actionsOf = (row: Producto) => [
    { label: hasRight('producto:editar') ? 'Editar' : 'Ver', onSelect: () => void navigate(pathOf(row), { state: origin }) },
    ...(canDelete ? [{ label: 'Eliminar', danger: true, onSelect: () => setDoomed({ ids: [row.id], title: `Eliminar ${row.name}` }) }] : []),
  ]
  const remove = async (ids: readonly string[]) => {
    await removeProductos(ids)
    selection.clear()
  }
  return (
    <>
      <PageHeader title="Productos" count={answer.data && totalText(answer.data)}>
        <ColumnsButton columns={COLUMNS} layout={layout} />
        {canCreate && <NewProducto />}
      </PageHeader>
      {chosen.length > 0 ? (
        <BulkBar count={chosen.length} onClear={selection.clear}>
          <Button color="danger" disabled={chosen.length > MAX_DELETE} onClick={() => setDoomed({ ids: chosen, title: several })}>
            {chosen.length > MAX_DELETE ? `Elija hasta ${MAX_DELETE}` : 'Eliminar'}
          </Button>
        </BulkBar>
      ) : (
        <ListTools listing={listing}>
          <ListSearch listing={listing} label="Buscar" placeholder="Código, nombre o código de barras" />
          <ListFilter listing={listing} name="status" label="Estado" options={ESTADO_OPTIONS} />
          <ListFilter listing={listing} name="type_product" label="Tipo" options={TIPO_OPTIONS} />
        </ListTools>
      )}
      <DataTable
        label="Productos" columns={COLUMNS} layout={layout} listing={listing} answer={answer} rowId={(row) => row.id} rowName={(row) => row.name} actions={actionsOf}
        {...(canDelete ? { selection } : {})}
        firstUse={canCreate && <><p>Registre lo que vende para elegirlo al facturar.</p><NewProducto /></>}
      />
      {doomed && (
        <DeleteDialog
          title={doomed.title} confirmLabel={doomed.ids.length === 1 ? 'Eliminar producto' : `Eliminar ${doomed.ids.length} productos`}
          onDelete={() => remove(doomed.ids)} onClose={() => setDoomed(undefined)}
        >
          <p>No se podrán recuperar. Lo que consta en documentos no se elimina: puede desactivarlo.</p>
        </DeleteDialog>
      )}
    </>
  )
}
