import { useEffect, useRef, type KeyboardEvent } from 'react'

import { Anchored } from '../../components/combobox/anchored.tsx'
import { MOD_LABEL } from '../../lib/teclado/keyboard.ts'
import classes from './linea-menu.module.css'
import type { Acciones } from './lineas-context.ts'

interface LineaMenuProps {
  fila: number
  count: number
  button: HTMLElement
  acciones: Acciones
  onClose: () => void
}

/** The menu of one line; one for all of them, so that a hundred lines carry no hundred menus. */
export function LineaMenu({ fila, count, button, acciones, onClose }: LineaMenuProps) {
  const anchor = useRef(button)
  const list = useRef<HTMLDivElement>(null)
  const entries: { label: string; key?: string; run: () => void; isDanger?: boolean; isOff?: boolean }[] = [
    { label: 'Más datos de la línea', run: () => acciones.open(fila) },
    { label: 'Duplicar', key: `${MOD_LABEL} D`, run: () => acciones.duplicate(fila) },
    { label: 'Mover arriba', key: 'Alt ↑', run: () => acciones.move(fila, -1), isOff: fila === 0 },
    { label: 'Mover abajo', key: 'Alt ↓', run: () => acciones.move(fila, 1), isOff: fila === count - 1 },
    { label: 'Eliminar', key: `${MOD_LABEL} Supr`, run: () => acciones.remove(fila), isDanger: true },
  ]

  useEffect(() => {
    list.current?.querySelector('button')?.focus({ preventScroll: true })
    const away = ({ target }: Event) => {
      if (target instanceof Node && !list.current?.contains(target)) onClose()
    }
    document.addEventListener('pointerdown', away)
    return () => document.removeEventListener('pointerdown', away)
  }, [onClose])

  const back = () => {
    onClose()
    button.focus()
  }
  function press(event: KeyboardEvent) {
    event.stopPropagation()
    const buttons = [...(list.current?.querySelectorAll<HTMLButtonElement>('button:enabled') ?? [])]
    const at = buttons.findIndex((one) => one === document.activeElement)
    const step = { ArrowDown: at + 1, ArrowUp: at - 1 + buttons.length, Home: 0, End: buttons.length - 1 }[event.code]
    if (step !== undefined) buttons[step % buttons.length]?.focus()
    else if (event.code === 'Escape' || event.key === 'Tab') back()
    else return
    event.preventDefault()
  }

  return (
    <Anchored anchor={anchor} align="end" width={232} className={classes.menu}>
      <div ref={list} role="menu" aria-label={`Acciones de la línea ${fila + 1}`} onKeyDown={press}>
        {entries.map(({ label, key, run, isDanger, isOff }) => (
          <button
            key={label}
            type="button"
            role="menuitem"
            disabled={isOff}
            data-danger={isDanger}
            tabIndex={-1}
            onClick={() => {
              back()
              run()
            }}
          >
            <span>{label}</span>
            {key !== undefined && <kbd aria-hidden="true">{key}</kbd>}
          </button>
        ))}
      </div>
    </Anchored>
  )
}
