import { useQuery } from '@tanstack/react-query'

import { Banner } from '../../components/banner.tsx'
import { maintenanceQuery } from './sistema.queries.ts'

const SAID_BY_US = 'El SRI no está disponible. Puede seguir emitiendo: sus comprobantes se enviarán cuando vuelva.'

/** Says that the SRI is away, while it is. */
export function MaintenanceBanner() {
  const { data } = useQuery(maintenanceQuery())
  return data?.activo ? <Banner>{data.message ?? SAID_BY_US}</Banner> : null
}
