import { IconChevronRight, IconDotsVertical } from '@tabler/icons-react'
import type { CategoriaNodo } from '@yupana/contract'
import { useRef, useState, type KeyboardEvent } from 'react'

import { ActivoChip } from '../../components/activo-chip.tsx'
import { Dropdown, type DropdownItem } from '../../components/dropdown/dropdown.tsx'
import classes from './categoria.module.css'
import { filasOf, type Fila } from './categoria-filas.ts'

interface CategoriaArbolProps {
  nodos: readonly CategoriaNodo[]
  /** Opens all nodes during a search. */
  isSearching: boolean
  actionsOf: (nodo: CategoriaNodo) => readonly DropdownItem[]
  onEnter: ((nodo: CategoriaNodo) => void) | undefined
}

/** Categories as the rows of a tree: arrows move, open and close; Enter edits; the menu of a row has the other actions. */
export function CategoriaArbol({ nodos, isSearching, actionsOf, onEnter }: CategoriaArbolProps) {
  const body = useRef<HTMLTableSectionElement>(null)
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const [active, setActive] = useState<string>()
  const filas = filasOf(nodos, (id) => isSearching || open.has(id))
  const current = filas.find(({ nodo }) => nodo.id === active) ?? filas[0]

  const turn = (id: string, isOpen: boolean) => {
    const next = new Set(open)
    if (isOpen) next.add(id)
    else next.delete(id)
    setOpen(next)
  }
  const focus = (fila: Fila | undefined) => {
    if (!fila) return
    setActive(fila.nodo.id)
    body.current?.querySelectorAll<HTMLElement>('[role="row"]')[filas.indexOf(fila)]?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Keys inside the menu of a row belong to the menu.
    if (!current || !(event.target instanceof HTMLElement) || event.target.getAttribute('role') !== 'row') return
    const at = filas.indexOf(current)
    const actions: Record<string, () => void> = {
      ArrowDown: () => focus(filas[at + 1]),
      ArrowUp: () => focus(filas[at - 1]),
      Home: () => focus(filas[0]),
      End: () => focus(filas.at(-1)),
      ArrowRight: () => (current.isOpen === false ? turn(current.nodo.id, true) : current.isOpen && focus(filas[at + 1])),
      ArrowLeft: () =>
        current.isOpen && !isSearching ? turn(current.nodo.id, false) : focus(filas.find(({ nodo }) => nodo.id === current.nodo.parent_id)),
      Enter: () => onEnter?.(current.nodo),
    }
    const act = actions[event.key]
    if (!act || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    act()
  }
  return (
    <div className={classes.scroll}>
      <table role="treegrid" aria-label="Árbol de categorías" className={classes.arbol}>
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader">Nombre</th>
            <th role="columnheader" className={classes.description}>
              Descripción
            </th>
            <th role="columnheader">Estado</th>
            <th role="columnheader" className={classes.menu}>
              <span className={classes.hidden}>Acciones</span>
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup" ref={body} onKeyDown={onKeyDown}>
          {filas.map((fila) => (
            <Row
              key={fila.nodo.id}
              fila={fila}
              isCurrent={fila === current}
              actions={actionsOf(fila.nodo)}
              onFocus={() => setActive(fila.nodo.id)}
              onTurn={() => turn(fila.nodo.id, !fila.isOpen)}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface RowProps {
  fila: Fila
  isCurrent: boolean
  actions: readonly DropdownItem[]
  onFocus: () => void
  onTurn: () => void
}

const Row = ({ fila: { nodo, level, position, of, isOpen }, isCurrent, actions, onFocus, onTurn }: RowProps) => (
  <tr
    role="row"
    aria-level={level}
    aria-posinset={position}
    aria-setsize={of}
    aria-expanded={isOpen}
    tabIndex={isCurrent ? 0 : -1}
    onFocus={onFocus}
  >
    <td role="gridcell">
      <span className={classes.name} data-level={level}>
        {/* Help for the pointer; the keyboard opens with arrows. */}
        <span
          className={classes.turn}
          data-open={isOpen || undefined}
          aria-hidden="true"
          onClick={isOpen === undefined ? undefined : onTurn}
        >
          {isOpen !== undefined && <IconChevronRight size={16} />}
        </span>
        <span className={classes.text}>{nodo.name}</span>
      </span>
    </td>
    <td role="gridcell" className={classes.description}>
      {nodo.description ?? '—'}
    </td>
    <td role="gridcell" className={classes.state}>
      <ActivoChip activo={nodo.status === 'ACTIVO'} />
    </td>
    <td role="gridcell" className={classes.menu}>
      {actions.length > 0 && (
        <Dropdown
          label={`Acciones de ${nodo.name}`}
          target={<IconDotsVertical size={18} aria-hidden="true" />}
          isSmall
          width={248}
          items={actions}
        />
      )}
    </td>
  </tr>
)
