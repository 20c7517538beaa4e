import type { Collection } from '@yupana/contract'
import { ROL } from '@yupana/fiscal'

import { hasRight, isAdmin } from '../../lib/sesion/rights.ts'
import { currentSession } from '../../lib/sesion/session.ts'

/** Whether the user sells, and so sees emission points. */
export const seesPuntos = (): boolean => (currentSession()?.rol.id ?? ROL.USUARIO) !== ROL.USUARIO

/** Administrators with the right. The server decides. */
export const mayEdit = (right: Collection): boolean => isAdmin() && hasRight(right)
