import { IconBuilding, IconFileDescription, IconHistory, IconLogout, IconSignature, IconUser } from '@tabler/icons-react'
import type { Session } from '@yupana/contract'
import { nombreRol } from '@yupana/fiscal'
import { useNavigate } from 'react-router'

import { Dropdown, type DropdownItem } from '../../components/dropdown/dropdown.tsx'
import { AvatarImage } from '../../domain/avatar/avatar-image.tsx'
import { signOut } from '../../features/sesion/sesion.queries.ts'
import { seesStore } from '../access.ts'
import classes from './top-bar.module.css'

const ICON = { size: 18, stroke: 1.7 }

const OWN: readonly DropdownItem[] = [
  { label: 'Perfil Usuario', to: '/perfil', icon: <IconUser {...ICON} /> },
  { label: 'Empresa', to: '/empresa_perfil', icon: <IconBuilding {...ICON} /> },
]
const PURCHASES: readonly DropdownItem[] = [
  { label: 'Declaraciones Realizadas', to: '/declaraciones', icon: <IconFileDescription {...ICON} /> },
  { label: 'Firmas Compradas', to: '/firmas_electronicas', icon: <IconSignature {...ICON} /> },
  { label: 'Historial de Compras', to: '/historial_compras', icon: <IconHistory {...ICON} /> },
]

const initialsOf = ({ name, surname, username }: Session) => ((name[0] ?? '') + (surname[0] ?? '') || username.slice(0, 2)).toUpperCase()

export function ProfileMenu({ session }: { session: Session }) {
  const navigate = useNavigate()
  const logout = () => {
    signOut(session)
    void navigate('/login')
  }
  const heading = (
    <>
      <strong>{`${session.name} ${session.surname}`.trim() || session.username}</strong>
      <span className={classes.secondary}>
        {session.username} · {nombreRol(session.rol)}
      </span>
    </>
  )
  return (
    <Dropdown
      label="Perfil"
      target={
        <AvatarImage
          huella={session.avatar}
          alt=""
          className={classes.avatar}
          fallback={
            <span className={classes.initials} aria-hidden="true">
              {initialsOf(session)}
            </span>
          }
        />
      }
      heading={heading}
      items={[
        ...(session.businessId === null ? OWN.slice(0, 1) : OWN),
        ...(session.businessId !== null && seesStore(session) ? PURCHASES : []),
        { label: 'Cerrar Sesión', onPick: logout, icon: <IconLogout {...ICON} />, isApart: true },
      ]}
    />
  )
}
