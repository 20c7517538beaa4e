import { ActionIcon, Button as KitButton, type ButtonProps as KitButtonProps } from '@mantine/core'
import { useMergedRef } from '@mantine/hooks'
import { useLayoutEffect, useRef, type ComponentPropsWithRef, type ReactNode } from 'react'

import { isFocusLost } from '../lib/pagina/focus-lost.ts'
import classes from './button.module.css'

type ButtonProps = Omit<KitButtonProps, 'loading' | 'variant'> &
  Omit<ComponentPropsWithRef<'button'>, keyof KitButtonProps> & {
    variant?: 'filled' | 'default' | 'subtle'
    /** While true the button keeps its width, shows `busyLabel` and cannot be pressed. */
    busy?: boolean
    busyLabel?: string
  }

/** Browsers take the focus from a disabled button: the button gets it back after the work, unless another element has it by then. */
function useFocusKept(busy: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  const had = useRef(false)
  useLayoutEffect(() => {
    // The browser may take the focus before the effect below runs: the blur of the disabled button then tells.
    const note = () => void (had.current ||= button.current?.disabled ?? false)
    const element = button.current
    element?.addEventListener('blur', note)
    return () => element?.removeEventListener('blur', note)
  }, [])
  useLayoutEffect(() => {
    if (busy) had.current ||= document.activeElement === button.current
    else {
      if (had.current && isFocusLost()) button.current?.focus({ preventScroll: true })
      had.current = false
    }
  }, [busy])
  return button
}

export function Button({ busy = false, busyLabel, disabled, children, className, ref, ...props }: ButtonProps) {
  const button = useMergedRef(useFocusKept(busy), ref)
  return (
    <KitButton
      ref={button}
      className={`${classes.button} ${className ?? ''}`}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      {...props}
    >
      {busy && busyLabel ? busyLabel : children}
    </KitButton>
  )
}

interface IconButtonProps {
  /** Accessible name, and the hint on hover. */
  label: string
  onClick: () => void
  /** State of a button that shows and hides something. */
  isExpanded?: boolean
  children: ReactNode
}

export const IconButton = ({ label, onClick, isExpanded, children }: IconButtonProps) => (
  <ActionIcon variant="subtle" className={classes.icon} aria-label={label} data-hint={label} aria-expanded={isExpanded} onClick={onClick}>
    {children}
  </ActionIcon>
)
