import {
  ANIOS_FIRMA,
  ESTADO_FIRMA_LABEL,
  ESTADOS_FIRMA,
  numeroOrden,
  TIPO_FIRMA_LABEL,
  TIPOS_FIRMA,
  type EstadoFirma,
  type TipoFirma,
} from '@yupana/fiscal'

import { Chip, type ChipTone } from '../../components/chip.tsx'
import { fechaText } from '../../lib/formato/format.ts'

const TONE: Readonly<Record<EstadoFirma, ChipTone>> = {
  BORRADOR: 'neutral',
  ENVIADA: 'info',
  EN_REVISION: 'progress',
  OBSERVADA: 'warning',
  APROBADA: 'info',
  EMITIDA: 'success',
  RECHAZADA: 'danger',
}

export const EstadoFirmaChip = ({ estado }: { estado: EstadoFirma }) => (
  <Chip tone={TONE[estado]} isDraft={estado === 'BORRADOR'}>
    {ESTADO_FIRMA_LABEL[estado]}
  </Chip>
)

export const ESTADO_FIRMA_OPTIONS = ESTADOS_FIRMA.map((value) => ({ value, label: ESTADO_FIRMA_LABEL[value] }))
export const TIPO_FIRMA_OPTIONS = TIPOS_FIRMA.map((value) => ({ value, label: TIPO_FIRMA_LABEL[value] }))

export const aniosText = (anios: number): string => (anios === 1 ? '1 año' : `${anios} años`)
export const ANIOS_OPTIONS = ANIOS_FIRMA.map((value) => ({ value: String(value) as '1' | '2' | '3', label: aniosText(value) }))

export const firmaText = ({ tipo, anios }: { tipo: TipoFirma; anios: number }): string => `${TIPO_FIRMA_LABEL[tipo]}, ${aniosText(anios)}`

/** Name of a store order in a sentence. */
export const ordenText = (numero: number): string => `orden ${numeroOrden(numero)}`

export const vigenciaText = ({ valida_desde, valida_hasta }: { valida_desde: string | null; valida_hasta: string | null }): string =>
  valida_desde === null || valida_hasta === null ? '—' : `${fechaText(valida_desde)} – ${fechaText(valida_hasta)}`
