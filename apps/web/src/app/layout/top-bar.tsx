import { IconMenu2, IconShoppingCart } from '@tabler/icons-react'
import type { Session } from '@yupana/contract'
import { Link, useNavigate } from 'react-router'

import { Mark } from '../../components/brand/mark.tsx'
import { IconButton } from '../../components/button.tsx'
import { ThemeToggle } from '../../components/theme/theme-toggle.tsx'
import { useIsDesktop } from '../../components/theme/viewport.ts'
import { ContactPanel } from '../../features/sistema/contact-panel.tsx'
import { settings } from '../../lib/pagina/settings.ts'
import { seesStore } from '../access.ts'
import { AppearancePanel } from './appearance-panel.tsx'
import { BusinessBlock } from './business-block.tsx'
import { NoticeBell } from './notice-bell.tsx'
import { ProfileMenu } from './profile-menu.tsx'
import { SearchButton } from './search-button.tsx'
import { Shortcuts } from './shortcuts.tsx'
import classes from './top-bar.module.css'
import { useNewFacturaKey } from './use-new-factura-key.ts'

interface TopBarProps {
  session: Session
  menuIsOpen: boolean
  onToggleMenu: () => void
}

export function TopBar({ session, menuIsOpen, onToggleMenu }: TopBarProps) {
  const navigate = useNavigate()
  const isDesktop = useIsDesktop()
  useNewFacturaKey(session)
  return (
    <header className={`${classes.bar} no-print`}>
      <IconButton label={menuIsOpen ? 'Cerrar menú' : 'Abrir menú'} onClick={onToggleMenu} isExpanded={menuIsOpen}>
        <IconMenu2 size={20} stroke={1.8} />
      </IconButton>
      <Link to="/" className={classes.home} aria-label={`${settings.producto}: inicio`}>
        <Mark height={28} />
      </Link>
      <BusinessBlock session={session} />
      <SearchButton session={session} />
      <div className={classes.tools}>
        <NoticeBell session={session} />
        <ContactPanel />
        {/* Below this width the menu is always a drawer, and there is no room. */}
        {isDesktop && <AppearancePanel />}
        <ThemeToggle />
        {session.businessId !== null && seesStore(session) && (
          <IconButton label="Tienda" onClick={() => void navigate('/tienda')}>
            <IconShoppingCart size={20} stroke={1.8} />
          </IconButton>
        )}
        <ProfileMenu session={session} />
      </div>
      <Shortcuts session={session} />
    </header>
  )
}
