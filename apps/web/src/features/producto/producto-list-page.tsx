import { COLUMNAS_PRODUCTO, COMBO_LABEL, ORDENES_PRODUCTO, type Producto } from '@yupana/contract'
import { displayNumero, labelOfTipoIva } from '@yupana/fiscal'
import { IconTable, IconUpload } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'

import { Chip } from '../../components/chip.tsx'
import { ActivoChip } from '../../components/activo-chip.tsx'
import type { Column } from '../../components/data-table/column.ts'
import { CatalogoList } from '../../domain/catalogo/catalogo-list.tsx'
import { priceText } from '../../domain/producto/precio-text.ts'
import { ProductoImagen } from '../../domain/producto/producto-imagen.tsx'
import { duplicate, PRODUCTOS } from '../../domain/producto/producto-save.ts'
import { ESTADO_OPTIONS, TIPO_OPTIONS } from '../../domain/producto/producto-schema.ts'
import { today } from '../../lib/formato/format.ts'
import { untilRefused } from '../../lib/http/http-error.ts'
import { createSendingKey } from '../../lib/http/sending-key.ts'
import { useOrigin } from '../../lib/pagina/use-leave.ts'
import { hasRight } from '../../lib/sesion/rights.ts'
import classes from './producto.module.css'

const nombreCell = ({ name, partes }: Producto) =>
  partes.length === 0 ? (
    name
  ) : (
    <>
      {name}
      <span className={classes.combo}>
        <Chip tone="info">{COMBO_LABEL}</Chip>
      </span>
    </>
  )

const COLUMNS: readonly Column<Producto>[] = [
  {
    id: 'imagen',
    header: 'Imagen',
    cell: ({ id, imagen }) => <ProductoImagen id={id} huella={imagen} alt="" isMini className={classes.mini} />,
    card: 'hidden',
  },
  { id: 'code', header: COLUMNAS_PRODUCTO.code, sort: 'code', cell: (row) => row.code, href: PRODUCTOS.pathOf, whole: true },
  { id: 'name', header: COLUMNAS_PRODUCTO.name, sort: 'name', cell: nombreCell, card: 'title' },
  {
    id: 'type',
    header: COLUMNAS_PRODUCTO.type,
    cell: ({ partes, type_product: tipo }) => (partes.length > 0 ? COMBO_LABEL : TIPO_OPTIONS.find(({ value }) => value === tipo)?.label),
    card: 'hidden',
    whole: true,
  },
  { id: 'price', header: COLUMNAS_PRODUCTO.price, sort: 'price', align: 'end', cell: (row) => priceText(row.price) },
  { id: 'iva', header: COLUMNAS_PRODUCTO.iva, cell: (row) => labelOfTipoIva(row.iva, today()), whole: true },
  {
    id: 'stock',
    header: COLUMNAS_PRODUCTO.stock,
    align: 'end',
    cell: ({ stock }) => (typeof stock === 'number' ? displayNumero(stock) : '—'),
  },
  { id: 'status', header: COLUMNAS_PRODUCTO.status, cell: (row) => <ActivoChip activo={row.status === 'ACTIVO'} /> },
]

const FILTERS = [
  { name: 'status', label: 'Estado', options: ESTADO_OPTIONS },
  { name: 'type_product', label: 'Tipo', options: TIPO_OPTIONS },
]

/** Files have no pictures. */
const FILE_COLUMNS = { imagen: [] }

export function ProductoListPage() {
  const navigate = useNavigate()
  const origin = useOrigin()
  const [keyFor] = useState(createSendingKey)
  const copies = useRef(0)
  // The copy opens at once, since its code and name need editing. A retry after no answer gives the same copy.
  const copy = ({ id }: Producto) =>
    untilRefused(
      duplicate(id, keyFor({ id, copies: copies.current })).then((made) => {
        copies.current++
        return navigate(PRODUCTOS.pathOf(made), { state: origin })
      }),
    )
  return (
    <CatalogoList
      catalogo={PRODUCTOS}
      columns={COLUMNS}
      sorts={ORDENES_PRODUCTO}
      filters={FILTERS}
      fileColumns={FILE_COLUMNS}
      rowName={(row) => row.name}
      placeholder="Código, nombre o código de barras"
      rowActions={(row) => (hasRight('producto:crear') ? [{ label: 'Duplicar', onSelect: () => void copy(row) }] : [])}
      more={
        hasRight('producto:editar')
          ? [
              { label: 'Actualización masiva', icon: <IconTable size={16} />, to: '/productos/actualizacion-masiva' },
              { label: 'Importar', icon: <IconUpload size={16} />, to: '/productos/carga' },
            ]
          : []
      }
      firstUse="Registre lo que vende para elegirlo al facturar."
      deleteNote="Lo que consta en documentos no se elimina: puede desactivarlo."
    />
  )
}
