import type { NotificacionDisponible } from '@yupana/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'

import { addNotice } from '../../lib/pagina/notices.ts'
import { availableQuery, dismiss } from './notificacion.queries.ts'
import { TIPO } from './tipo-notificacion.ts'

/** They stay until they are put away, and must leave room for the notices of what somebody is doing. */
const AT_ONCE = 3

/** Product notifications as toasts that stay; closing one puts it away for good. Gone with the session. */
export function ProductNotices() {
  const { data } = useQuery(availableQuery())
  const shown = data?.slice(0, AT_ONCE) ?? []
  return shown.map((notificacion) => <ProductNotice key={notificacion.id} {...notificacion} />)
}

function ProductNotice({ id, type, message, ruta }: NotificacionDisponible) {
  const navigate = useNavigate()
  const open = useEffectEvent((to: string) => {
    void navigate(to)
    void dismiss(id)
  })
  useEffect(() => {
    const shown = new AbortController()
    addNotice({
      severity: TIPO[type].severity,
      summary: TIPO[type].label,
      detail: message,
      sticky: true,
      ...(ruta !== undefined && { action: { label: 'Abrir', run: () => open(ruta) } }),
      // The bell lists them by themselves.
      isActivity: false,
      onClose: () => void dismiss(id),
      until: shown.signal,
    })
    return () => shown.abort()
  }, [id, type, message, ruta])
  return null
}
