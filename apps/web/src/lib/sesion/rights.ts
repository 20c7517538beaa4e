import type { Collection } from '@yupana/contract'
import { ROL } from '@yupana/fiscal'

import { currentSession } from './session.ts'

/** Whether the signed-in user may do this: buttons follow it, the server enforces it (O-08). */
export const hasRight = (right: Collection): boolean => currentSession()?.collections.includes(right) ?? false

/** Who administers the company: some calls ask for the role itself. */
export const isAdmin = (): boolean => {
  const rol = currentSession()?.rol.id
  return rol === ROL.SUPER_ADMIN || rol === ROL.ADMIN
}

/** Whether a screen stands in the menu of the signed-in user, by its list or its form. */
export const hasScreen = (path: string): boolean =>
  currentSession()?.menus.some(({ to }) => to === path || to === `${path}/registro`) ?? false
