import { COLUMNAS_PRODUCTO, COMBO_LABEL, exportProducto, TIPO_PRODUCTO_LABEL } from '@yupana/contract'
import { ESTADO_REGISTRO_LABEL, fechaIn, labelOfTipoIva } from '@yupana/fiscal'

import type { Deps } from '../../deps.ts'
import { exportLista, type ColumnaExportada } from '../../http/exportacion.ts'
import type { Router } from '../../http/route.ts'
import { VENDEN } from '../../plugins/sesion/roles.ts'
import { recordAuditoria } from '../auditoria/auditoria.door.ts'
import { withStock } from '../movimiento/movimiento.door.ts'
import { nextProductos, type ProductoLeido } from './producto.sql.ts'

type Fila = ProductoLeido & { stock: number | null }

const columnasOn = (hoy: string): Readonly<Record<keyof typeof COLUMNAS_PRODUCTO, ColumnaExportada<Fila>>> => ({
  code: { ancho: 18, valor: ({ code }) => code },
  name: { ancho: 40, valor: ({ name }) => name },
  type: { ancho: 12, valor: ({ partes, type_product: tipo }) => (partes.length > 0 ? COMBO_LABEL : TIPO_PRODUCTO_LABEL[tipo]) },
  price: { tipo: 'monto', valor: ({ price }) => price },
  iva: { ancho: 12, valor: ({ iva }) => labelOfTipoIva(iva, hoy) ?? null },
  stock: { tipo: 'monto', valor: ({ stock }) => stock },
  status: { ancho: 10, valor: ({ status }) => ESTADO_REGISTRO_LABEL[status] },
})

export const registerProductoExportar = (router: Router, deps: Deps) =>
  exportLista(router, deps, {
    endpoint: exportProducto,
    roles: VENDEN,
    nombre: 'Productos',
    headers: COLUMNAS_PRODUCTO,
    columnas: columnasOn(fechaIn(deps.clock.now())),
    next: async (tx, session, query, desde) => {
      const tramo = await nextProductos(tx, session.empresaId, query, desde)
      return { ...tramo, rows: await withStock(tx, session, tramo.rows) }
    },
    accion: 'producto.exportar',
    anota: recordAuditoria,
  })
