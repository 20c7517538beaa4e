import { useQuery } from '@tanstack/react-query'
import { IconDotsVertical, IconPlus } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'

import { Button } from '../../components/button.tsx'
import { BulkBar } from '../../components/data-table/bulk-bar.tsx'
import type { Column, RowAction } from '../../components/data-table/column.ts'
import { ColumnsButton } from '../../components/data-table/columns-button.tsx'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { ExportButton } from '../../components/data-table/export-button.tsx'
import { ListFilter, ListSearch, ListTools } from '../../components/data-table/list-tools.tsx'
import { totalText } from '../../components/data-table/table-pager.tsx'
import { useListing } from '../../components/data-table/use-listing.ts'
import { ViewsButton } from '../../components/data-table/views-button.tsx'
import { useSelection } from '../../components/data-table/use-selection.ts'
import { DeleteDialog } from '../../components/dialog/delete-dialog.tsx'
import { Dropdown, type DropdownItem } from '../../components/dropdown/dropdown.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { hasRight } from '../../lib/sesion/rights.ts'
import { useOrigin } from '../../lib/pagina/use-leave.ts'
import { useHistorial } from '../auditoria/historial-dialog.tsx'
import { exportList } from '../listado/export-list.ts'
import { usePreferencia } from '../preferencia/use-preferencia.ts'
import type { Catalogo, Guardado } from './catalogo.ts'

interface Filter {
  name: string
  label: string
  options: readonly { value: string; label: string }[]
}

interface CatalogoListProps<Row extends Guardado, Saved extends Row> {
  catalogo: Catalogo<Row, Saved>
  columns: readonly Column<Row>[]
  /** Fields by which the server sorts. */
  sorts: readonly string[]
  filters: readonly Filter[]
  rowName: (row: Row) => string
  /** Placeholder of the search box. */
  placeholder: string
  /** Purpose of the catalogue, shown while it is empty. */
  firstUse: string
  deleteTitle?: (row: Row) => string
  deleteNote: string
  /** Entries of a row's menu, between «Editar» and «Eliminar». */
  rowActions?: (row: Row) => readonly RowAction[]
  /** Columns of the file for a column on the screen; by default the same one. */
  fileColumns?: Readonly<Record<string, readonly string[]>>
  /** Seldom used actions, in a menu before the button that creates. */
  more?: readonly DropdownItem[]
  /** A notice under the heading. */
  notice?: ReactNode
  /** Form of a small record, over the list. Without it a record has an address of its own. */
  dialog?: (record: Row | undefined, onClose: () => void) => ReactNode
}

interface Doomed {
  ids: readonly string[]
  title: string
}

/** The list of a catalogue: searched, filtered, sorted and paged; one or several are deleted after a question. */
export function CatalogoList<Row extends Guardado, Saved extends Row>({
  catalogo,
  columns,
  sorts,
  filters,
  rowName,
  placeholder,
  firstUse,
  deleteTitle = (row) => `Eliminar ${rowName(row)}`,
  deleteNote,
  rowActions = () => [],
  fileColumns = {},
  more = [],
  notice,
  dialog,
}: CatalogoListProps<Row, Saved>) {
  const { words, right, lista, base, file } = catalogo
  const navigate = useNavigate()
  const origin = useOrigin()
  const layout = usePreferencia(lista)
  const listing = useListing(
    {
      sorts,
      filters: Object.fromEntries(filters.map(({ name, options }) => [name, options.map(({ value }) => value)])),
    },
    layout,
  )
  const selection = useSelection(listing.scope)
  const answer = useQuery({ ...catalogo.listQuery(listing.query), enabled: layout.isReady })
  const [doomed, setDoomed] = useState<Doomed>()
  const [edited, setEdited] = useState<Row | 'new'>()
  const { openHistorial, dialogo } = useHistorial()
  const [canCreate, canEdit, canDelete] = [hasRight(`${right}:crear`), hasRight(`${right}:editar`), hasRight(`${right}:eliminar`)]
  const nounOf = (count: number) => `${count} ${count === 1 ? words.one : words.several}`
  const chosen = [...selection.ids]
  const open = (row: Row) => (dialog ? setEdited(row) : void navigate(catalogo.pathOf(row), { state: origin }))
  const actionsOf = (row: Row) => [
    ...(canEdit || !dialog ? [{ label: canEdit ? 'Editar' : 'Ver', onSelect: () => open(row) }] : []),
    ...rowActions(row),
    // A record with an address of its own shows its history there.
    ...(dialog && openHistorial ? [{ label: 'Historial', onSelect: () => openHistorial({ id: row.id, nombre: rowName(row) }) }] : []),
    ...(canDelete ? [{ label: 'Eliminar', danger: true, onSelect: () => setDoomed({ ids: [row.id], title: deleteTitle(row) }) }] : []),
  ]
  const create =
    canCreate &&
    (dialog ? (
      <Button leftSection={<IconPlus size={16} />} onClick={() => setEdited('new')}>
        {words.nuevo}
      </Button>
    ) : (
      <LinkButton to={`${base}/registro`} icon={<IconPlus size={16} />}>
        {words.nuevo}
      </LinkButton>
    ))
  const remove = async (ids: readonly string[]) => {
    await catalogo.remove(ids, (done) => selection.choose(ids.filter((id) => !done.includes(id))))
    selection.clear()
  }
  return (
    <>
      <PageHeader title={words.title} count={answer.data && totalText(answer.data)}>
        <ViewsButton listing={listing} layout={layout} />
        {file && (
          <ExportButton onExport={(formato) => exportList({ call: file, nombre: lista, columns, layout, listing, fileColumns }, formato)} />
        )}
        <ColumnsButton columns={columns} layout={layout} />
        {more.length > 0 && <Dropdown label="Más acciones" target={<IconDotsVertical size={18} aria-hidden="true" />} items={more} />}
        {create}
      </PageHeader>
      {notice}
      {chosen.length > 0 ? (
        <BulkBar selection={selection} data={answer.data} page={(at) => catalogo.page({ ...listing.query, ...at })}>
          <Button color="danger" onClick={() => setDoomed({ ids: chosen, title: `Eliminar ${nounOf(chosen.length)}` })}>
            Eliminar
          </Button>
        </BulkBar>
      ) : (
        <ListTools listing={listing}>
          <ListSearch listing={listing} label="Buscar" placeholder={placeholder} />
          {filters.map((filter) => (
            <ListFilter key={filter.name} listing={listing} {...filter} />
          ))}
        </ListTools>
      )}
      <DataTable
        label={words.title}
        columns={columns}
        layout={layout}
        listing={listing}
        answer={answer}
        rowId={(row) => row.id}
        rowName={rowName}
        {...(!dialog || canEdit || canDelete || openHistorial ? { actions: actionsOf } : {})}
        {...(canDelete && catalogo.removesSeveral ? { selection } : {})}
        firstUse={
          canCreate && (
            <>
              <p>{firstUse}</p>
              {create}
            </>
          )
        }
      />
      {dialogo}
      {edited && dialog?.(edited === 'new' ? undefined : edited, () => setEdited(undefined))}
      {doomed && (
        <DeleteDialog
          title={doomed.title}
          confirmLabel={`Eliminar ${doomed.ids.length === 1 ? words.one : nounOf(doomed.ids.length)}`}
          onDelete={() => remove(doomed.ids)}
          onClose={() => setDoomed(undefined)}
        >
          <p>{deleteNote}</p>
        </DeleteDialog>
      )}
    </>
  )
}
