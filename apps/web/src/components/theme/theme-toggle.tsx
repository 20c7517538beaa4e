import { IconMoon, IconSun } from '@tabler/icons-react'

import { appearanceStore, toggleTheme } from '../../lib/pagina/appearance.ts'
import { useStore } from '../../lib/pagina/store.ts'
import { IconButton } from '../button.tsx'

export function ThemeToggle() {
  const isDark = useStore(appearanceStore).colorMode === 'dark'
  return (
    <IconButton label={isDark ? 'Usar tema claro' : 'Usar tema oscuro'} onClick={toggleTheme}>
      {isDark ? <IconSun size={20} stroke={1.8} /> : <IconMoon size={20} stroke={1.8} />}
    </IconButton>
  )
}
