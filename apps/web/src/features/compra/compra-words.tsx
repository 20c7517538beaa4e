import { REGIMENES_PROVEEDOR, type CompraFila } from '@yupana/contract'
import { formasPagoAt, nombreComprobanteAts, sustentosCompra, tiposCompraAt, type Fecha } from '@yupana/fiscal'

import { Chip } from '../../components/chip.tsx'
import { today } from '../../lib/formato/format.ts'

const REGIMEN = { GENERAL: 'General', RIMPE: 'RIMPE emprendedor', NEGOCIO_POPULAR: 'Negocio popular' } as const
export const REGIMEN_OPTIONS = REGIMENES_PROVEEDOR.map((value) => ({ value, label: REGIMEN[value] }))

export const tipoText = (tipo: string): string => nombreComprobanteAts(tipo) ?? tipo

/** Document types of a purchase, the usual ones first. */
export const tipoOptions = (fecha: Fecha = today()) =>
  tiposCompraAt(fecha).map(({ codigo, nombre }) => ({ value: codigo, label: `${codigo} · ${nombre}` }))

export const sustentoOptions = (tipo: string, fecha: Fecha) =>
  sustentosCompra(tipo, fecha).map(({ codigo, nombre }) => ({ value: codigo, label: `${codigo} · ${nombre}` }))

export const ESTADO_COMPRA_OPTIONS = [
  { value: 'REGISTRADA', label: 'Registradas' },
  { value: 'ANULADA', label: 'Anuladas' },
]

export const EstadoCompraChip = ({ estado }: Pick<CompraFila, 'estado'>) =>
  estado === 'ANULADA' ? <Chip tone="void">Anulada</Chip> : <Chip tone="success">Registrada</Chip>

/** «Factura 001-001-000000001». */
export const compraText = ({ tipo, numero }: Pick<CompraFila, 'tipo' | 'numero'>): string => `${tipoText(tipo)} ${numero}`

/** Payment methods of a day, as options. */
export const formaOptions = (fecha: Fecha) =>
  formasPagoAt(fecha).map(({ codigo, nombre }) => ({ value: codigo, label: `${nombre.charAt(0)}${nombre.slice(1).toLowerCase()}` }))
