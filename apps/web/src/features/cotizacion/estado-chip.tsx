import { IconCheck, IconCircleHalf2, IconClockOff, IconFileCheck, IconPencil, IconSend, IconX, type TablerIcon } from '@tabler/icons-react'
import { ESTADOS_COTIZACION, type EstadoCotizacion } from '@yupana/fiscal'

import { Chip, type ChipTone } from '../../components/chip.tsx'

interface Visible {
  label: string
  /** Of several. */
  varias: string
  tone: ChipTone
  icon: TablerIcon
}

const VISIBLE: Readonly<Record<EstadoCotizacion, Visible>> = {
  BORRADOR: { label: 'Borrador', varias: 'Borradores', tone: 'neutral', icon: IconPencil },
  ENVIADA: { label: 'Enviada', varias: 'Enviadas', tone: 'info', icon: IconSend },
  ACEPTADA: { label: 'Aceptada', varias: 'Aceptadas', tone: 'success', icon: IconCheck },
  RECHAZADA: { label: 'Rechazada', varias: 'Rechazadas', tone: 'danger', icon: IconX },
  VENCIDA: { label: 'Vencida', varias: 'Vencidas', tone: 'warning', icon: IconClockOff },
  FACTURADA_EN_PARTE: { label: 'Facturada en parte', varias: 'Facturadas en parte', tone: 'progress', icon: IconCircleHalf2 },
  FACTURADA: { label: 'Facturada', varias: 'Facturadas', tone: 'success', icon: IconFileCheck },
}

/** The state of a quote, icon and word. */
export function EstadoCotizacionChip({ estado }: { estado: EstadoCotizacion }) {
  const { label, tone, icon: Icon } = VISIBLE[estado]
  return (
    <Chip tone={tone} isDraft={estado === 'BORRADOR'}>
      <Icon size={14} aria-hidden="true" />
      {label}
    </Chip>
  )
}

/** One tab for each state, after that of all. */
export const TABS_ESTADO = [
  { value: '', label: 'Todas' },
  ...ESTADOS_COTIZACION.map((value) => ({ value: value as string, label: VISIBLE[value].varias })),
]
