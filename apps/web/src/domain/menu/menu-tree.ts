import {
  IconAddressBook,
  IconBuildingStore,
  IconChartBar,
  IconHome2,
  IconPackages,
  IconPoint,
  IconReceipt2,
  IconReceiptTax,
  IconSettings,
  IconShieldCog,
  IconShoppingBag,
} from '@tabler/icons-react'
import type { Menu } from '@yupana/contract'

import type { MenuItem } from '../../components/side-menu/menu-item.ts'

/** The groups of the menu in their order, each with its routes. */
const GROUPS: readonly (Pick<MenuItem, 'label' | 'icon'> & { paths: readonly string[] })[] = [
  {
    label: 'Ventas',
    icon: IconReceipt2,
    paths: ['/comprobante', '/documento', '/cotizacion', '/guia_remision', '/nota', '/retencion'],
  },
  {
    label: 'Compras',
    icon: IconShoppingBag,
    paths: ['/comprobante/recibido', '/documento/compra', '/retencion/compra', '/liquidacion_compra'],
  },
  { label: 'Catálogo', icon: IconAddressBook, paths: ['/persona', '/producto'] },
  {
    label: 'Inventario',
    icon: IconPackages,
    paths: ['/productos/actualizacion-masiva', '/categoria', '/marca', '/unidad', '/bodega', '/movimiento'],
  },
  {
    label: 'Impuestos',
    icon: IconReceiptTax,
    paths: ['/retencion_iva', '/retencion_renta', '/gastos_personales', '/gastos_personales/configuracion'],
  },
  { label: 'Análisis', icon: IconChartBar, paths: ['/dashboard', '/reportes', '/top_productos'] },
  {
    label: 'Configuración',
    icon: IconSettings,
    paths: ['/configuracion/usuario_rol/registro', '/configuracion/auditoria', '/empresa_perfil', '/perfil'],
  },
  {
    label: 'Administración',
    icon: IconShieldCog,
    paths: [
      '/administracion/empresas',
      '/administracion/usuarios',
      '/administracion/salud',
      '/administracion/notificaciones',
      '/administracion/parametros',
      '/administracion/sistema',
      '/administracion/correos',
      '/administracion/firmas',
      '/administracion/tienda',
    ],
  },
  {
    label: 'Tienda y compras',
    icon: IconBuildingStore,
    paths: ['/tienda', '/declaraciones', '/firmas_electronicas', '/historial_compras'],
  },
]

/** Groups the flat list of assigned routes. A group with one route is shown as that route; a route without a group stands alone. */
export function menuTreeOf(assigned: readonly Menu[]): MenuItem[] {
  const within = (paths: readonly string[]) => assigned.filter(({ to }) => paths.includes(to))
  const groups = GROUPS.flatMap(({ label, icon, paths }): MenuItem[] => {
    const items = within(paths)
    const [only] = items
    if (!only) return []
    return items.length === 1 ? [{ ...only, ...(icon ? { icon } : {}) }] : [{ label, ...(icon ? { icon } : {}), items }]
  })
  const grouped = GROUPS.flatMap(({ paths }) => paths)
  const others = assigned.filter(({ to }) => to !== '/' && !grouped.includes(to)).map((menu) => ({ ...menu, icon: IconPoint }))
  const home = assigned.find(({ to }) => to === '/') ?? { to: '/', label: 'Inicio' }
  return [{ ...home, icon: IconHome2 }, ...groups, ...others]
}
