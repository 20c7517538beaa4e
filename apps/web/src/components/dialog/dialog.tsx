import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'

import { PopoverLayer } from '../theme/layer.ts'
import { LAYERS } from '../theme/tokens.ts'
import classes from './dialog.module.css'

interface DialogProps {
  opened: boolean
  title: string
  /** Without it nobody can close the dialog: neither cross, Esc nor mask. */
  onClose?: () => void
  size?: number | string
  /** The whole window: on a phone. */
  fullScreen?: boolean
  children: ReactNode
}

export const Dialog = ({ opened, title, onClose, size = 440, fullScreen = false, children }: DialogProps) => (
  <Modal
    opened={opened}
    onClose={onClose ?? (() => undefined)}
    title={title}
    size={size}
    fullScreen={fullScreen}
    centered
    withCloseButton={onClose !== undefined}
    closeOnEscape={onClose !== undefined}
    closeOnClickOutside={onClose !== undefined}
    closeButtonProps={{ 'aria-label': 'Cerrar' }}
    classNames={{ content: classes.content, header: classes.header, title: classes.title, body: classes.body }}
  >
    <PopoverLayer value={LAYERS.popoverInDialog}>{children}</PopoverLayer>
  </Modal>
)
