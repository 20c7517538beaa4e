import type { Session } from '@yupana/contract'
import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** Where the invoice editor lives: there the key is its own, for it looks after what is being typed. */
const EDITOR = '/documento'

/** Alt N begins a factura from wherever somebody is, unless a dialog asks for something first. */
export function useNewFacturaKey({ collections }: Session) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { code, altKey, ctrlKey, metaKey, shiftKey, repeat } = event
    if (code !== 'KeyN' || !altKey || ctrlKey || metaKey || shiftKey || repeat) return
    const isEditor = pathname === EDITOR || pathname.startsWith(`${EDITOR}/`)
    if (isEditor || !collections.includes('documento:emitir') || document.querySelector('[aria-modal="true"]')) return
    event.preventDefault()
    void navigate(`${EDITOR}/registro`)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
