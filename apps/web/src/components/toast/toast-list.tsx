import { Notifications, notifications } from '@mantine/notifications'
import { IconAlertTriangle, IconCheck, IconInfoCircle, IconX } from '@tabler/icons-react'
import { useEffect } from 'react'

import { clearNotices, noticeStore, type Notice, type Severity } from '../../lib/pagina/notices.ts'
import { useStore } from '../../lib/pagina/store.ts'
import { LAYERS, MOTION, TOAST_LIFE_MS } from '../theme/tokens.ts'
import './toasts.css'

const LOOK: Record<Severity, { color: string; icon: typeof IconX }> = {
  success: { color: 'success', icon: IconCheck },
  error: { color: 'danger', icon: IconX },
  warn: { color: 'warning', icon: IconAlertTriangle },
  info: { color: 'primary', icon: IconInfoCircle },
}

/**
 * Equal errors within this time show one toast; a later repetition shows another. Toasts with `onClose` come from no call and always show.
 */
const AT_ONCE_MS = 1_000
/** Time at which each visible error was shown, by its text. */
const told = new Map<string, number>()

/** Removes all toasts, and forgets the shown errors. */
export function forgetToasts() {
  notifications.clean()
  told.clear()
}

function show({ severity, summary, detail, sticky, action, onClose, until }: Notice) {
  if (until?.aborted) return
  const words = `${summary}\n${detail}`
  if (severity === 'error' && !onClose) {
    if (Date.now() - (told.get(words) ?? -Infinity) < AT_ONCE_MS) return
    told.set(words, Date.now())
  }
  const { color, icon: Icon } = LOOK[severity]
  const id = notifications.show({
    title: summary,
    message: action ? <Actionable detail={detail} label={action.label} onClick={() => (notifications.hide(id), action.run())} /> : detail,
    color,
    icon: <Icon size={16} stroke={2.2} />,
    autoClose: sticky ? false : TOAST_LIFE_MS,
    closeButtonProps: { 'aria-label': 'Cerrar notificación' },
    onClose: () => {
      told.delete(words)
      if (!until?.aborted) onClose?.()
    },
  })
  until?.addEventListener('abort', () => notifications.hide(id))
}

const Actionable = ({ detail, label, onClick }: { detail: string; label: string; onClick: () => void }) => (
  <>
    {detail}{' '}
    <button type="button" className="yupana-toast-action" onClick={onClick}>
      {label}
    </button>
  </>
)

/** Shows the notices of the store, at the top right. */
export function ToastList() {
  const { messages } = useStore(noticeStore)
  useEffect(() => {
    if (messages.length === 0) return
    messages.forEach(show)
    clearNotices()
  }, [messages])
  return (
    <Notifications
      position="top-right"
      limit={5}
      zIndex={LAYERS.toast}
      transitionDuration={MOTION.toast}
      containerWidth={400}
      pauseResetOnHover="notification"
    />
  )
}
