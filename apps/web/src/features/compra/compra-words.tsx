import type { CompraFila } from '@yupana/contract'
import { formasPagoAt, nombreComprobanteAts, REGIMEN_LABEL, REGIMENES, sustentosCompra, tiposCompraAt, type Fecha } from '@yupana/fiscal'

import { Chip } from '../../components/chip.tsx'
import { today } from '../../lib/formato/format.ts'

export const REGIMEN_OPTIONS = REGIMENES.map((value) => ({ value, label: REGIMEN_LABEL[value] }))

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
