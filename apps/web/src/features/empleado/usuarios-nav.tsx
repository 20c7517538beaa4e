import { useLocation } from 'react-router'

import { SectionNav } from '../../components/section-nav.tsx'

const LISTAS = [
  { to: '/configuracion/usuario_rol/registro', label: 'Empleados' },
  { to: '/configuracion/usuario_rol/invitaciones', label: 'Invitaciones' },
]

/** The two lists of «Usuarios y Roles». */
export const UsuariosNav = () => <SectionNav label="Usuarios y roles" sections={LISTAS} current={useLocation().pathname} />
