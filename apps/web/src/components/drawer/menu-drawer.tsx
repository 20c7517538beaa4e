import '@mantine/core/styles/Drawer.css'

import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'

import { MOTION } from '../theme/tokens.ts'
import classes from './menu-drawer.module.css'

interface MenuDrawerProps {
  opened: boolean
  title: string
  onClose: () => void
  /** False when another element takes the focus, such as the chosen screen. */
  returnsFocus: boolean
  children: ReactNode
}

/** A panel over the content, from the left, with a mask. Esc, the mask and the cross close it. */
export const MenuDrawer = ({ opened, title, onClose, returnsFocus, children }: MenuDrawerProps) => (
  <Drawer
    opened={opened}
    onClose={onClose}
    returnFocus={returnsFocus}
    title={title}
    size="min(304px, 88vw)"
    zIndex="var(--layer-overlay)"
    transitionProps={{ duration: MOTION.dialog }}
    closeButtonProps={{ 'aria-label': 'Cerrar', size: 44 }}
    classNames={{ content: classes.content, header: classes.header, title: classes.title, body: classes.body }}
  >
    {children}
  </Drawer>
)
