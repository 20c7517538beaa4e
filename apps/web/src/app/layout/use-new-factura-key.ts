import type { Session } from '@yupana/contract'
import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'

import { holds } from '../../lib/keyboard.ts'
import { inEditor, TECLAS_PAGINA } from './teclas-pagina.ts'

/** Alt N begins a factura from wherever somebody is, unless a dialog asks for something first. */
export function useNewFacturaKey({ collections }: Session) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!holds(event, TECLAS_PAGINA.nueva) || event.repeat) return
    if (inEditor(pathname) || !collections.includes('documento:emitir') || document.querySelector('[aria-modal="true"]')) return
    event.preventDefault()
    void navigate('/documento/registro')
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
