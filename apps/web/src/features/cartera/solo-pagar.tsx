import type { SentidoCartera } from '@yupana/fiscal'
import type { ReactNode } from 'react'
import { Navigate } from 'react-router'

import { hasRight } from '../../lib/sesion/rights.ts'

/** Whether this side of the books may be read: what suppliers are owed asks for a right. */
export const seesLado = (sentido: SentidoCartera): boolean => sentido === 'COBRAR' || hasRight('cartera:ver_pagar')

/** A screen of one side, for who may read it; for anybody else it is not there. */
export const DeLado = ({ sentido, children }: { sentido: SentidoCartera; children: ReactNode }) =>
  seesLado(sentido) ? children : <Navigate to="/notfound" replace />
