import { IconCheck, IconChevronRight, IconMinus } from '@tabler/icons-react'
import { useRef, useState, type KeyboardEvent } from 'react'

import classes from './arbol.module.css'
import { hojasOf, isRama, marcaOf, type Hoja, type Marca, type Nodo } from './menu-nodos.ts'

interface MenuArbolProps {
  nodos: readonly Nodo[]
  isOn: (hoja: Hoja) => boolean
  onPress: (nodo: Nodo) => void
  disabled: boolean
  /** Opens all groups during a search. */
  isSearching: boolean
}

interface Fila {
  key: string
  nodo: Nodo
  level: 1 | 2
  position: number
  of: number
  /** Only for a group. */
  isOpen?: boolean
  /** Key of the group that contains it. */
  parent?: string
}

const keyOf = (nodo: Nodo) => (isRama(nodo) ? `rama ${nodo.label}` : nodo.to)

function filasOf(nodos: readonly Nodo[], isClosed: (key: string) => boolean): Fila[] {
  return nodos.flatMap((nodo, at): Fila[] => {
    const key = keyOf(nodo)
    const fila: Fila = { key, nodo, level: 1, position: at + 1, of: nodos.length }
    if (!isRama(nodo)) return [fila]
    const isOpen = !isClosed(key)
    const inner = isOpen
      ? nodo.hojas.map((hoja, n): Fila => ({ key: hoja.to, nodo: hoja, level: 2, position: n + 1, of: nodo.hojas.length, parent: key }))
      : []
    return [{ ...fila, isOpen }, ...inner]
  })
}

/** Groups and entries as a tree of checkboxes: arrows move and open, Space marks; a partly marked group is mixed. */
export function MenuArbol({ nodos, isOn, onPress, disabled, isSearching }: MenuArbolProps) {
  const tree = useRef<HTMLDivElement>(null)
  const [closed, setClosed] = useState<readonly string[]>([])
  const [active, setActive] = useState<string>()
  const filas = filasOf(nodos, (key) => !isSearching && closed.includes(key))
  const current = filas.find(({ key }) => key === active) ?? filas[0]

  const focus = (fila: Fila | undefined) => {
    if (!fila) return
    setActive(fila.key)
    tree.current?.querySelectorAll<HTMLElement>('[role="treeitem"]')[filas.indexOf(fila)]?.focus()
  }
  const setOpen = (key: string, isOpen: boolean) => setClosed(isOpen ? closed.filter((other) => other !== key) : [...closed, key])
  const press = (fila: Fila) => {
    if (!disabled && !hojasOf(fila.nodo).every(({ fijo }) => fijo)) onPress(fila.nodo)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (!current) return
    const at = filas.indexOf(current)
    const actions: Record<string, () => void> = {
      ArrowDown: () => focus(filas[at + 1]),
      ArrowUp: () => focus(filas[at - 1]),
      Home: () => focus(filas[0]),
      End: () => focus(filas.at(-1)),
      ArrowRight: () => (current.isOpen === false ? setOpen(current.key, true) : current.isOpen && focus(filas[at + 1])),
      ArrowLeft: () =>
        current.isOpen && !isSearching ? setOpen(current.key, false) : focus(filas.find(({ key }) => key === current.parent)),
      ' ': () => press(current),
    }
    const act = actions[event.key]
    if (!act || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    act()
  }

  return (
    <div role="tree" aria-label="Menús" ref={tree} className={classes.tree} onKeyDown={onKeyDown}>
      {filas.map((fila) => (
        <Item
          key={fila.key}
          fila={fila}
          marca={marcaOf(fila.nodo, isOn)}
          isCurrent={fila === current}
          disabled={disabled || hojasOf(fila.nodo).every(({ fijo }) => fijo)}
          onPress={() => {
            setActive(fila.key)
            press(fila)
          }}
          onTurn={() => setOpen(fila.key, !fila.isOpen)}
        />
      ))}
    </div>
  )
}

interface ItemProps {
  fila: Fila
  marca: Marca
  isCurrent: boolean
  disabled: boolean
  onPress: () => void
  onTurn: () => void
}

const Item = ({ fila: { nodo, level, position, of, isOpen }, marca, isCurrent, disabled, onPress, onTurn }: ItemProps) => (
  <div
    role="treeitem"
    aria-level={level}
    aria-posinset={position}
    aria-setsize={of}
    aria-expanded={isOpen}
    aria-checked={marca}
    aria-disabled={disabled || undefined}
    tabIndex={isCurrent ? 0 : -1}
    className={classes.item}
    data-level={level}
    onClick={onPress}
  >
    <span
      className={classes.turn}
      data-open={isOpen || undefined}
      aria-hidden="true"
      onClick={(event) => {
        if (isOpen === undefined) return
        event.stopPropagation()
        onTurn()
      }}
    >
      {isOpen !== undefined && <IconChevronRight size={16} />}
    </span>
    <span className={classes.box} data-marca={String(marca)} aria-hidden="true">
      {marca === true && <IconCheck size={14} stroke={3} />}
      {marca === 'mixed' && <IconMinus size={14} stroke={3} />}
    </span>
    <span className={classes.label}>{nodo.label}</span>
    {!isRama(nodo) && nodo.fijo && <span className={classes.hint}>siempre</span>}
  </div>
)
