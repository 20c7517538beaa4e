import type { CajaFila } from '@yupana/contract'
import { diferenciaText, displayMonto, sizeOf } from '@yupana/fiscal'

import { Chip } from '../../components/chip.tsx'

export const CAJAS_PATH = '/comprobante/caja'
export const arqueoPath = (id: string) => `/comprobante/arqueo?caja=${id}`

/** «Faltante $4.25», or that the till is open. */
export function EstadoCaja({ diferencia }: Pick<CajaFila, 'diferencia'>) {
  if (diferencia === null) return <Chip tone="info">Abierta</Chip>
  const text = diferenciaText(diferencia)
  if (diferencia === 0) return <Chip tone="success">{text}</Chip>
  return <Chip tone={diferencia < 0 ? 'danger' : 'warning'}>{`${text} ${displayMonto(sizeOf(diferencia))}`}</Chip>
}
