import { IconCheck, IconCircleHalf2, IconClockOff, IconFileCheck, IconPencil, IconSend, IconX, type TablerIcon } from '@tabler/icons-react'
import { ESTADO_COTIZACION_LABEL, ESTADOS_COTIZACION, type EstadoCotizacion } from '@yupana/fiscal'

import { Chip, type ChipTone } from '../../components/chip.tsx'

interface Visible {
  /** Label for several. */
  varias: string
  tone: ChipTone
  icon: TablerIcon
}

const VISIBLE: Readonly<Record<EstadoCotizacion, Visible>> = {
  BORRADOR: { varias: 'Borradores', tone: 'neutral', icon: IconPencil },
  ENVIADA: { varias: 'Enviadas', tone: 'info', icon: IconSend },
  ACEPTADA: { varias: 'Aceptadas', tone: 'success', icon: IconCheck },
  RECHAZADA: { varias: 'Rechazadas', tone: 'danger', icon: IconX },
  VENCIDA: { varias: 'Vencidas', tone: 'warning', icon: IconClockOff },
  FACTURADA_EN_PARTE: { varias: 'Facturadas en parte', tone: 'progress', icon: IconCircleHalf2 },
  FACTURADA: { varias: 'Facturadas', tone: 'success', icon: IconFileCheck },
}

/** State of a quote, with icon and word. */
export function EstadoCotizacionChip({ estado }: { estado: EstadoCotizacion }) {
  const { tone, icon: Icon } = VISIBLE[estado]
  return (
    <Chip tone={tone} isDraft={estado === 'BORRADOR'}>
      <Icon size={14} aria-hidden="true" />
      {ESTADO_COTIZACION_LABEL[estado]}
    </Chip>
  )
}

/** One tab for all states, then one for each. */
export const TABS_ESTADO = [
  { value: '', label: 'Todas' },
  ...ESTADOS_COTIZACION.map((value) => ({ value: value as string, label: VISIBLE[value].varias })),
]
