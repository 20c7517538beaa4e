import { searchBorradores, type BorradorFila, type Listing } from '@yupana/contract'
import { IconSend } from '@tabler/icons-react'
import { nombreComprobante } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'

import { Button } from '../../components/button.tsx'
import { BulkBar } from '../../components/data-table/bulk-bar.tsx'
import { BulkDialog, type BulkWork } from '../../components/data-table/bulk-dialog.tsx'
import type { Column, RowAction } from '../../components/data-table/column.ts'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { ListTabs } from '../../components/data-table/list-tabs.tsx'
import { totalText } from '../../components/data-table/table-pager.tsx'
import { useChosenRows } from '../../components/data-table/use-chosen-rows.ts'
import { useSelection, type Selection } from '../../components/data-table/use-selection.ts'
import { useListing } from '../../components/data-table/use-listing.ts'
import { PageHeader } from '../../components/page-header.tsx'
import { borradorPathOf } from '../../domain/emision/rutas.ts'
import { momentoText } from '../../lib/formato/format.ts'
import { useOrigin } from '../../lib/pagina/use-leave.ts'
import { fetchData } from '../../lib/http/http.ts'
import { hasRight } from '../../lib/sesion/rights.ts'
import { borradoresQuery } from './comprobante.queries.ts'
import { emitirLote, type EmisorDe } from './emitir-lote.ts'
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

/** `/comprobante/borradores`: drafts of every kind. */
export function BorradorListPage({ emisorDe }: { emisorDe: EmisorDe }) {
  const navigate = useNavigate()
  const origin = useOrigin()
  const listing = useListing(SHAPE)
  const { page, size } = listing.state
  const answer = useQuery(borradoresQuery({ page, size }))
  const { data } = answer
  const selection = useSelection(listing.scope)
  const canEmit = hasRight('documento:emitir')
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
      {canEmit && <BorradorBar selection={selection} data={data} emisorDe={emisorDe} />}
      <DataTable
        label="Borradores"
        columns={COLUMNS}
        listing={listing}
        answer={answer}
        rowId={({ id }) => id}
        rowName={nameOf}
        actions={actionsOf}
        {...(canEmit && { selection })}
        firstUse={<p>Aquí quedan los documentos que empezó y aún no emite.</p>}
      />
    </>
  )
}

interface BorradorBarProps {
  selection: Selection
  data: Listing<BorradorFila> | undefined
  emisorDe: EmisorDe
}

/** Actions on selected drafts. */
function BorradorBar({ selection, data, emisorDe }: BorradorBarProps) {
  const { rows: filas, learn } = useChosenRows(selection, data)
  const [work, setWork] = useState<BulkWork<BorradorFila>>()
  return (
    <>
      {filas.length > 0 && (
        <BulkBar selection={selection} data={data} page={(at) => fetchData(searchBorradores, { query: at })} onRows={learn}>
          <Button leftSection={<IconSend size={16} />} onClick={() => setWork(emitirLote(emisorDe))}>
            Emitir
          </Button>
        </BulkBar>
      )}
      {work && (
        <BulkDialog
          work={work}
          rows={filas}
          onClose={(isBegun) => {
            setWork(undefined)
            if (isBegun) selection.clear()
          }}
        />
      )}
    </>
  )
}
