import {
  COLUMNAS_CUENTA,
  COLUMNAS_DEUDOR,
  COLUMNAS_ESTADO_CUENTA,
  COLUMNAS_PAGO,
  exportCuenta,
  exportDeudor,
  exportEstadoCuenta,
  exportPago,
  METODO_PAGO_LABEL,
  type AsientoFila,
  type Cuenta,
  type Deudor,
  type PagoFila,
} from '@yupana/contract'
import { conceptoAsientoText, fechaIn, nombreComprobante, type SentidoCartera } from '@yupana/fiscal'

import type { Deps } from '../../deps.ts'
import { exportLista, type ColumnaExportada } from '../../http/exportacion.ts'
import type { Router } from '../../http/route.ts'
import { VENDEN } from '../../plugins/sesion/roles.ts'
import { recordAuditoria } from '../auditoria/auditoria.door.ts'
import * as cuenta from './cuenta.sql.ts'
import { deLado } from './lado.ts'
import { nextPagos } from './pago.sql.ts'

const documentoOf = (tipo: string | null, numero: string) => (tipo === null ? `Anticipo ${numero}` : `${nombreComprobante(tipo)} ${numero}`)

const CUENTA: Readonly<Record<keyof typeof COLUMNAS_CUENTA, ColumnaExportada<Cuenta>>> = {
  tercero_nombre: { ancho: 40, valor: (one) => one.tercero_nombre },
  documento: {
    ancho: 32,
    valor: ({ tipo, numero, cuota, cuotas }) => `${documentoOf(tipo, numero)}${cuotas > 1 ? ` (${cuota}/${cuotas})` : ''}`,
  },
  fecha: { tipo: 'fecha', valor: ({ fecha }) => fecha },
  vence: { tipo: 'fecha', valor: ({ vence }) => vence },
  dias: { tipo: 'numero', valor: ({ dias }) => Math.max(0, dias) },
  valor: { tipo: 'monto', valor: ({ valor }) => valor },
  saldo: { tipo: 'monto', valor: ({ saldo }) => saldo },
}
const ESTADO = {
  fecha: { tipo: 'fecha', valor: ({ fecha }) => fecha },
  concepto: { ancho: 20, valor: ({ concepto, sentido }) => conceptoAsientoText(concepto, sentido) },
  referencia: { valor: ({ referencia }) => referencia },
  documento: { ancho: 32, valor: ({ tipo, numero }) => documentoOf(tipo, numero) },
  vence: { tipo: 'fecha', valor: ({ vence }) => vence },
  cargo: { tipo: 'monto', valor: ({ valor }) => (valor > 0 ? valor : null) },
  abono: { tipo: 'monto', valor: ({ valor }) => (valor < 0 ? -valor : null) },
  saldo: { tipo: 'monto', valor: ({ saldo }) => saldo },
} as const satisfies Readonly<Record<keyof typeof COLUMNAS_ESTADO_CUENTA, ColumnaExportada<AsientoFila & { sentido: SentidoCartera }>>>

const DEUDOR: Readonly<Record<keyof typeof COLUMNAS_DEUDOR, ColumnaExportada<Deudor>>> = {
  tercero_nombre: { ancho: 40, valor: (one) => one.tercero_nombre },
  total: { tipo: 'monto', valor: ({ total }) => total },
  por_vencer: { tipo: 'monto', valor: ({ POR_VENCER: valor }) => valor },
  de_uno: { tipo: 'monto', valor: ({ D1_30: valor }) => valor },
  de_treinta: { tipo: 'monto', valor: ({ D31_60: valor }) => valor },
  de_sesenta: { tipo: 'monto', valor: ({ D61_90: valor }) => valor },
  de_noventa: { tipo: 'monto', valor: ({ D91_MAS: valor }) => valor },
  favor: { tipo: 'monto', valor: ({ favor }) => favor },
  saldo: { tipo: 'monto', valor: ({ saldo }) => saldo },
}

const PAGO: Readonly<Record<keyof typeof COLUMNAS_PAGO, ColumnaExportada<PagoFila>>> = {
  numero: { valor: ({ numero }) => numero },
  tercero_nombre: { ancho: 40, valor: (one) => one.tercero_nombre },
  fecha: { tipo: 'fecha', valor: ({ fecha }) => fecha },
  metodos: {
    ancho: 40,
    valor: ({ metodos }) =>
      metodos.map(({ metodo, banco, referencia }) => [METODO_PAGO_LABEL[metodo], banco, referencia].filter(Boolean).join(' ')).join(', ') ||
      'Cruce',
  },
  estado: { valor: ({ estado, total }) => (estado === 'REVERSADO' ? 'Reversado' : total < 0 ? 'Devuelto' : 'Registrado') },
  total: { tipo: 'monto', valor: ({ total }) => total },
}

/** Lists of debts and of payments as files. */
export function registerExportes(router: Router, deps: Deps): void {
  const hoy = () => fechaIn(deps.clock.now())
  const usual = { roles: VENDEN, anota: recordAuditoria }
  exportLista(router, deps, {
    ...usual,
    endpoint: exportCuenta,
    nombre: 'Cartera',
    headers: COLUMNAS_CUENTA,
    columnas: CUENTA,
    next: (tx, session, query, desde) => cuenta.nextCuentas(tx, deLado(session, query), hoy(), query, desde),
    accion: 'cartera.exportar',
  })
  exportLista(router, deps, {
    ...usual,
    endpoint: exportDeudor,
    nombre: 'Cartera por persona',
    headers: COLUMNAS_DEUDOR,
    columnas: DEUDOR,
    next: (tx, session, query, desde) => cuenta.nextDeudores(tx, deLado(session, query), hoy(), query, desde),
    accion: 'cartera.exportar_personas',
  })
  exportLista(router, deps, {
    ...usual,
    endpoint: exportEstadoCuenta,
    nombre: 'Estado de cuenta',
    headers: COLUMNAS_ESTADO_CUENTA,
    columnas: ESTADO,
    next: async (tx, session, query, desde) => {
      const tramo = await cuenta.nextEstado(tx, deLado(session, query), query, desde)
      return { ...tramo, rows: tramo.rows.map((row) => ({ ...row, sentido: query.sentido })) }
    },
    accion: 'cartera.exportar_estado',
  })
  exportLista(router, deps, {
    ...usual,
    endpoint: exportPago,
    nombre: 'Pagos',
    headers: COLUMNAS_PAGO,
    columnas: PAGO,
    next: (tx, session, query, desde) => nextPagos(tx, deLado(session, query), query, desde),
    accion: 'pago.exportar',
  })
}
