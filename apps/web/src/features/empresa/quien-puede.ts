import type { Collection } from '@yupana/contract'

import { hasRight } from '../../lib/rights.ts'
import { currentSession } from '../../lib/session.ts'

const ADMINISTRAN = [0, 1]
const USUARIO = 2

const rol = () => currentSession()?.rol.id ?? USUARIO

/** Who administers the company: sees series and users. The server has the last word. */
export const isAdministrador = (): boolean => ADMINISTRAN.includes(rol())

/** Emission points are for who sells. */
export const seesPuntos = (): boolean => rol() !== USUARIO

export const mayEdit = (right: Collection): boolean => isAdministrador() && hasRight(right)
