import type { Menu } from '@yupana/contract'

import { inEmpresa, type Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { isInEmpresa, type Sesion, type SesionAbierta } from '../../plugins/sesion/session.ts'
import { MENUS_SIN_EMPRESA, menusOf } from './menus.ts'
import { readMenusAsignados } from './permiso.sql.ts'

/** The present routes of a user in a company. */
export const menusDe = async (
  tx: Tx,
  { empresaId, usuarioId, rol }: Pick<SesionAbierta, 'empresaId' | 'usuarioId' | 'rol'>,
): Promise<Menu[]> => menusOf(rol, await readMenusAsignados(tx, empresaId, usuarioId))

/** The present routes of the signed-in user. */
export const menusOfSession = async ({ db }: Pick<Deps, 'db'>, session: Sesion): Promise<Menu[]> =>
  isInEmpresa(session) ? inEmpresa(db, session.empresaId, (tx) => menusDe(tx, session)) : [...MENUS_SIN_EMPRESA]
