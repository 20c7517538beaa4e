import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'

import { Banner } from '../../components/banner.tsx'
import { expiryText } from './certificado-words.ts'
import { certificadosQuery } from './empresa.queries.ts'

/** Warns 30, 15, 7 and 1 days before the certificate expires, and once it has (O-67). */
export function CertificadoBanner({ canOpen }: { canOpen: boolean }) {
  const { data = [] } = useQuery(certificadosQuery())
  const text = expiryText(data)
  if (text === undefined) return null
  return <Banner action={canOpen && <Link to="/empresa_perfil?seccion=firma">Ver la firma electrónica</Link>}>{text}</Banner>
}
