import type { SentidoCartera } from '@yupana/fiscal'
import type { ReactNode } from 'react'
import { Navigate } from 'react-router'

import { hasRight } from '../../lib/sesion/rights.ts'

/** Whether the user may read this side of the books: debts to suppliers need a right. */
export const seesLado = (sentido: SentidoCartera): boolean => sentido === 'COBRAR' || hasRight('cartera:ver_pagar')

/** A screen of one side, for users who may read it; for others it does not exist. */
export const DeLado = ({ sentido, children }: { sentido: SentidoCartera; children: ReactNode }) =>
  seesLado(sentido) ? children : <Navigate to="/notfound" replace />
