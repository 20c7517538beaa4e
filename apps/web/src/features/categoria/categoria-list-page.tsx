import { exportCategoria, MAX_NIVELES_CATEGORIA, type CategoriaNodo } from '@yupana/contract'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import { ExportButton } from '../../components/data-table/export-button.tsx'
import { ListFilter, ListSearch, ListTools } from '../../components/data-table/list-tools.tsx'
import { useListing } from '../../components/data-table/use-listing.ts'
import { DeleteDialog } from '../../components/dialog/delete-dialog.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { useHistorial } from '../../domain/auditoria/historial-dialog.tsx'
import { CategoriaDialog, ESTADO_OPTIONS, MoverDialog } from '../../domain/categoria/categoria-dialog.tsx'
import { arbolQuery, CATEGORIAS, sitiosOf } from '../../domain/categoria/categoria.ts'
import { exportList } from '../../domain/listado/export-list.ts'
import { hasRight } from '../../lib/sesion/rights.ts'
import { CategoriaArbol } from './categoria-arbol.tsx'
import { narrowed } from './categoria-filas.ts'
import classes from './categoria.module.css'

/** The dialog over the tree. */
type Abierto = { como: 'nueva'; parent: string | null } | { como: 'editar' | 'mover' | 'eliminar'; nodo: CategoriaNodo }

const FILTER = { name: 'status', label: 'Estado', options: ESTADO_OPTIONS }

/** The categories of the company as a tree: the form or «Mover a…» moves one under another. */
export function CategoriaListPage() {
  const listing = useListing({ sorts: [], filters: { status: ESTADO_OPTIONS.map(({ value }) => value) } })
  const { data, isError, refetch } = useQuery(arbolQuery())
  const [open, setOpen] = useState<Abierto>()
  const { openHistorial, dialogo } = useHistorial()
  const [canCreate, canEdit, canDelete] = [hasRight('producto:crear'), hasRight('producto:editar'), hasRight('producto:eliminar')]
  const { q, filters } = listing.state
  const nodos = narrowed(data ?? [], { q, status: filters['status'] })
  const sitios = sitiosOf(data ?? [])
  const depthOf = ({ id }: CategoriaNodo) => (sitios.find(({ nodo }) => nodo.id === id)?.above.length ?? 0) + 1
  /** The category in the whole tree: a search leaves out descendants. */
  const whole = (nodo: CategoriaNodo) => sitios.find((sitio) => sitio.nodo.id === nodo.id)?.nodo ?? nodo
  const over = (como: 'editar' | 'mover' | 'eliminar', nodo: CategoriaNodo) => setOpen({ como, nodo: whole(nodo) })
  const actionsOf = (nodo: CategoriaNodo) => [
    ...(canEdit ? [{ label: 'Editar', onPick: () => over('editar', nodo) }] : []),
    ...(canEdit ? [{ label: 'Mover a…', onPick: () => over('mover', nodo) }] : []),
    ...(canCreate && depthOf(nodo) < MAX_NIVELES_CATEGORIA
      ? [{ label: 'Nueva dentro de esta', onPick: () => setOpen({ como: 'nueva', parent: nodo.id }) }]
      : []),
    ...(openHistorial ? [{ label: 'Historial', onPick: () => openHistorial({ id: nodo.id, nombre: nodo.name }) }] : []),
    ...(canDelete ? [{ label: 'Eliminar', danger: true, onPick: () => over('eliminar', nodo) }] : []),
  ]
  const create = canCreate && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setOpen({ como: 'nueva', parent: null })}>
      {CATEGORIAS.words.nuevo}
    </Button>
  )
  const close = () => setOpen(undefined)
  return (
    <>
      <PageHeader title={CATEGORIAS.words.title} count={data && String(sitios.length)}>
        <ExportButton onExport={(formato) => exportList({ call: exportCategoria, nombre: 'categorias', listing }, formato)} />
        {create}
      </PageHeader>
      <ListTools listing={listing}>
        <ListSearch listing={listing} label="Buscar" placeholder="Nombre o descripción" />
        <ListFilter listing={listing} {...FILTER} />
      </ListTools>
      <div className={classes.frame}>
        {isError && !data && (
          <div className={classes.failure}>
            <Alert title="No se pudo cargar la lista." details={['Los filtros se conservan.']} />
            <Button variant="default" onClick={() => void refetch()}>
              Reintentar
            </Button>
          </div>
        )}
        {!data && !isError && <Skeleton label="Cargando las categorías" lines={['60%', '80%', '50%']} />}
        {nodos.length > 0 && (
          <CategoriaArbol
            nodos={nodos}
            isSearching={listing.isFiltered}
            actionsOf={actionsOf}
            onEnter={canEdit ? (nodo) => over('editar', nodo) : undefined}
          />
        )}
        {data && nodos.length === 0 && (
          <div className={classes.empty}>
            <p>No se encontraron registros</p>
            {listing.isFiltered ? (
              <Button variant="default" onClick={listing.clearFilters}>
                Limpiar filtros
              </Button>
            ) : (
              canCreate && (
                <>
                  <p>Registre las categorías en que agrupa sus productos, unas dentro de otras: Bebidas › Gaseosas.</p>
                  {create}
                </>
              )
            )}
          </div>
        )}
      </div>
      {dialogo}
      {open && <Over open={open} onClose={close} />}
    </>
  )
}

function Over({ open, onClose }: { open: Abierto; onClose: () => void }) {
  if (open.como === 'nueva') return <CategoriaDialog parent={open.parent} onClose={onClose} />
  const { como, nodo } = open
  if (como === 'editar') return <CategoriaDialog record={nodo} onClose={onClose} />
  if (como === 'mover') return <MoverDialog record={nodo} onClose={onClose} />
  return (
    <DeleteDialog
      title={`Eliminar ${nodo.name}`}
      confirmLabel="Eliminar categoría"
      onDelete={() => CATEGORIAS.remove([nodo.id])}
      onClose={onClose}
    >
      <p>Las que tienen otras debajo, o constan en productos, no se eliminan: puede moverlas o desactivarlas.</p>
    </DeleteDialog>
  )
}
