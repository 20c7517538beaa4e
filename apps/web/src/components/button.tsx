import { ActionIcon, Button as KitButton, type ButtonProps as KitButtonProps } from '@mantine/core'
import { useMergedRef } from '@mantine/hooks'
import { useLayoutEffect, useRef, type ComponentPropsWithRef, type ReactNode } from 'react'

import { isFocusLost } from '../lib/pagina/focus-lost.ts'
import classes from './button.module.css'

type ButtonProps = Omit<KitButtonProps, 'loading' | 'variant'> &
  Omit<ComponentPropsWithRef<'button'>, keyof KitButtonProps> & {
    variant?: 'filled' | 'default' | 'subtle'
    /** While true the button keeps its width, says `busyLabel` and cannot be pressed again. */
    busy?: boolean
    busyLabel?: string
  }

/** A browser takes the focus from a button that is disabled: one that was busy has it again, unless it is somewhere by now. */
function useFocusKept(busy: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  const had = useRef(false)
  useLayoutEffect(() => {
    // It may be gone before this is reached: then the blur of the disabled button tells.
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
