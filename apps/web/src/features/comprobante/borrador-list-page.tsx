import type { BorradorFila } from '@yupana/contract'
import { nombreComprobante } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'

import type { Column, RowAction } from '../../components/data-table/column.ts'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { ListTabs } from '../../components/data-table/list-tabs.tsx'
import { totalText } from '../../components/data-table/table-pager.tsx'
import { useListing } from '../../components/data-table/use-listing.ts'
import { PageHeader } from '../../components/page-header.tsx'
import { borradorPathOf } from '../../domain/emision/rutas.ts'
import { momentoText } from '../../lib/formato/format.ts'
import { useOrigin } from '../../lib/pagina/use-leave.ts'
import { borradoresQuery } from './comprobante.queries.ts'
import { tabsBesideBorradores } from './pestanas.ts'

const SHAPE = { sorts: [] }

const nameOf = ({ cliente }: BorradorFila) => cliente || 'Sin cliente'

const COLUMNS: readonly Column<BorradorFila>[] = [
  { id: 'cliente', header: 'Cliente', cell: nameOf, href: (fila) => borradorPathOf(fila) ?? '/comprobante/borradores', card: 'title' },
  { id: 'tipo', header: 'Tipo', cell: ({ tipo }) => nombreComprobante(tipo), whole: true },
  { id: 'editado_en', header: 'Guardado', cell: ({ editado_en: en }) => momentoText(en), whole: true },
  { id: 'autor', header: 'De', cell: ({ autor }) => autor ?? 'Usted' },
  { id: 'total', header: 'Total', cell: ({ total }) => total || '—', align: 'end' },
]

/** `/comprobante/borradores`: what was begun and not issued yet, of every kind. */
export function BorradorListPage() {
  const navigate = useNavigate()
  const origin = useOrigin()
  const listing = useListing(SHAPE)
  const { page, size } = listing.state
  const answer = useQuery(borradoresQuery({ page, size }))
  const { data } = answer
  const actionsOf = (fila: BorradorFila): RowAction[] => {
    const path = borradorPathOf(fila)
    return path === undefined ? [] : [{ label: 'Abrir', onSelect: () => void navigate(path, { state: origin }) }]
  }
  return (
    <>
      <PageHeader title="Borradores" count={data && totalText(data)} />
      <ListTabs
        listing={listing}
        name="tributario"
        label="Estado"
        tabs={tabsBesideBorradores(data && { total: data.totalElements, exact: data.exact })}
      />
      <DataTable
        label="Borradores"
        columns={COLUMNS}
        listing={listing}
        answer={answer}
        rowId={({ id }) => id}
        rowName={nameOf}
        actions={actionsOf}
        firstUse={<p>Aquí quedan los documentos que empezó y aún no emite.</p>}
      />
    </>
  )
}
