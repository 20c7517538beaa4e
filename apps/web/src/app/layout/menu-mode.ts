import type { MenuMode } from '../../lib/pagina/appearance.ts'

/** How the modes of the menu are called. */
export const MENU_MODE_LABEL: Record<MenuMode, string> = {
  static: 'Fijo',
  overlay: 'Superpuesto',
  slim: 'Angosto',
  horizontal: 'Horizontal',
}
