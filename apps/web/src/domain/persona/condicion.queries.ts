import { readCondicionProveedor, type CondicionProveedor } from '@yupana/contract'
import { isFecha, TIPO_IDENTIFICACION, TIPOS_IDENTIFICACION_PERSONA, type Fecha } from '@yupana/fiscal'
import { queryOptions } from '@tanstack/react-query'

import { FECHA_MIN } from '../../components/form/fecha-input.tsx'
import { fetchData } from '../../lib/http/http.ts'

interface Identificada {
  tipo_identificacion: string
  identificacion: string
}

/** Kind and régimen of a supplier on a day, from its history; nothing is asked before both are known. */
export const condicionQuery = (proveedor: Identificada | null, fecha: Fecha) => {
  const isKnown = proveedor !== null && proveedor.tipo_identificacion !== TIPO_IDENTIFICACION.CONSUMIDOR_FINAL
  const query = {
    tipo_identificacion: (proveedor?.tipo_identificacion ?? TIPO_IDENTIFICACION.RUC) as (typeof TIPOS_IDENTIFICACION_PERSONA)[number],
    identificacion: proveedor?.identificacion ?? '',
    fecha,
  }
  return queryOptions({
    queryKey: ['persona', 'condicion', query],
    enabled: isKnown && isFecha(fecha) && fecha >= FECHA_MIN,
    retry: false,
    queryFn: ({ signal }): Promise<CondicionProveedor> => fetchData(readCondicionProveedor, { query, signal, background: true }),
  })
}
