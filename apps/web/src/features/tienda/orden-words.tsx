import type { DeclaracionPagada, OrdenLinea } from '@yupana/contract'
import {
  COD_DOC,
  ESTADO_ORDEN_LABEL,
  ESTADOS_ORDEN_GUARDADOS,
  fromUnits,
  multiplyToCents,
  NOMBRE_COMPROBANTE,
  numeroOrden,
  type EstadoOrden,
  type Monto,
} from '@yupana/fiscal'

import { Chip, type ChipTone } from '../../components/chip.tsx'
import { fechaText } from '../../lib/formato/format.ts'
import { settings } from '../../lib/pagina/settings.ts'

type Acuse = Pick<DeclaracionPagada, 'numero_sri' | 'fecha_sri'>

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

/** Key of a line: a product occurs once in an order, a declaration once for each period. */
export const claveDeLinea = ({ producto_id, declaracion }: Pick<OrdenLinea, 'producto_id' | 'declaracion'>): string =>
  `${producto_id} ${declaracion?.formulario} ${declaracion?.periodo}`

/** Amount of a line at the list price. */
export const antesDe = ({ cantidad, precio_lista }: Pick<OrdenLinea, 'cantidad' | 'precio_lista'>): Monto =>
  multiplyToCents(precio_lista, fromUnits(cantidad))

/** Name of an order in a sentence. */
export const numeroText = (numero: number): string => `Orden ${numeroOrden(numero)}`
export const DOCUMENTO_LABEL = {
  FACTURA: NOMBRE_COMPROBANTE[COD_DOC.FACTURA],
  NOTA_CREDITO: NOMBRE_COMPROBANTE[COD_DOC.NOTA_CREDITO],
} as const
export const unidadesText = (cantidad: number): string => (cantidad === 1 ? '1 unidad' : `${cantidad} unidades`)

/** State of a bought declaration. */
export const DeclaracionChip = ({ declaracion: { numero_sri: numero } }: { declaracion: Acuse }) =>
  numero === null ? <Chip tone="progress">En preparación por {settings.producto}</Chip> : <Chip tone="success">Declarada</Chip>

/** Number and date of the SRI's receipt; empty before. */
export const acuseText = ({ numero_sri: numero, fecha_sri: fecha }: Acuse): string =>
  numero === null || fecha === null ? '' : `SRI ${numero}, ${fechaText(fecha)}`
