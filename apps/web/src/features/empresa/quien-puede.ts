import type { Collection } from '@yupana/contract'
import { ROL } from '@yupana/fiscal'

import { hasRight, isAdmin } from '../../lib/sesion/rights.ts'
import { currentSession } from '../../lib/sesion/session.ts'

/** Emission points are for who sells. */
export const seesPuntos = (): boolean => (currentSession()?.rol.id ?? ROL.USUARIO) !== ROL.USUARIO

/** Who administers the company and was given the right. The server has the last word. */
export const mayEdit = (right: Collection): boolean => isAdmin() && hasRight(right)
