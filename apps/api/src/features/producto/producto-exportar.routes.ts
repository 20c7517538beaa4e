import {
  COLUMNAS_CAMBIO_PRECIO,
  COLUMNAS_PRODUCTO,
  COLUMNAS_PRODUCTO_DOCUMENTO,
  COMBO_LABEL,
  exportPrecios,
  exportProducto,
  exportProductoComprado,
  exportProductoVendido,
  TIPO_PRODUCTO_LABEL,
  type PrecioHistorico,
  type ProductoDocumento,
} from '@yupana/contract'
import {
  ESTADO_AUTORIZACION_LABEL,
  ESTADO_REGISTRO_LABEL,
  fechaIn,
  labelOfTipoIva,
  nombreComprobante,
  type EstadoAutorizacion,
} from '@yupana/fiscal'

import type { Deps } from '../../deps.ts'
import { exportLista, type ColumnaExportada } from '../../http/exportacion.ts'
import type { Router } from '../../http/route.ts'
import { VENDEN } from '../../plugins/sesion/roles.ts'
import type { SesionAbierta } from '../../plugins/sesion/session.ts'
import { recordAuditoria } from '../auditoria/auditoria.door.ts'
import { withStock } from '../movimiento/movimiento.door.ts'
import { nextComprados, nextVendidos } from './producto-documento.service.ts'
import * as precio from './producto-precio.service.ts'
import type { Autor } from './producto.service.ts'
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

const estadoOf = ({ es_compra: esCompra, estado, estado_tributario: tributario }: ProductoDocumento): string | null =>
  esCompra ? (estado === 'ANULADA' ? 'Anulada' : 'Registrada') : (ESTADO_AUTORIZACION_LABEL[tributario as EstadoAutorizacion] ?? null)

const DOCUMENTO: Readonly<Record<keyof typeof COLUMNAS_PRODUCTO_DOCUMENTO, ColumnaExportada<ProductoDocumento>>> = {
  fecha: { tipo: 'fecha', valor: ({ fecha }) => fecha },
  documento: { ancho: 36, valor: ({ tipo, numero }) => `${nombreComprobante(tipo)} ${numero}` },
  tercero: { ancho: 40, valor: ({ tercero }) => tercero },
  cantidad: { tipo: 'monto', valor: ({ cantidad }) => cantidad },
  precio: { tipo: 'monto', valor: ({ precio_unitario: precio }) => precio },
  base: { tipo: 'monto', valor: ({ base }) => base },
  estado: { valor: estadoOf },
}
const CAMBIO: Readonly<Record<keyof typeof COLUMNAS_CAMBIO_PRECIO, ColumnaExportada<PrecioHistorico['cambios'][number]>>> = {
  en: { tipo: 'momento', valor: ({ en }) => en },
  antes: { tipo: 'monto', valor: ({ antes }) => antes },
  valor: { tipo: 'monto', valor: ({ valor }) => valor },
  usuario: { valor: ({ usuario }) => usuario },
}

/** The list of products, and the tabs of one product, as files. */
export function registerProductoExportar(router: Router, deps: Deps, autorOf: (session: SesionAbierta) => Autor): void {
  const usual = { roles: VENDEN, anota: recordAuditoria }
  exportLista(router, deps, {
    ...usual,
    endpoint: exportProducto,
    nombre: 'Productos',
    headers: COLUMNAS_PRODUCTO,
    columnas: columnasOn(fechaIn(deps.clock.now())),
    next: async (tx, session, query, desde) => {
      const tramo = await nextProductos(tx, session.empresaId, query, desde)
      return { ...tramo, rows: await withStock(tx, session, tramo.rows) }
    },
    accion: 'producto.exportar',
  })
  const documentos = { ...usual, headers: COLUMNAS_PRODUCTO_DOCUMENTO, columnas: DOCUMENTO }
  exportLista(router, deps, {
    ...documentos,
    endpoint: exportProductoVendido,
    nombre: 'Ventas del producto',
    next: (tx, session, query, desde) => nextVendidos(tx, autorOf(session), query.producto_id, desde),
    accion: 'producto.exportar_ventas',
  })
  exportLista(router, deps, {
    ...documentos,
    endpoint: exportProductoComprado,
    nombre: 'Compras del producto',
    next: (tx, session, query, desde) => nextComprados(tx, autorOf(session), query.producto_id, desde),
    accion: 'producto.exportar_compras',
  })
  exportLista(router, deps, {
    ...usual,
    endpoint: exportPrecios,
    nombre: 'Precios del producto',
    headers: COLUMNAS_CAMBIO_PRECIO,
    columnas: CAMBIO,
    next: (tx, session, query, desde) => precio.next(tx, autorOf(session), query, desde),
    accion: 'producto.exportar_precios',
  })
}
