import { Modal } from '@mantine/core'
import { useLayoutEffect, type ReactNode } from 'react'

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

/** A dialog that goes with the state that held it tells the kit nothing: the focus returns all the same, to the heading where its button is gone. */
function useFocusBack(opened: boolean) {
  useLayoutEffect(() => {
    if (!opened) return
    const before = document.activeElement
    return () =>
      void setTimeout(() => {
        if (document.activeElement !== document.body) return
        const target = before?.isConnected && before !== document.body ? before : document.querySelector('main h1')
        if (target instanceof HTMLElement) target.focus({ preventScroll: true })
      })
  }, [opened])
}

export function Dialog({ opened, title, onClose, size = 440, fullScreen = false, children }: DialogProps) {
  useFocusBack(opened)
  return (
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
}
