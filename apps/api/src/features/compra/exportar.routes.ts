import { COLUMNAS_COMPRA, exportCompra, type CompraFila } from '@yupana/contract'
import { nombreComprobante } from '@yupana/fiscal'

import type { Deps } from '../../deps.ts'
import { exportLista, type ColumnaExportada } from '../../http/exportacion.ts'
import type { Router } from '../../http/route.ts'
import { VENDEN } from '../../plugins/sesion/roles.ts'
import { recordAuditoria } from '../auditoria/auditoria.door.ts'
import { nextCompras } from './compra.sql.ts'

const COLUMNAS: Readonly<Record<keyof typeof COLUMNAS_COMPRA, ColumnaExportada<CompraFila>>> = {
  numero: { ancho: 18, valor: ({ numero }) => numero },
  tipo: { valor: ({ tipo }) => nombreComprobante(tipo) },
  proveedor: { ancho: 40, valor: ({ proveedor_nombre: nombre }) => nombre },
  identificacion: { ancho: 16, valor: ({ proveedor_identificacion: identificacion }) => identificacion },
  fecha_emision: { tipo: 'fecha', valor: ({ fecha_emision: fecha }) => fecha },
  fecha_registro: { tipo: 'fecha', valor: ({ fecha_registro: fecha }) => fecha },
  sustento: { ancho: 10, valor: ({ sustento }) => sustento },
  iva: { tipo: 'monto', valor: ({ iva }) => iva },
  total: { tipo: 'monto', valor: ({ total }) => total },
  estado: {
    valor: ({ estado, anulado_emisor_en: anulado }) =>
      estado !== 'REGISTRADA' ? 'Anulada' : anulado === null ? 'Registrada' : 'Anulada por el proveedor',
  },
}

export const registerCompraExportar = (router: Router, deps: Deps) =>
  exportLista(router, deps, {
    endpoint: exportCompra,
    roles: VENDEN,
    nombre: 'Compras',
    headers: COLUMNAS_COMPRA,
    columnas: COLUMNAS,
    next: nextCompras,
    accion: 'compra.exportar',
    anota: recordAuditoria,
  })
