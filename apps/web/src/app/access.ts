import type { Menu } from '@yupana/contract'
import { isUuid, ROL } from '@yupana/fiscal'

import { INNER_PATHS, PLACEHOLDER_PATHS } from './paths.ts'

const PERFIL: Menu = { to: '/perfil', label: 'Perfil Usuario' }
const EMPRESA: Menu = { to: '/empresa_perfil', label: 'Empresa' }
/** Screens for buying from the installation, which USUARIO does not see. */
const STORE: readonly Menu[] = [
  { to: '/tienda', label: 'Tienda' },
  { to: '/declaraciones', label: 'Declaraciones Realizadas' },
  { to: '/firmas_electronicas', label: 'Firmas Compradas' },
  { to: '/historial_compras', label: 'Historial de Compras' },
]
const ADMINISTRATION: readonly Menu[] = [
  PERFIL,
  EMPRESA,
  ...STORE,
  { to: '/configuracion/usuario_rol/registro', label: 'Usuarios y Roles' },
  { to: '/reportes', label: 'Reportes' },
]

/** Routes of a role without assigned menus (specification §6; O-35 for VENDEDOR and EMPLEADO). */
function fallbackOf(rol: number): readonly Menu[] {
  if (rol === ROL.SUPER_ADMIN || rol === ROL.ADMIN) return ADMINISTRATION
  return rol === ROL.USUARIO ? [PERFIL, EMPRESA] : [PERFIL]
}

/** Identifiers in routes are UUIDs of versions 1 to 5, or the word registro. */
export const isRecordKey = (key: string | undefined): boolean => key !== undefined && (key === 'registro' || isUuid(key))

const isRecord = (path: string) => isRecordKey(path.split('/').at(-1))
// A menu entry /x opens /x/registro and its records; an entry /x/registro does too (specification §6).
const withoutRecord = (path: string) => (isRecord(path) ? path.slice(0, path.lastIndexOf('/')) : path)

const EDITORS = ['/documento', '/nota', '/liquidacion_compra', '/guia_remision', '/retencion/compra']
const isDocument = (path: string) => !path.endsWith('/registro') && isRecord(path) && withoutRecord(path) === '/comprobante'

export interface Visitor {
  rol: { id: number }
  menus: readonly { to: string }[]
}

/** Whether this user may open a path. Home is always open: refusing it would loop with the button of «NO ENCONTRADO». */
export function canVisit(address: string, { rol, menus }: Visitor): boolean {
  const pathname = INNER_PATHS[address] ?? address
  if (pathname === '/' || PLACEHOLDER_PATHS.includes(pathname)) return true
  const allowed = (menus.length > 0 ? menus : fallbackOf(rol.id)).map(({ to }) => to)
  // Users who issue may open the page of a document, to which its editor leads.
  if (isDocument(pathname) && allowed.some((path) => EDITORS.includes(withoutRecord(path)))) return true
  return allowed.includes(pathname) || (isRecord(pathname) && allowed.some((path) => withoutRecord(path) === withoutRecord(pathname)))
}

const PAGAR = ['/comprobante/pagar', '/comprobante/pagos']
/** Screens for both collections and payments; the query of their address tells which. */
const DE_LADO = ['/comprobante/estado-cuenta', '/comprobante/pago']
const COMPRAS = ['/documento/compra', '/comprobante/recibido']

/** The menu entry that is highlighted: debts to suppliers belong to purchases, though the list of documents opens them. */
export function menuPathOf({ pathname, search }: { pathname: string; search: string }, offered: readonly Menu[]): string {
  const isPagar = PAGAR.includes(pathname) || (DE_LADO.includes(pathname) && search.includes('sentido=PAGAR'))
  const compras = isPagar ? COMPRAS.find((path) => offered.some(({ to }) => to === path)) : undefined
  return compras ?? INNER_PATHS[pathname] ?? pathname
}

/** Whether cart, store and store purchases exist for this user. */
export const seesStore = ({ rol }: Pick<Visitor, 'rol'>): boolean => rol.id !== ROL.USUARIO

/** Entries of the side menu: the assigned routes, or those of the role. */
export function offeredMenus({ rol, menus }: { rol: { id: number }; menus: readonly Menu[] }): readonly Menu[] {
  const offered = menus.length > 0 ? menus : fallbackOf(rol.id)
  return seesStore({ rol }) ? offered : offered.filter(({ to }) => !STORE.some((menu) => menu.to === to))
}
