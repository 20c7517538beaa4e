import type { NotificacionDisponible } from '@yupana/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'

import { addNotice } from '../../lib/pagina/notices.ts'
import { availableQuery, dismiss } from './notificacion.queries.ts'
import { TIPO } from './tipo-notificacion.ts'

/** They stay until dismissed, and must leave room for the notices of the user's work. */
const AT_ONCE = 3

/**
 * Product notifications as toasts that stay; closing one dismisses it for good. They end with the session. One with a link shows
 * only in the bell, where it does not cover the user's work.
 */
export function ProductNotices() {
  const { data } = useQuery(availableQuery())
  const shown = data?.filter(({ ruta }) => ruta === undefined).slice(0, AT_ONCE) ?? []
  return shown.map((notificacion) => <ProductNotice key={notificacion.id} {...notificacion} />)
}

function ProductNotice({ id, type, message }: NotificacionDisponible) {
  useEffect(() => {
    const shown = new AbortController()
    addNotice({
      severity: TIPO[type].severity,
      summary: TIPO[type].label,
      detail: message,
      sticky: true,
      // The bell lists them in a section of their own.
      isActivity: false,
      onClose: () => void dismiss(id),
      until: shown.signal,
    })
    return () => shown.abort()
  }, [id, type, message])
  return null
}
