import { COLUMNAS_PRODUCTO, ORDENES_PRODUCTO, type Producto } from '@yupana/contract'
import { displayMonto, fitsDecimals, labelOfTipoIva } from '@yupana/fiscal'
import { IconTable } from '@tabler/icons-react'

import { ActivoChip } from '../../components/activo-chip.tsx'
import type { Column } from '../../components/data-table/column.ts'
import { LinkButton } from '../../components/link-button.tsx'
import { CatalogoList } from '../../domain/catalogo/catalogo-list.tsx'
import { PRODUCTOS } from '../../domain/producto/producto-save.ts'
import { ESTADO_OPTIONS, TIPO_OPTIONS } from '../../domain/producto/producto-schema.ts'
import { today } from '../../lib/formato/format.ts'
import { hasRight } from '../../lib/sesion/rights.ts'

// Two decimals, or all that a finer price has.
const priceText = (price: number) => displayMonto(price, [2, 3, 4, 5].find((decimals) => fitsDecimals(price, decimals)) ?? 6)

const COLUMNS: readonly Column<Producto>[] = [
  { id: 'code', header: COLUMNAS_PRODUCTO.code, sort: 'code', cell: (row) => row.code, href: PRODUCTOS.pathOf, whole: true },
  { id: 'name', header: COLUMNAS_PRODUCTO.name, sort: 'name', cell: (row) => row.name, card: 'title' },
  {
    id: 'type',
    header: COLUMNAS_PRODUCTO.type,
    cell: (row) => TIPO_OPTIONS.find(({ value }) => value === row.type_product)?.label,
    card: 'hidden',
    whole: true,
  },
  { id: 'price', header: COLUMNAS_PRODUCTO.price, sort: 'price', align: 'end', cell: (row) => priceText(row.price) },
  { id: 'iva', header: COLUMNAS_PRODUCTO.iva, cell: (row) => labelOfTipoIva(row.iva, today()), whole: true },
  { id: 'status', header: COLUMNAS_PRODUCTO.status, cell: (row) => <ActivoChip activo={row.status === 'ACTIVO'} /> },
]

const FILTERS = [
  { name: 'status', label: 'Estado', options: ESTADO_OPTIONS },
  { name: 'type_product', label: 'Tipo', options: TIPO_OPTIONS },
]

export const ProductoListPage = () => (
  <CatalogoList
    catalogo={PRODUCTOS}
    columns={COLUMNS}
    sorts={ORDENES_PRODUCTO}
    filters={FILTERS}
    rowName={(row) => row.name}
    placeholder="Código, nombre o código de barras"
    actions={
      hasRight('producto:editar') && (
        <LinkButton to="/productos/actualizacion-masiva" variant="default" icon={<IconTable size={16} />}>
          Actualización masiva
        </LinkButton>
      )
    }
    firstUse="Registre lo que vende para elegirlo al facturar."
    deleteNote="No se podrán recuperar. Lo que consta en documentos no se elimina: puede desactivarlo."
  />
)
