import { Outlet } from 'react-router'

import { Wordmark } from '../../components/brand/mark.tsx'
import { TableroPattern } from '../../components/brand/tablero-pattern.tsx'
import { ThemeToggle } from '../../components/theme/theme-toggle.tsx'
import classes from './auth-layout.module.css'

export const AuthLayout = () => (
  <div className={classes.layout}>
    <aside className={classes.panel} aria-label="Presentación">
      <TableroPattern />
      <p className={classes.tagline}>Factura en línea, desde cualquier lugar</p>
    </aside>
    <div className={classes.side}>
      <header className={classes.top}>
        <ThemeToggle />
      </header>
      <main className={classes.form}>
        <Wordmark />
        <Outlet />
      </main>
    </div>
  </div>
)
