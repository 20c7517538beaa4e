import { useEffect, useRef, type ReactNode, type RefObject } from 'react'

import { Anchored } from './anchored.tsx'
import classes from './combobox.module.css'
import type { Choice } from './use-combobox.ts'

export interface Option extends Choice {
  content: ReactNode
  /** Set apart from the option above. */
  isApart?: boolean
}

interface OptionItemsProps {
  id: string
  /** Accessible name of the list. */
  label: string
  options: readonly Option[]
  active: number
  optionId: (index: number) => string
  onPick: (index: number) => void
  /** Shown where there are no options, or not yet. */
  note?: string | undefined
}

/** The options in place. The focus stays in the text input; arrows move the marked option. */
export function OptionItems({ id, label, options, active, optionId, onPick, note }: OptionItemsProps) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView?.({ block: 'nearest' })
  }, [active])
  return (
    // Pressing the mouse must not take the focus from the text input.
    <ul ref={list} id={id} role="listbox" aria-label={label} className={classes.list} onMouseDown={(event) => event.preventDefault()}>
      {note !== undefined && (
        <li role="option" aria-disabled="true" aria-selected="false" className={classes.note}>
          {note}
        </li>
      )}
      {options.map(({ key, content, isApart }, index) => (
        <li
          key={key}
          id={optionId(index)}
          role="option"
          aria-selected={index === active}
          data-apart={(isApart && index > 0) || undefined}
          className={classes.option}
          onClick={() => onPick(index)}
        >
          {content}
        </li>
      ))}
    </ul>
  )
}

interface OptionListProps extends OptionItemsProps {
  anchor: RefObject<HTMLElement | null>
  width?: number
}

/** The options of a combobox, in a layer at its anchor. */
export const OptionList = ({ anchor, width = 380, ...items }: OptionListProps) => (
  <Anchored anchor={anchor} width={width} className={classes.layer}>
    <OptionItems {...items} />
  </Anchored>
)
