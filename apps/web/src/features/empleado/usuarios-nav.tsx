import { Link } from 'react-router'

import classes from './empleado.module.css'

const LISTAS = [
  { to: '/configuracion/usuario_rol/registro', label: 'Empleados' },
  { to: '/configuracion/usuario_rol/invitaciones', label: 'Invitaciones' },
]

/** The two lists of «Usuarios y Roles». */
export const UsuariosNav = ({ current }: { current: string }) => <SectionNav label="Usuarios y roles" current={current} sections={LISTAS} />

/** Sections in one line, each with an address. */
export const SectionNav = ({ label, current, sections }: { label: string; current: string; sections: readonly { to: string; label: string }[] }) => (
  <nav aria-label={label} className={classes.sections}>
    {sections.map((section) => (
      <Link key={section.to} to={section.to} aria-current={section.label === current ? 'page' : undefined}>
        {section.label}
      </Link>
    ))}
  </nav>
)
