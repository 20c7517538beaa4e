import { ESTADOS_MOVIMIENTO, type Movimiento } from '@yupana/contract'
import { CONCEPTO_KARDEX_LABEL, TIPO_MOVIMIENTO_LABEL, TIPOS_MOVIMIENTO } from '@yupana/fiscal'

import { Chip } from '../../components/chip.tsx'

export const TIPO_OPTIONS = TIPOS_MOVIMIENTO.map((value) => ({ value, label: TIPO_MOVIMIENTO_LABEL[value] }))

const ESTADO = {
  REGISTRADO: { tone: 'success', label: 'Registrado' },
  EN_TRANSITO: { tone: 'progress', label: 'En tránsito' },
  RECIBIDO: { tone: 'success', label: 'Recibido' },
} as const

export const ESTADO_OPTIONS = ESTADOS_MOVIMIENTO.map((value) => ({ value, label: ESTADO[value].label }))

export const EstadoChip = ({ estado }: Pick<Movimiento, 'estado'>) => <Chip tone={ESTADO[estado].tone}>{ESTADO[estado].label}</Chip>

/** What it is for: the concept, and of a transfer where it goes. */
export const conceptoText = ({ tipo, concepto }: Pick<Movimiento, 'tipo' | 'concepto'>): string =>
  tipo === 'TRANSFERENCIA' || tipo === 'AJUSTE' ? TIPO_MOVIMIENTO_LABEL[tipo] : CONCEPTO_KARDEX_LABEL[concepto]

export const bodegasText = ({ bodega, bodega_destino: destino }: Pick<Movimiento, 'bodega' | 'bodega_destino'>): string =>
  destino ? `${bodega.name} → ${destino.name}` : bodega.name

export const kardexPath = (producto: string, bodega?: string): string =>
  `/movimiento/kardex?producto=${producto}${bodega === undefined ? '' : `&bodega=${bodega}`}`

/** Where the document that made a movement is read. */
export const documentoPath = ({ id, es_compra: esCompra }: NonNullable<Movimiento['documento']>): string =>
  `${esCompra ? '/documento/compra' : '/comprobante'}/${id}`
