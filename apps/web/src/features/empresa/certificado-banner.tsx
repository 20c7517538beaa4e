import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'

import { Banner } from '../../components/banner.tsx'
import { hasRight } from '../../lib/sesion/rights.ts'
import { expiryText } from './certificado-words.ts'
import { certificadosQuery } from './certificados.queries.ts'

/** Warns 30, 15, 7 and 1 days before the certificate expires, and once it has (O-67). */
export function CertificadoBanner({ canOpen }: { canOpen: boolean }) {
  const { data = [] } = useQuery(certificadosQuery())
  const text = expiryText(data)
  if (text === undefined) return null
  const links = (
    <>
      {hasRight('tienda:comprar') && <Link to="/firmas_electronicas?solicitud=renovar">Renovar</Link>}
      {canOpen && <Link to="/empresa_perfil?seccion=firma">Ver la firma electrónica</Link>}
    </>
  )
  return <Banner action={links}>{text}</Banner>
}
