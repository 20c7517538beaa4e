import { IconBrandFacebook, IconBrandInstagram, IconBrandTwitter, IconBrandWhatsapp, IconPhone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'

import { OutboundLink } from '../../components/outbound-link.tsx'
import { PopoverButton } from '../../components/popover/popover-button.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import classes from './contact-panel.module.css'
import { systemConfigQuery } from './sistema.queries.ts'

const NETWORKS = [
  { key: 'facebook', label: 'Facebook', icon: IconBrandFacebook },
  { key: 'instagram', label: 'Instagram', icon: IconBrandInstagram },
  { key: 'twitter', label: 'Twitter', icon: IconBrandTwitter },
  { key: 'whatsapp', label: 'Whatsapp', icon: IconBrandWhatsapp },
] as const

// The operator's text becomes a link: only web addresses are allowed.
const isWebAddress = (address: string | null | undefined): address is string => /^https?:\/\//i.test(address ?? '')

export const ContactPanel = () => (
  <PopoverButton label="Contactos" target={<IconPhone size={20} stroke={1.8} />} width={264}>
    {() => <Contacts />}
  </PopoverButton>
)

function Contacts() {
  const { data, isPending, isError, refetch } = useQuery(systemConfigQuery())
  if (isPending) return <Skeleton label="Cargando contactos" lines={['100%', '100%']} />
  if (isError)
    return (
      <button type="button" className={classes.contact} onClick={() => void refetch()}>
        Reintentar
      </button>
    )
  const shown = NETWORKS.flatMap(({ key, ...network }) => (isWebAddress(data[key]) ? [{ ...network, address: data[key] }] : []))
  return (
    <div className={classes.panel}>
      <h2>Contactos</h2>
      {shown.length === 0 && <p>No hay contactos configurados</p>}
      {shown.map(({ label, icon: Icon, address }) => (
        <OutboundLink key={label} href={address} className={classes.contact} title={`${label}: se abre en otra pestaña`}>
          <Icon size={20} stroke={1.7} aria-hidden="true" />
          {label}
        </OutboundLink>
      ))}
    </div>
  )
}
