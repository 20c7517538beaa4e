import { Button as KitButton } from '@mantine/core'
import type { ReactNode, Ref } from 'react'
import { Link } from 'react-router'

import { useOrigin } from '../lib/pagina/use-leave.ts'
import classes from './button.module.css'

/** A link that looks like a button, and can be opened in another tab. */
export const LinkButton = ({
  to,
  icon,
  variant = 'filled',
  ref,
  children,
}: {
  to: string
  ref?: Ref<HTMLAnchorElement>
  icon?: ReactNode
  variant?: 'filled' | 'default' | 'subtle'
  children: ReactNode
}) => (
  <KitButton component={Link} ref={ref} to={to} state={useOrigin()} leftSection={icon} variant={variant} className={classes.button}>
    {children}
  </KitButton>
)
