import { useId, useState, type KeyboardEvent } from 'react'

export interface Choice {
  /** Identifies an option while the list changes. */
  key: string
}

interface ComboboxState<Option extends Choice> {
  options: readonly Option[]
  isOpen: boolean
  onClose: () => void
  onPick: (option: Option) => void
  /** Whether the first option is marked before the user moves. */
  marksFirst?: boolean
}

/** Keys and ARIA state of a text input with a list below: arrows move, Enter picks, Esc closes. */
export function useCombobox<Option extends Choice>({ options, isOpen, onClose, onPick, marksFirst = true }: ComboboxState<Option>) {
  const id = useId()
  const [moved, setMoved] = useState<string>()
  const at = options.findIndex(({ key }) => key === moved)
  const active = at >= 0 ? at : marksFirst && options.length > 0 ? 0 : -1
  const optionId = (index: number) => `${id}-${index}`
  // Without a marked option, down marks the first and up the last.
  const move = (step: 1 | -1) =>
    setMoved(options[at < 0 ? (step > 0 ? 0 : options.length - 1) : (at + step + options.length) % options.length]?.key)
  const forget = () => setMoved(undefined)
  const pick = (index: number) => {
    const option = options[index]
    forget()
    if (option) onPick(option)
  }

  /** Whether the list has handled the key. */
  function onKeyDown(event: KeyboardEvent): boolean {
    if (event.altKey || event.ctrlKey || event.metaKey) return false
    if (event.code === 'Escape' && isOpen) onClose()
    else if ((event.code === 'ArrowDown' || event.code === 'ArrowUp') && isOpen && options.length > 0) {
      move(event.code === 'ArrowUp' ? -1 : 1)
    } else if (event.key === 'Enter' && isOpen && at >= 0) pick(at)
    else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }

  return {
    active,
    pick,
    forget,
    onKeyDown,
    inputProps: {
      role: 'combobox',
      'aria-expanded': isOpen,
      'aria-autocomplete': 'list',
      'aria-controls': isOpen ? id : undefined,
      'aria-activedescendant': isOpen && active >= 0 ? optionId(active) : undefined,
    } as const,
    listProps: { id, optionId, active, onPick: pick },
  }
}
