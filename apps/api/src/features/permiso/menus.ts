import type { Menu, MenusEmpleado } from '@yupana/contract'

import { ROL, type Rol } from '../../plugins/sesion/roles.ts'

const menu = (to: string, label: string): Menu => ({ to, label })

const INICIO = menu('/', 'Inicio')
const PERFIL = menu('/perfil', 'Perfil Usuario')
const PERSONAL = [PERFIL, menu('/empresa_perfil', 'Empresa')]
// The list first, then the editors (O-125).
const VENTAS = [
  menu('/comprobante', 'Comprobantes'),
  menu('/documento', 'Nueva factura'),
  menu('/cotizacion', 'Cotizaciones'),
  menu('/guia_remision', 'Guías de Remisión'),
]
const OTRAS_VENTAS = [menu('/nota', 'Notas de Crédito y Débito'), menu('/retencion', 'Retenciones Recibidas')]
const COMPRAS = [
  menu('/comprobante/recibido', 'Comprobantes Recibidos'),
  menu('/documento/compra', 'Facturas de Compra'),
  menu('/retencion/compra', 'Retenciones de Compras'),
  menu('/liquidacion_compra', 'Liquidaciones de Compra'),
]
const CATALOGO = [menu('/persona', 'Personas'), menu('/producto', 'Productos')]
const INVENTARIO = [
  menu('/productos/actualizacion-masiva', 'Actualización Masiva'),
  menu('/categoria', 'Categorías'),
  menu('/marca', 'Marcas'),
  menu('/unidad', 'Unidades'),
  menu('/bodega', 'Bodegas'),
  menu('/movimiento', 'Movimientos'),
]
// Each user's own, by his cédula (O-78): in every company he works in.
const GASTOS = [
  menu('/gastos_personales', 'Gastos Personales'),
  menu('/gastos_personales/configuracion', 'Configuración de Gastos Personales'),
]
const IMPUESTOS = [menu('/retencion_iva', 'Retenciones de IVA'), menu('/retencion_renta', 'Retenciones de Renta'), ...GASTOS]
const TABLEROS = [menu('/dashboard', 'Dashboard'), menu('/reportes', 'Reportes')]
const TOP_PRODUCTOS = menu('/top_productos', 'Top Productos')
// Links of the profile menu and the cart, for every role but USUARIO (specification §2).
const TIENDA = [
  menu('/tienda', 'Tienda'),
  menu('/declaraciones', 'Declaraciones Realizadas'),
  menu('/firmas_electronicas', 'Firmas Compradas'),
  menu('/historial_compras', 'Historial de Compras'),
]
const CONFIGURACION = [menu('/configuracion/usuario_rol/registro', 'Usuarios y Roles'), menu('/configuracion/auditoria', 'Auditoría')]

// The installation itself: only for SUPER_ADMIN.
const ADMINISTRACION = [
  menu('/administracion/empresas', 'Empresas'),
  menu('/administracion/usuarios', 'Usuarios'),
  menu('/administracion/salud', 'Salud'),
  menu('/administracion/notificaciones', 'Notificaciones'),
  menu('/administracion/parametros', 'Parámetros Legales'),
  menu('/administracion/sistema', 'Sistema'),
  menu('/administracion/correos', 'Correos de Cuentas'),
  menu('/administracion/firmas', 'Solicitudes de Firma'),
  menu('/administracion/tienda', 'Tienda de la Instalación'),
]

const TODO = [
  INICIO,
  ...TABLEROS,
  TOP_PRODUCTOS,
  ...VENTAS,
  ...OTRAS_VENTAS,
  ...COMPRAS,
  ...CATALOGO,
  ...INVENTARIO,
  ...IMPUESTOS,
  ...CONFIGURACION,
  ...TIENDA,
  ...PERSONAL,
]

const FIJOS_TRABAJO = [INICIO, ...GASTOS, ...TIENDA, ...PERSONAL]

/** Initial menus of a role (O-37). */
const MENUS: Readonly<Record<Rol, readonly Menu[]>> = {
  [ROL.SUPER_ADMIN]: [...TODO, ...ADMINISTRACION],
  [ROL.ADMIN]: TODO,
  [ROL.USUARIO]: [INICIO, ...PERSONAL],
  [ROL.VENDEDOR]: [INICIO, TOP_PRODUCTOS, ...VENTAS, ...CATALOGO, ...GASTOS, ...TIENDA, ...PERSONAL],
  [ROL.EMPLEADO]: FIJOS_TRABAJO,
}

/** Only for these roles are menus assigned; an administrator always sees everything. */
export const isAsignable = (rol: Rol): boolean => rol === ROL.VENDEDOR || rol === ROL.EMPLEADO

const isIn =
  (menus: readonly Menu[]) =>
  ({ to }: Menu): boolean =>
    menus.some((menu) => menu.to === to)

/** Independent of the assignment: home, profile, company, and the links of the profile menu and the cart. */
export const isFijo = (menu: Menu): boolean => isIn(FIJOS_TRABAJO)(menu)

/** Menus that may be assigned, and the fixed ones; without those only administrators open. */
export const offerableMenus = (rol: Rol): Menu[] => (isAsignable(rol) ? TODO.filter((menu) => !isIn(CONFIGURACION)(menu)) : [...MENUS[rol]])

/** Routes of a user, each with its menu name: those of the role, or the assigned ones instead. */
export const menusOf = (rol: Rol, asignados: readonly string[] | null): Menu[] =>
  asignados === null || !isAsignable(rol)
    ? [...MENUS[rol]]
    : offerableMenus(rol).filter((menu) => isFijo(menu) || asignados.includes(menu.to))

/** Without a company: only the menus of the installation and the user's own. */
export const MENUS_SIN_EMPRESA: readonly Menu[] = [INICIO, ...ADMINISTRACION, PERFIL]

/** All menus, with those a user has and those that may still be assigned. */
export function arbolDe(rol: Rol, asignados: readonly string[] | null): MenusEmpleado {
  const present = menusOf(rol, asignados)
  const asignable = isAsignable(rol)
  return {
    asignable,
    propios: asignable && asignados !== null,
    menus: offerableMenus(rol).map((menu) => ({
      ...menu,
      asignado: present.some(({ to }) => to === menu.to),
      fijo: !asignable || isFijo(menu),
    })),
  }
}

/** Those of these routes that cannot be assigned to this role; all of them for a role without assignment. */
export const unassignableOf = (rol: Rol, menus: readonly string[]): string[] =>
  menus.filter((to) => !isAsignable(rol) || !offerableMenus(rol).some((menu) => menu.to === to))
