import type { Session } from '@yupana/contract'
import { useLocation, useNavigate } from 'react-router'

import { useKeys } from '../../lib/teclado/use-keys.ts'
import { inFactura, TECLAS_PAGINA } from './teclas-pagina.ts'

/** Alt N begins a factura, for a user who may issue; the editor of facturas handles the key itself. Not over a dialog. */
export function useNewFacturaKey({ collections }: Session) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const isOffered = collections.includes('documento:emitir') && !inFactura(pathname)
  useKeys(isOffered ? [{ ...TECLAS_PAGINA.nueva, run: () => void navigate('/documento/registro') }] : [])
}
