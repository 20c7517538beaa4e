import type { MenuMode } from '../../lib/pagina/appearance.ts'

/** Names of the menu modes. */
export const MENU_MODE_LABEL: Record<MenuMode, string> = {
  static: 'Fijo',
  overlay: 'Superpuesto',
  slim: 'Angosto',
  horizontal: 'Horizontal',
}
