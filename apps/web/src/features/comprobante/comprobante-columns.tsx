import type { ComprobanteFila } from '@yupana/contract'
import { displayMonto, nombreComprobante } from '@yupana/fiscal'

import type { Column } from '../../components/data-table/column.ts'
import { ComprobanteChip } from '../../domain/comprobante/estado-chip.tsx'
import { fechaText } from '../../lib/formato/format.ts'

export const pathOf = ({ id }: Pick<ComprobanteFila, 'id'>) => `/comprobante/${id}`

export const COLUMNS: readonly Column<ComprobanteFila>[] = [
  { id: 'numero', header: 'Número', sort: 'numero', cell: (row) => row.numero, href: pathOf, card: 'title', whole: true },
  { id: 'fecha_emision', header: 'Fecha', sort: 'fecha_emision', cell: (row) => fechaText(row.fecha_emision), whole: true },
  { id: 'receptor_nombre', header: 'Cliente', sort: 'receptor_nombre', cell: (row) => row.receptor_nombre },
  { id: 'tipo', header: 'Tipo', cell: (row) => nombreComprobante(row.tipo), card: 'hidden', whole: true },
  { id: 'estado_tributario', header: 'Estado', sort: 'estado_tributario', cell: (row) => <ComprobanteChip fila={row} /> },
  { id: 'total', header: 'Total', sort: 'total', cell: (row) => displayMonto(row.total), align: 'end' },
]
