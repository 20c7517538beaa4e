import type { Collection } from '@yupana/contract'

import { currentSession } from './session.ts'

/** Whether the signed-in user may do this: buttons follow it, the server enforces it (O-08). */
export const hasRight = (right: Collection): boolean => currentSession()?.collections.includes(right) ?? false
