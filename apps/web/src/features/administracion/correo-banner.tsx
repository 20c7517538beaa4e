import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'

import { Banner } from '../../components/banner.tsx'
import { settings } from '../../lib/pagina/settings.ts'
import { saludCorreoQuery } from './salud-correo.queries.ts'

/** In production without a mail account nobody receives anything; only the operator can change this. */
export function CorreoBanner() {
  const { data } = useQuery({ ...saludCorreoQuery(), enabled: settings.modo === 'produccion' })
  if (data?.cuenta !== 'FALTA') return null
  const waiting =
    data.en_espera === 0
      ? ''
      : ` ${data.en_espera === 1 ? 'Espera 1 correo' : `Esperan ${data.en_espera} correos`}; saldrán al configurarla.`
  return (
    <Banner tone="danger" action={<Link to="/administracion/salud">Ver la salud</Link>}>
      No sale ningún correo: falta la cuenta (SMTP_URL).{waiting}
    </Banner>
  )
}
