import { IconCheck, IconClock, IconInbox, IconQuestionMark, IconX } from '@tabler/icons-react'

import { Chip } from '../../components/chip.tsx'

const ESTADOS = {
  ENVIADO: { label: 'Enviado', tone: 'success', icon: IconCheck },
  PENDIENTE: { label: 'En camino', tone: 'progress', icon: IconClock },
  FALLIDO: { label: 'No entregado', tone: 'danger', icon: IconX },
  BANDEJA: { label: 'En la bandeja', tone: 'info', icon: IconInbox },
} as const

/** Delivery state of a mail at one address. */
export function DestinatarioChip({ estado }: { estado: string }) {
  const {
    label,
    tone,
    icon: Icon,
  } = ESTADOS[estado as keyof typeof ESTADOS] ?? { label: `Estado ${estado}`, tone: 'neutral' as const, icon: IconQuestionMark }
  return (
    <Chip tone={tone}>
      <Icon size={14} aria-hidden="true" />
      {label}
    </Chip>
  )
}
