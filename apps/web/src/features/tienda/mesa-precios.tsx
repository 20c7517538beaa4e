import type { TiendaPrecio } from '@yupana/contract'
import { displayMonto } from '@yupana/fiscal'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { ActivoChip } from '../../components/activo-chip.tsx'
import { Button } from '../../components/button.tsx'
import type { Column } from '../../components/data-table/column.ts'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { totalText } from '../../components/data-table/table-pager.tsx'
import { useListing } from '../../components/data-table/use-listing.ts'
import { LinkButton } from '../../components/link-button.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { fechaText } from '../../lib/formato/format.ts'
import { ajusteQuery, preciosQuery } from './mesa.queries.ts'
import { PrecioDialog } from './precio-dialog.tsx'
import classes from './tienda.module.css'
import { Cupones } from './mesa-cupones.tsx'

const COLUMNS: readonly Column<TiendaPrecio>[] = [
  { id: 'empresa', header: 'Empresa', cell: (row) => row.empresa, card: 'title' },
  { id: 'ruc', header: 'RUC', cell: (row) => row.ruc, whole: true },
  { id: 'producto', header: 'Producto', cell: (row) => row.producto },
  { id: 'lista', header: 'Catálogo', cell: (row) => displayMonto(row.precio_lista), align: 'end' },
  { id: 'precio', header: 'Acordado', cell: (row) => displayMonto(row.precio), align: 'end' },
  { id: 'desde', header: 'Desde', cell: (row) => fechaText(row.vigente_desde), whole: true },
  { id: 'hasta', header: 'Hasta', cell: (row) => (row.vigente_hasta === null ? 'Sin fin' : fechaText(row.vigente_hasta)), whole: true },
  { id: 'activo', header: 'Estado', cell: (row) => <ActivoChip activo={row.activo} /> },
]

const SHAPE = { sorts: [], keeps: ['ver'] }

/** Reductions of store prices: prices agreed with companies, and coupons. */
export function MesaRebajas() {
  const listing = useListing(SHAPE)
  const answer = useQuery(preciosQuery(listing.query))
  const { data: ajuste } = useQuery(ajusteQuery())
  const productos = ajuste?.productos ?? []
  const [editing, setEditing] = useState<TiendaPrecio | 'nuevo'>()
  return (
    <div className={classes.estantes}>
      <PageHeader title="Precios acordados y cupones" count={answer.data && totalText(answer.data)}>
        <LinkButton to="/administracion/tienda" variant="default">
          Tienda de la Instalación
        </LinkButton>
        <Button
          leftSection={<IconPlus size={16} aria-hidden="true" />}
          disabled={productos.length === 0}
          onClick={() => setEditing('nuevo')}
        >
          Nuevo precio
        </Button>
      </PageHeader>
      <DataTable
        label="Precios acordados"
        columns={COLUMNS}
        listing={listing}
        answer={answer}
        rowId={({ empresa_id, producto_id }) => `${empresa_id} ${producto_id}`}
        rowName={({ producto, empresa }) => `${producto}, ${empresa}`}
        actions={(row) => [{ label: 'Editar', onSelect: () => setEditing(row) }]}
        firstUse={<p>Ninguna empresa tiene un precio acordado.</p>}
      />
      {editing && (
        <PrecioDialog precio={editing === 'nuevo' ? undefined : editing} productos={productos} onClose={() => setEditing(undefined)} />
      )}
      <Cupones />
    </div>
  )
}
