import { COLUMNAS_COTIZACION, exportCotizacion, type CotizacionFila } from '@yupana/contract'
import { ESTADO_COTIZACION_LABEL } from '@yupana/fiscal'

import type { Deps } from '../../deps.ts'
import { exportLista, type ColumnaExportada } from '../../http/exportacion.ts'
import type { Router } from '../../http/route.ts'
import { VENDEN } from '../../plugins/sesion/roles.ts'
import { recordAuditoria } from '../auditoria/auditoria.door.ts'
import { next } from './cotizacion.service.ts'

const COLUMNAS: Readonly<Record<keyof typeof COLUMNAS_COTIZACION, ColumnaExportada<CotizacionFila>>> = {
  numero: { ancho: 18, valor: ({ numero }) => numero },
  fecha_emision: { tipo: 'fecha', valor: ({ fecha_emision: fecha }) => fecha },
  receptor_identificacion: { ancho: 16, valor: ({ receptor_identificacion: identificacion }) => identificacion },
  receptor_nombre: { ancho: 40, valor: ({ receptor_nombre: nombre }) => nombre },
  vence: { tipo: 'fecha', valor: ({ vence }) => vence },
  estado: { ancho: 18, valor: ({ estado }) => ESTADO_COTIZACION_LABEL[estado] },
  vendedor: { valor: ({ vendedor }) => vendedor },
  factura: { ancho: 18, valor: ({ factura }) => factura?.numero ?? null },
  total: { tipo: 'monto', valor: ({ total }) => total },
}

export const registerCotizacionExportar = (router: Router, deps: Deps) =>
  exportLista(router, deps, {
    endpoint: exportCotizacion,
    roles: VENDEN,
    nombre: 'Cotizaciones',
    headers: COLUMNAS_COTIZACION,
    columnas: COLUMNAS,
    next: (tx, { empresaId }, query, desde) => next(deps, tx, empresaId, query, desde),
    accion: 'cotizacion.exportar',
    anota: recordAuditoria,
  })
