import type { Collection } from '@yupana/contract'
import { ROL } from '@yupana/fiscal'

import { currentSession } from './session.ts'

/** Whether the signed-in user has this right: buttons follow it, the server enforces it (O-08). */
export const hasRight = (right: Collection): boolean => currentSession()?.collections.includes(right) ?? false

/** Whether the user administers the company: some calls require the role itself. */
export const isAdmin = (): boolean => {
  const rol = currentSession()?.rol.id
  return rol === ROL.SUPER_ADMIN || rol === ROL.ADMIN
}

/** Whether the user's menu has a screen, by its list or its form. */
export const hasScreen = (path: string): boolean =>
  currentSession()?.menus.some(({ to }) => to === path || to === `${path}/registro`) ?? false
