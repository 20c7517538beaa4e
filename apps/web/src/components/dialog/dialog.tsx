import { Modal } from '@mantine/core'
import { useEffect, useLayoutEffect, type ReactNode } from 'react'

import { sessionStore } from '../../lib/sesion/session.ts'
import { useStore } from '../../lib/pagina/store.ts'
import { PopoverLayer } from '../theme/layer.ts'
import { LAYERS } from '../theme/tokens.ts'
import classes from './dialog.module.css'

interface DialogProps {
  opened: boolean
  title: string
  /** Absent for a dialog that the user cannot close: no cross, Esc and mask have no effect. */
  onClose?: (() => void) | undefined
  size?: number | string
  /** Fills the whole window; callers set it on a phone. */
  fullScreen?: boolean
  /** Covers everything, other dialogs included, which cannot be read or closed meanwhile. */
  isLock?: boolean
  children: ReactNode
}

const LOCK = { zIndex: LAYERS.lock, overlayProps: { blur: 10, backgroundOpacity: 0.75 } } as const

/** Target of the focus after a dialog closed, unless another dialog opens in its place. */
let owed: { to: Element | null } | undefined

function payBack() {
  const to = owed?.to
  if (!owed) return
  owed = undefined
  if (document.activeElement !== document.body) return
  const target = to?.isConnected && to !== document.body ? to : document.querySelector('main h1')
  if (target instanceof HTMLElement) target.focus({ preventScroll: true })
}

/**
 * Returns the focus of a dialog that unmounts with its state, about which the library learns nothing. If the opening button has gone, the
 * heading takes the focus.
 */
function useFocusBack(opened: boolean) {
  useLayoutEffect(() => {
    if (!opened) return
    const before = owed ? owed.to : document.activeElement
    owed = undefined
    return () => {
      // Of several dialogs that close together, the outermost unmounts first.
      owed ??= { to: before }
      setTimeout(payBack)
    }
  }, [opened])
}

const isMask = (target: EventTarget | null) => target instanceof Element && target.classList.contains('mantine-Modal-overlay')

/** The second click of a double click that opened the dialog falls on the mask: it must neither close the dialog nor move the focus. */
const stopSecondClick = (event: MouseEvent) => {
  if (event.detail <= 1 || !isMask(event.target)) return
  if (event.type === 'mousedown') event.preventDefault()
  else event.stopPropagation()
}

function useDoubleClick(opened: boolean) {
  useEffect(() => {
    if (!opened) return
    const kinds = ['mousedown', 'click'] as const
    for (const kind of kinds) document.addEventListener(kind, stopSecondClick, true)
    return () => {
      for (const kind of kinds) document.removeEventListener(kind, stopSecondClick, true)
    }
  }, [opened])
}

export function Dialog({ opened, title, onClose, size = 440, fullScreen = false, isLock = false, children }: DialogProps) {
  useFocusBack(opened)
  useDoubleClick(opened)
  const { locked } = useStore(sessionStore)
  const closes = onClose !== undefined && (isLock || !locked)
  return (
    <Modal
      opened={opened}
      onClose={onClose ?? (() => undefined)}
      title={title}
      size={size}
      fullScreen={fullScreen}
      centered
      withCloseButton={onClose !== undefined}
      closeOnEscape={closes}
      closeOnClickOutside={closes}
      {...(isLock && LOCK)}
      closeButtonProps={{ 'aria-label': 'Cerrar' }}
      classNames={{ content: classes.content, header: classes.header, title: classes.title, body: classes.body }}
    >
      <PopoverLayer value={LAYERS.popoverInDialog}>{children}</PopoverLayer>
    </Modal>
  )
}
