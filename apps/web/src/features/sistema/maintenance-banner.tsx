import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

import { Banner } from '../../components/banner.tsx'
import { novedadesStore } from '../../domain/comprobante/seguimiento.ts'
import { useStore } from '../../lib/pagina/store.ts'
import { maintenanceQuery } from './sistema.queries.ts'

const SAID_BY_US = 'El SRI no está disponible. Puede seguir emitiendo: sus comprobantes se enviarán cuando vuelva.'

/** Notice that the SRI is unavailable: shown from the moment that a followed document must wait for it. */
export function MaintenanceBanner() {
  const { data, refetch } = useQuery(maintenanceQuery())
  const isCallado = [...useStore(novedadesStore).values()].some(({ sri_callado }) => sri_callado)
  const known = useRef(false)
  useEffect(() => {
    if (known.current === isCallado) return
    known.current = isCallado
    void refetch()
  }, [isCallado, refetch])
  return data?.activo ? <Banner>{data.message ?? SAID_BY_US}</Banner> : null
}
