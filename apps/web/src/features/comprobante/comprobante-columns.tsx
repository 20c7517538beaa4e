import { COLUMNAS_COMPROBANTE, type ComprobanteFila } from '@yupana/contract'
import { displayMonto, nombreComprobante, nombreFormaPago } from '@yupana/fiscal'

import type { Column } from '../../components/data-table/column.ts'
import { ComprobanteChip } from '../../domain/comprobante/estado-chip.tsx'
import { fechaText } from '../../lib/formato/format.ts'

export const pathOf = ({ id }: Pick<ComprobanteFila, 'id'>) => `/comprobante/${id}`

/** «Tarjeta de crédito»: the SRI's table is in capitals. */
const formaText = (codigo: string) => {
  const nombre = nombreFormaPago(codigo) ?? codigo
  return nombre.charAt(0) + nombre.slice(1).toLowerCase()
}
const pagoText = ({ formas_pago: formas }: ComprobanteFila) => (formas.length === 0 ? '—' : formas.map(formaText).join(', '))

export const COLUMNS: readonly Column<ComprobanteFila>[] = [
  {
    id: 'numero',
    header: COLUMNAS_COMPROBANTE.numero,
    sort: 'numero',
    cell: (row) => row.numero,
    href: pathOf,
    card: 'title',
    whole: true,
  },
  {
    id: 'fecha_emision',
    header: COLUMNAS_COMPROBANTE.fecha_emision,
    sort: 'fecha_emision',
    cell: (row) => fechaText(row.fecha_emision),
    whole: true,
  },
  {
    id: 'receptor_identificacion',
    header: COLUMNAS_COMPROBANTE.receptor_identificacion,
    cell: (row) => row.receptor_identificacion,
    whole: true,
    extra: true,
  },
  { id: 'receptor_nombre', header: COLUMNAS_COMPROBANTE.receptor_nombre, sort: 'receptor_nombre', cell: (row) => row.receptor_nombre },
  { id: 'tipo', header: COLUMNAS_COMPROBANTE.tipo, cell: (row) => nombreComprobante(row.tipo), card: 'hidden', whole: true },
  {
    id: 'estado_tributario',
    header: COLUMNAS_COMPROBANTE.estado_tributario,
    sort: 'estado_tributario',
    cell: (row) => <ComprobanteChip fila={row} />,
  },
  { id: 'vendedor', header: COLUMNAS_COMPROBANTE.vendedor, cell: (row) => row.vendedor ?? '—', extra: true },
  { id: 'forma_pago', header: COLUMNAS_COMPROBANTE.forma_pago, cell: pagoText, extra: true },
  { id: 'total', header: COLUMNAS_COMPROBANTE.total, sort: 'total', cell: (row) => displayMonto(row.total), align: 'end' },
  { id: 'clave', header: COLUMNAS_COMPROBANTE.clave, cell: (row) => row.clave || '—', whole: true, extra: true },
]
