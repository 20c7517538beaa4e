import { type DeclaracionEnCola } from '@yupana/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { Column } from '../../components/data-table/column.ts'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { ListFilter, ListTools } from '../../components/data-table/list-tools.tsx'
import { totalText } from '../../components/data-table/table-pager.tsx'
import { useListing } from '../../components/data-table/use-listing.ts'
import { LinkButton } from '../../components/link-button.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { fechaText } from '../../lib/formato/format.ts'
import { declaracionesQuery } from './mesa.queries.ts'
import { DeclaracionChip, numeroText } from './orden-words.tsx'
import { PresentadaDialog } from './presentada-dialog.tsx'
import classes from './tienda.module.css'

const pathOf = ({ empresa_id, orden_id }: DeclaracionEnCola) => `/administracion/tienda?empresa=${empresa_id}&orden=${orden_id}`

const COLUMNS: readonly Column<DeclaracionEnCola>[] = [
  { id: 'nombre', header: 'Declaración', cell: (row) => row.nombre, card: 'title' },
  { id: 'empresa', header: 'Empresa', cell: (row) => row.empresa },
  { id: 'ruc', header: 'RUC', cell: (row) => row.ruc, whole: true },
  { id: 'vence', header: 'Vence', cell: (row) => fechaText(row.vence), whole: true },
  { id: 'orden', header: 'Orden', cell: (row) => numeroText(row.orden), href: pathOf, whole: true },
  { id: 'estado', header: 'Estado', cell: (row) => <DeclaracionChip declaracion={row} /> },
]

const HECHAS = [{ value: 'HECHA', label: 'Declaradas' }]
const SHAPE = { sorts: [], filters: { estado: HECHAS.map(({ value }) => value) }, keeps: ['ver'] }

/** Declarations that companies bought: those still to be filed, the oldest period first. */
export function MesaDeclaraciones() {
  const listing = useListing(SHAPE)
  const answer = useQuery(declaracionesQuery(listing.query))
  const [filing, setFiling] = useState<DeclaracionEnCola>()
  return (
    <div className={classes.estantes}>
      <PageHeader title="Declaraciones compradas" count={answer.data && totalText(answer.data)}>
        <LinkButton to="/administracion/tienda" variant="default">
          Tienda de la Instalación
        </LinkButton>
      </PageHeader>
      <ListTools listing={listing}>
        <ListFilter listing={listing} name="estado" label="Estado" anyLabel="Por hacer" options={HECHAS} />
      </ListTools>
      <DataTable
        label="Declaraciones compradas"
        columns={COLUMNS}
        listing={listing}
        answer={answer}
        rowId={({ orden_id, nombre }) => `${orden_id} ${nombre}`}
        rowName={({ nombre, empresa }) => `${nombre}, ${empresa}`}
        actions={(row) => [
          { label: row.numero_sri === null ? 'Anotar comprobante del SRI' : 'Corregir comprobante', onSelect: () => setFiling(row) },
        ]}
        firstUse={<p>Ninguna declaración comprada espera.</p>}
      />
      {filing && <PresentadaDialog declaracion={filing} onClose={() => setFiling(undefined)} />}
    </div>
  )
}

/** Number of waiting declarations. */
export function PorHacer() {
  const { data } = useQuery(declaracionesQuery({ page: '0', size: '10' }))
  const n = data?.totalElements ?? 0
  return n === 0 ? 'Declaraciones compradas' : `Declaraciones por hacer: ${n}`
}
