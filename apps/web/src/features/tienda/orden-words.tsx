import { ESTADO_ORDEN_LABEL, ESTADOS_ORDEN_GUARDADOS, type EstadoOrden } from '@yupana/fiscal'

import { Chip, type ChipTone } from '../../components/chip.tsx'

const TONE: Readonly<Record<EstadoOrden, ChipTone>> = {
  POR_PAGAR: 'warning',
  EN_REVISION: 'progress',
  PAGADA: 'success',
  RECHAZADA: 'danger',
  ANULADA: 'void',
  DEVUELTA: 'void',
  VENCIDA: 'void',
}

export const EstadoOrdenChip = ({ estado }: { estado: EstadoOrden }) => <Chip tone={TONE[estado]}>{ESTADO_ORDEN_LABEL[estado]}</Chip>

export const ESTADO_ORDEN_OPTIONS = ESTADOS_ORDEN_GUARDADOS.map((value) => ({ value, label: ESTADO_ORDEN_LABEL[value] }))

/** As people name it. */
export const numeroText = (numero: number): string => `Orden ${String(numero).padStart(6, '0')}`
export const DOCUMENTO_LABEL = { FACTURA: 'Factura', NOTA_CREDITO: 'Nota de crédito' } as const
export const unidadesText = (cantidad: number): string => (cantidad === 1 ? '1 unidad' : `${cantidad} unidades`)
