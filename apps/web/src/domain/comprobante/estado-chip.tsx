import {
  IconBan,
  IconCheck,
  IconCircleHalf2,
  IconClock,
  IconEyeExclamation,
  IconFileCheck,
  IconPencil,
  IconProgressCheck,
  IconQuestionMark,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react'
import type { ComprobanteFila } from '@yupana/contract'
import { ESTADO_AUTORIZACION, ESTADO_AUTORIZACION_LABEL, ESTADO_GENERACION_LABEL } from '@yupana/fiscal'

import { Chip, type ChipTone } from '../../components/chip.tsx'
import { waitsForSri, type ConSilencio } from './seguimiento.ts'
import classes from './estado-chip.module.css'

export interface EstadoVisible {
  label: string
  tone: ChipTone
  icon: TablerIcon
  /** Not issued yet: drawn with a dashed border. */
  isDraft?: boolean
}

/** Tax authorization status; 5 does not exist. */
const AUTORIZACION: Readonly<Record<number, EstadoVisible>> = {
  1: { label: ESTADO_AUTORIZACION_LABEL[1], tone: 'success', icon: IconCheck },
  2: { label: ESTADO_AUTORIZACION_LABEL[2], tone: 'warning', icon: IconClock },
  3: { label: ESTADO_AUTORIZACION_LABEL[3], tone: 'progress', icon: IconProgressCheck },
  4: { label: ESTADO_AUTORIZACION_LABEL[4], tone: 'danger', icon: IconX },
  6: { label: ESTADO_AUTORIZACION_LABEL[6], tone: 'void', icon: IconBan },
}

/** Document generation status. */
const GENERACION: Readonly<Record<number, EstadoVisible>> = {
  1: { label: ESTADO_GENERACION_LABEL[1], tone: 'info', icon: IconFileCheck },
  2: { label: ESTADO_GENERACION_LABEL[2], tone: 'warning', icon: IconCircleHalf2 },
  3: { label: ESTADO_GENERACION_LABEL[3], tone: 'void', icon: IconBan },
  4: { label: ESTADO_GENERACION_LABEL[4], tone: 'neutral', icon: IconClock },
}

const BORRADOR: EstadoVisible = { label: 'Borrador', tone: 'neutral', icon: IconPencil, isDraft: true }

/** The fields of a document that decide its chip; a draft has neither. */
export type ConEstado = { [Key in keyof Pick<ComprobanteFila, 'estado_generacion' | 'estado_tributario'>]?: number | null }

const reportedNumbers = new Set<string>()

/** An unknown number is no error: the chip shows it, and it is reported once to the error service. */
function unknown(kind: string, value: number): EstadoVisible {
  const name = `${kind} ${value}`
  if (!reportedNumbers.has(name)) {
    reportedNumbers.add(name)
    reportError(new Error(`Unknown document status: ${name}`))
  }
  return { label: `Estado ${value}`, tone: 'neutral', icon: IconQuestionMark }
}

/** Visible state of a document: its authorization if there is one, else its generation (ui §6). */
export function estadoVisibleOf({ estado_tributario: tributario, estado_generacion: generacion }: ConEstado): EstadoVisible {
  if (typeof tributario === 'number') return AUTORIZACION[tributario] ?? unknown('authorization', tributario)
  if (typeof generacion === 'number') return GENERACION[generacion] ?? unknown('generation', generacion)
  return BORRADOR
}

const EN_REVISION: EstadoVisible = { label: 'En revisión', tone: 'danger', icon: IconEyeExclamation }
const CALLADO: EstadoVisible = { label: 'El SRI no responde', tone: 'warning', icon: IconClock }

/** Reason why a document stays «en proceso» (O-47). */
function whyOf(fila: ConEstado & ConSilencio): EstadoVisible | undefined {
  if (fila.estado === 'CUARENTENA') return EN_REVISION
  return fila.estado_tributario === ESTADO_AUTORIZACION.EN_PROCESO && waitsForSri(fila) ? CALLADO : undefined
}

const Visible = ({ visible: { label, tone, icon: Icon, isDraft } }: { visible: EstadoVisible }) => (
  <Chip tone={tone} isDraft={isDraft}>
    <Icon size={14} aria-hidden="true" />
    {label}
  </Chip>
)

/** State of a document, with the icon and word of its tab and filter, and the reason why it waits. */
export function ComprobanteChip({ fila }: { fila: ConEstado & ConSilencio }) {
  const state = <Visible visible={estadoVisibleOf(fila)} />
  const why = whyOf(fila)
  if (!why) return state
  return (
    <span className={classes.estados}>
      {state}
      <Visible visible={why} />
    </span>
  )
}
