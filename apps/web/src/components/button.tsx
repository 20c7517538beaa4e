import { ActionIcon, Button as KitButton, type ButtonProps as KitButtonProps } from '@mantine/core'
import type { ComponentPropsWithRef, ReactNode } from 'react'

import classes from './button.module.css'

type ButtonProps = Omit<KitButtonProps, 'loading' | 'variant'> &
  Omit<ComponentPropsWithRef<'button'>, keyof KitButtonProps> & {
    variant?: 'filled' | 'default' | 'subtle'
    /** While true the button keeps its width, says `busyLabel` and cannot be pressed again. */
    busy?: boolean
    busyLabel?: string
  }

export function Button({ busy = false, busyLabel, disabled, children, className, ...props }: ButtonProps) {
  return (
    <KitButton className={`${classes.button} ${className ?? ''}`} disabled={disabled || busy} aria-busy={busy || undefined} {...props}>
      {busy && busyLabel ? busyLabel : children}
    </KitButton>
  )
}

interface IconButtonProps {
  /** Spoken name, and the hint on hover. */
  label: string
  onClick: () => void
  /** For a button that shows and hides something. */
  isExpanded?: boolean
  children: ReactNode
}

export const IconButton = ({ label, onClick, isExpanded, children }: IconButtonProps) => (
  <ActionIcon variant="subtle" className={classes.icon} aria-label={label} data-hint={label} aria-expanded={isExpanded} onClick={onClick}>
    {children}
  </ActionIcon>
)
