import { ROL } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'
import { Outlet, useLocation } from 'react-router'

import { AmbienteMark } from '../../components/ambiente-mark.tsx'
import { Banner } from '../../components/banner.tsx'
import { MenuDrawer } from '../../components/drawer/menu-drawer.tsx'
import { MenuBar } from '../../components/side-menu/menu-bar.tsx'
import { SideMenu } from '../../components/side-menu/side-menu.tsx'
import { menuTreeOf } from '../../domain/menu/menu-tree.ts'
import { CorreoBanner } from '../../features/administracion/correo-banner.tsx'
import { CertificadoBanner } from '../../features/empresa/certificado-banner.tsx'
import { ProductNotices } from '../../features/notificacion/product-notices.tsx'
import { Renewal } from '../../features/sesion/renewal.tsx'
import { sessionQuery } from '../../features/sesion/sesion.queries.ts'
import { MaintenanceBanner } from '../../features/sistema/maintenance-banner.tsx'
import { sessionStore } from '../../lib/sesion/session.ts'
import { useStore } from '../../lib/pagina/store.ts'
import { canVisit, menuPathOf, offeredMenus } from '../access.ts'
import { ConexionBanner } from './conexion-banner.tsx'
import classes from './main-layout.module.css'
import { useMenuState } from './menu-state.ts'
import { TopBar } from './top-bar.tsx'

export function MainLayout() {
  const { session } = useStore(sessionStore)
  const location = useLocation()
  const menu = useMenuState()
  useQuery(sessionQuery())
  if (!session) return null
  const offered = offeredMenus(session)
  const entries = { items: menuTreeOf(offered), pathname: menuPathOf(location, offered) }
  return (
    <>
      <a className={classes.skip} href="#contenido" onClick={focusContent}>
        Saltar al contenido
      </a>
      <ProductNotices />
      <TopBar session={session} menuIsOpen={menu.isOpen} onToggleMenu={menu.toggle} />
      {menu.part === 'horizontal' && (
        <div className={`${classes.across} no-print`}>
          <MenuBar {...entries} look="horizontal" />
        </div>
      )}
      <div className={classes.body}>
        {(menu.part === 'static' || menu.part === 'slim') && (
          <div className={`${classes.panel} no-print`} data-mode={menu.part}>
            {menu.part === 'slim' ? <MenuBar {...entries} look="slim" /> : <SideMenu {...entries} />}
          </div>
        )}
        <MenuDrawer opened={menu.drawer.opened} returnsFocus={menu.drawer.returnsFocus} onClose={menu.close} title="Menú">
          <SideMenu {...entries} onPicked={menu.leave} />
        </MenuDrawer>
        <div className={classes.column}>
          <div className="no-print">
            {session.impersonate && <Banner>Estás en modo impersonate para mejorar la experiencia del usuario.</Banner>}
            <ConexionBanner />
            <MaintenanceBanner />
            {session.rol.id === ROL.SUPER_ADMIN && !session.impersonate && <CorreoBanner />}
            {session.businessId && <CertificadoBanner canOpen={canVisit('/empresa_perfil', session)} />}
            <Renewal expiration={session.expiration_date} />
            {session.ambiente && <AmbienteMark ambiente={session.ambiente} />}
          </div>
          <main id="contenido" tabIndex={-1} className={classes.content}>
            {/* The key remounts the screens for another company. */}
            <Outlet key={session.businessId ?? ''} />
          </main>
        </div>
      </div>
    </>
  )
}

/** The address after # belongs to the router, so the link moves the focus by itself. */
function focusContent(event: { preventDefault: () => void }) {
  event.preventDefault()
  document.getElementById('contenido')?.focus()
}
