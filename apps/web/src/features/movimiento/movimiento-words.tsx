import { ESTADO_MOVIMIENTO_LABEL, ESTADOS_MOVIMIENTO, type Movimiento } from '@yupana/contract'
import { TIPO_MOVIMIENTO_LABEL, TIPOS_MOVIMIENTO } from '@yupana/fiscal'

import { Chip } from '../../components/chip.tsx'

export const TIPO_OPTIONS = TIPOS_MOVIMIENTO.map((value) => ({ value, label: TIPO_MOVIMIENTO_LABEL[value] }))

export const ESTADO_OPTIONS = ESTADOS_MOVIMIENTO.map((value) => ({ value, label: ESTADO_MOVIMIENTO_LABEL[value] }))

export const EstadoChip = ({ estado }: Pick<Movimiento, 'estado'>) => (
  <Chip tone={estado === 'EN_TRANSITO' ? 'progress' : 'success'}>{ESTADO_MOVIMIENTO_LABEL[estado]}</Chip>
)

export const bodegasText = ({ bodega, bodega_destino: destino }: Pick<Movimiento, 'bodega' | 'bodega_destino'>): string =>
  destino ? `${bodega.name} → ${destino.name}` : bodega.name

export const kardexPath = (producto: string, bodega?: string): string =>
  `/movimiento/kardex?producto=${producto}${bodega === undefined ? '' : `&bodega=${bodega}`}`

/** Address of the source document of a movement. */
export const documentoPath = ({ id, es_compra: esCompra }: NonNullable<Movimiento['documento']>): string =>
  `${esCompra ? '/documento/compra' : '/comprobante'}/${id}`
