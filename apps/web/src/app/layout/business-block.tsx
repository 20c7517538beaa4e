import { IconBuilding, IconSelector } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Session } from '@yupana/contract'
import { useNavigate } from 'react-router'

import { PopoverButton } from '../../components/popover/popover-button.tsx'
import { useIsDesktop } from '../../components/theme/viewport.ts'
import { companiesQuery } from '../../domain/cuenta/companies.queries.ts'
import { BusinessPanel } from '../../features/sesion/business-panel.tsx'
import classes from './top-bar.module.css'

/** Business name and RUC. On small screens behind a building icon; a button if the user has another company. */
export function BusinessBlock({ session }: { session: Session }) {
  const isDesktop = useIsDesktop()
  const navigate = useNavigate()
  const { data: companies = [] } = useQuery(companiesQuery())
  const panel = (close: () => void) => (
    <BusinessPanel
      session={session}
      onLeave={close}
      onSwitched={() => {
        close()
        void navigate('/')
      }}
    />
  )
  if (!isDesktop)
    return (
      <PopoverButton label="Empresa y RUC" target={<IconBuilding size={20} stroke={1.8} />}>
        {panel}
      </PopoverButton>
    )
  const words = (
    <span className={classes.business}>
      <strong>{session.businessName}</strong>
      {session.businessId !== null && <span>RUC {session.businessRuc}</span>}
    </span>
  )
  if (companies.length < 2) return words
  return (
    <PopoverButton
      label="Cambiar de empresa"
      look="text"
      target={
        <>
          {words}
          <IconSelector size={18} aria-hidden="true" className={classes.selector} />
        </>
      }
      width={380}
    >
      {panel}
    </PopoverButton>
  )
}
