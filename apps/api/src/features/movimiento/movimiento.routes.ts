import {
  changeMetodoCosto,
  COLUMNAS_EXISTENCIA,
  COLUMNAS_KARDEX,
  COLUMNAS_MOVIMIENTO,
  createMovimiento,
  ESTADO_MOVIMIENTO_LABEL,
  exportExistencia,
  exportKardex,
  exportMovimiento,
  readExistencia,
  readMetodoCosto,
  readMovimiento,
  receiveMovimiento,
  reviewConteo,
  searchExistencia,
  searchKardex,
  searchMovimiento,
  nombreExistencia,
  type ExistenciaFila,
  type KardexFila,
  type Movimiento,
} from '@yupana/contract'
import { CONCEPTO_KARDEX_LABEL, conceptoMovimientoText, fechaIn, TIPO_MOVIMIENTO_LABEL } from '@yupana/fiscal'

import type { Deps } from '../../deps.ts'
import { ADMINISTRAN, VENDEN } from '../../plugins/sesion/roles.ts'
import { mayDo, type SesionAbierta } from '../../plugins/sesion/session.ts'
import { exportLista, type ColumnaExportada } from '../../http/exportacion.ts'
import type { Router } from '../../http/route.ts'
import { recordAuditoria } from '../auditoria/auditoria.door.ts'
import { requireIdempotencyKey } from '../idempotencia/idempotencia.door.ts'
import * as conteo from './conteo.service.ts'
import * as kardex from './kardex.service.ts'
import * as metodo from './metodo.service.ts'
import * as movimiento from './movimiento.service.ts'
import { nextMovimientos, searchMovimientos } from './movimiento.sql.ts'

const EXISTENCIA: Readonly<Record<keyof typeof COLUMNAS_EXISTENCIA, ColumnaExportada<ExistenciaFila>>> = {
  code: { ancho: 18, valor: ({ code }) => code },
  name: { ancho: 40, valor: nombreExistencia },
  cantidad: { tipo: 'monto', valor: ({ cantidad }) => cantidad },
  reservado: { tipo: 'monto', valor: ({ reservado }) => reservado },
  en_transito: { tipo: 'monto', valor: ({ en_transito: transito }) => transito },
  minimum_stock: { tipo: 'monto', valor: ({ minimum_stock: minimo }) => minimo },
  vendido: { tipo: 'monto', valor: ({ vendido }) => vendido },
  sugerido: { tipo: 'monto', valor: ({ sugerido }) => sugerido },
  costo_unitario: { tipo: 'monto', valor: ({ costo_unitario: costo }) => costo },
  valor: { tipo: 'monto', valor: ({ valor }) => valor },
}

const KARDEX: Readonly<Record<keyof typeof COLUMNAS_KARDEX, ColumnaExportada<KardexFila>>> = {
  fecha: { tipo: 'fecha', valor: ({ fecha }) => fecha },
  concepto: { ancho: 28, valor: ({ concepto }) => CONCEPTO_KARDEX_LABEL[concepto] },
  documento: { valor: ({ documento, detalle }) => documento?.numero ?? detalle },
  entrada: { tipo: 'monto', valor: ({ cantidad }) => (cantidad > 0 ? cantidad : null) },
  salida: { tipo: 'monto', valor: ({ cantidad }) => (cantidad < 0 ? -cantidad : null) },
  costo: { tipo: 'monto', valor: ({ costo_unitario: costo }) => costo },
  valor: { tipo: 'monto', valor: ({ valor }) => valor },
  saldo: { tipo: 'monto', valor: ({ saldo_cantidad: saldo }) => saldo },
  promedio: { tipo: 'monto', valor: ({ saldo_costo_unitario: costo }) => costo },
  saldo_valor: { tipo: 'monto', valor: ({ saldo_valor: valor }) => valor },
}

/** As the list says it. */
const MOVIMIENTO: Readonly<Record<keyof typeof COLUMNAS_MOVIMIENTO, ColumnaExportada<Movimiento>>> = {
  fecha: { tipo: 'fecha', valor: ({ fecha }) => fecha },
  tipo: { ancho: 16, valor: ({ tipo }) => TIPO_MOVIMIENTO_LABEL[tipo] },
  concepto: { ancho: 28, valor: conceptoMovimientoText },
  bodega: { ancho: 32, valor: ({ bodega, bodega_destino: destino }) => (destino ? `${bodega.name} → ${destino.name}` : bodega.name) },
  documento: { ancho: 20, valor: ({ documento, referencia }) => documento?.numero ?? referencia },
  lineas: { tipo: 'numero', valor: ({ lineas }) => lineas },
  estado: { ancho: 14, valor: ({ estado }) => ESTADO_MOVIMIENTO_LABEL[estado] },
  usuario: { valor: ({ usuario }) => usuario },
}

export function registerMovimiento(router: Router, deps: Deps): void {
  const { clock } = deps
  const venden = { roles: VENDEN }
  const mueven = { ...venden, right: 'inventario:mover' } as const
  const autorOf = (session: SesionAbierta): movimiento.Autor => ({
    empresaId: session.empresaId,
    ambiente: session.ambiente,
    usuarioId: session.usuarioId,
    en: clock.now(),
    veCosto: mayDo(session, 'producto:ver_costo'),
  })

  router.on(searchMovimiento, venden, ({ tx, session, query }) => searchMovimientos(tx, session, query))
  exportLista(router, deps, {
    endpoint: exportMovimiento,
    ...venden,
    nombre: 'Movimientos',
    headers: COLUMNAS_MOVIMIENTO,
    columnas: MOVIMIENTO,
    next: (tx, session, query, desde) => nextMovimientos(tx, session, query, desde),
    accion: 'movimiento.exportar',
    anota: recordAuditoria,
  })
  router.on(readMovimiento, venden, ({ tx, session, params }) => movimiento.read(tx, autorOf(session), params.id))
  router.on(createMovimiento, mueven, ({ tx, session, body, request }) =>
    movimiento.create(tx, autorOf(session), requireIdempotencyKey(request), body),
  )
  router.on(reviewConteo, mueven, ({ tx, session, body }) => conteo.review(tx, autorOf(session), body))
  router.on(receiveMovimiento, mueven, ({ tx, session, params }) => movimiento.receive(tx, autorOf(session), params.id))
  router.on(searchKardex, venden, ({ tx, session, params, query }) => kardex.search(tx, autorOf(session), params.id, query))
  exportLista(router, deps, {
    endpoint: exportKardex,
    ...venden,
    nombre: 'Kardex',
    headers: COLUMNAS_KARDEX,
    columnas: KARDEX,
    next: (tx, session, query, desde) => kardex.nextKardex(tx, autorOf(session), query, desde),
    accion: 'movimiento.exportar_kardex',
    anota: recordAuditoria,
  })
  router.on(searchExistencia, venden, ({ tx, session, query }) => kardex.searchExistencias(tx, autorOf(session), query))
  exportLista(router, deps, {
    endpoint: exportExistencia,
    ...venden,
    nombre: 'Existencias',
    headers: COLUMNAS_EXISTENCIA,
    columnas: EXISTENCIA,
    next: (tx, session, query, desde) => kardex.nextExistencias(tx, autorOf(session), query, desde),
    accion: 'movimiento.exportar_existencias',
    anota: recordAuditoria,
  })
  router.on(readExistencia, venden, ({ tx, session, params, query }) => kardex.existencia(tx, autorOf(session), params.id, query.fecha))

  router.on(readMetodoCosto, venden, ({ tx, empresaId }) => metodo.read(tx, empresaId, fechaIn(clock.now())))
  router.on(changeMetodoCosto, { roles: ADMINISTRAN, right: 'empresa:editar' }, ({ tx, session, body }) =>
    metodo.change(tx, autorOf(session), body),
  )
}
