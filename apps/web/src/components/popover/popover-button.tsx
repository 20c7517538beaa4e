import '@mantine/core/styles/Popover.css'

import { Popover } from '@mantine/core'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import { use, useState } from 'react'

import { PopoverLayer } from '../theme/layer.ts'
import classes from './popover-button.module.css'

interface PopoverButtonProps {
  /** Spoken name of the panel; of the button too where it shows only an icon. */
  label: string
  target: ReactNode
  /** The button shows words: it keeps them as its name. */
  hasText?: boolean
  width?: number
  children: (close: () => void) => ReactNode
}

/** A button that opens a small panel below itself. Esc and a click outside close it, and the focus returns to the button. */
export function PopoverButton({ label, target, hasText = false, width = 320, children }: PopoverButtonProps) {
  const [opened, setOpened] = useState(false)
  const close = () => setOpened(false)
  return (
    <Popover opened={opened} onChange={setOpened} width={width} position={hasText ? 'bottom-start' : 'bottom-end'} shadow="none" zIndex={use(PopoverLayer)} trapFocus returnFocus withinPortal>
      <Popover.Target>
        <TargetButton hasText={hasText} label={label} onClick={() => setOpened(!opened)}>
          {target}
        </TargetButton>
      </Popover.Target>
      <Popover.Dropdown className={classes.panel} aria-label={label}>
        {children(close)}
      </Popover.Dropdown>
    </Popover>
  )
}

const TargetButton = ({ hasText, label, children, ...props }: ComponentPropsWithRef<'button'> & { hasText: boolean; label: string }) => (
  <button type="button" {...props} className={hasText ? classes.text : classes.icon} {...(hasText ? {} : { 'aria-label': label, title: label })}>
    {children}
  </button>
)
