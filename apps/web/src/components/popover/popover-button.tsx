import '@mantine/core/styles/Popover.css'

import { Popover } from '@mantine/core'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import { use, useState } from 'react'

import { PopoverLayer } from '../theme/layer.ts'
import classes from './popover-button.module.css'

interface PopoverButtonProps {
  /** Accessible name of the panel, and of a button with only an icon. */
  label: string
  target: ReactNode
  /** An icon, text, or text in a border; text stays the button's name. */
  look?: 'icon' | 'text' | 'bordered'
  width?: number
  children: (close: () => void) => ReactNode
}

// Without room on either side a panel covers its button instead of leaving the window.
const PLACE = { flip: true, shift: { crossAxis: true, padding: 8 } } as const

/**
 * The focused element may disappear while the panel is open, such as an entry that settles itself: the panel takes the focus, to receive
 * Esc
 * and Tab.
 */
function holdFocus(panel: HTMLElement | null) {
  if (!panel) return
  const observer = new MutationObserver(() => {
    if (document.activeElement === document.body) panel.focus({ preventScroll: true })
  })
  observer.observe(panel, { childList: true, subtree: true })
  return () => observer.disconnect()
}

/** A button that opens a small panel below itself. Esc and a click outside close it and return the focus to the button. */
export function PopoverButton({ label, target, look = 'icon', width = 320, children }: PopoverButtonProps) {
  const [opened, setOpened] = useState(false)
  const close = () => setOpened(false)
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      width={width}
      position={look === 'text' ? 'bottom-start' : 'bottom-end'}
      middlewares={PLACE}
      shadow="none"
      zIndex={use(PopoverLayer)}
      trapFocus
      returnFocus
      withinPortal
    >
      <Popover.Target>
        <TargetButton look={look} label={label} onClick={() => setOpened(!opened)}>
          {target}
        </TargetButton>
      </Popover.Target>
      <Popover.Dropdown ref={holdFocus} className={classes.panel} aria-label={label}>
        {children(close)}
      </Popover.Dropdown>
    </Popover>
  )
}

const TargetButton = ({
  look,
  label,
  children,
  ...props
}: ComponentPropsWithRef<'button'> & Required<Pick<PopoverButtonProps, 'look' | 'label'>>) => (
  <button type="button" {...props} className={classes[look]} {...(look === 'icon' ? { 'aria-label': label, 'data-hint': label } : {})}>
    {children}
  </button>
)
