import {
  abrirCaja,
  cerrarCaja,
  COLUMNAS_CAJA,
  downloadCaja,
  exportCaja,
  moverCaja,
  readCaja,
  readContextoCaja,
  searchCaja,
  searchDineroCaja,
  type CajaFila,
} from '@yupana/contract'

import { inEmpresa } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { exportLista, type ColumnaExportada } from '../../http/exportacion.ts'
import type { Router } from '../../http/route.ts'
import { PRODUCTO } from '../../instalacion/version.ts'
import { VENDEN } from '../../plugins/sesion/roles.ts'
import { recordAuditoria } from '../auditoria/auditoria.door.ts'
import { requireIdempotencyKey } from '../idempotencia/idempotencia.door.ts'
import { readArqueo } from './arqueo.service.ts'
import * as caja from './caja.service.ts'
import { nextCajas, searchCajas, searchDinero } from './caja.sql.ts'

const COLUMNAS: Readonly<Record<keyof typeof COLUMNAS_CAJA, ColumnaExportada<CajaFila>>> = {
  numero: { valor: ({ numero }) => numero },
  cajero: { ancho: 32, valor: ({ cajero }) => cajero },
  punto: { valor: ({ punto }) => punto },
  abierta_en: { tipo: 'momento', valor: (one) => one.abierta_en },
  cerrada_en: { tipo: 'momento', valor: (one) => one.cerrada_en },
  cerrada_por: { ancho: 32, valor: (one) => one.cerrada_por },
  apertura: { tipo: 'monto', valor: ({ apertura }) => apertura },
  esperado: { tipo: 'monto', valor: ({ esperado }) => esperado },
  contado: { tipo: 'monto', valor: ({ contado }) => contado },
  diferencia: { tipo: 'monto', valor: ({ diferencia }) => diferencia },
  nota: { ancho: 40, valor: ({ nota }) => nota },
}

export function registerCaja(router: Router, deps: Deps): void {
  const ven = { roles: VENDEN }
  const llevan = { ...ven, right: 'caja:abrir' } as const

  router.on(searchCaja, ven, ({ tx, session, query }) => searchCajas(tx, caja.ambitoDe(session), query))
  router.on(readContextoCaja, ven, ({ tx, session }) => caja.contexto(deps, tx, session))
  router.on(readCaja, ven, ({ tx, session, params }) => caja.read(tx, session, params.id))
  router.on(searchDineroCaja, ven, async ({ tx, session, params, query }) => {
    await caja.requireSuya(tx, session, params.id)
    return searchDinero(tx, session.empresaId, params.id, query)
  })
  router.on(abrirCaja, llevan, ({ tx, session, body, request }) => caja.open(deps, tx, session, requireIdempotencyKey(request), body))
  router.on(moverCaja, llevan, ({ tx, session, params: { id }, body, request }) =>
    caja.move(deps, tx, session, { id, idempotencyKey: requireIdempotencyKey(request) }, body),
  )
  router.on(cerrarCaja, llevan, ({ tx, session, params: { id }, body, request }) =>
    caja.close(deps, tx, session, { id, idempotencyKey: requireIdempotencyKey(request) }, body),
  )
  exportLista(router, deps, {
    endpoint: exportCaja,
    ...ven,
    nombre: 'Cajas',
    headers: COLUMNAS_CAJA,
    columnas: COLUMNAS,
    next: (tx, session, query, desde) => nextCajas(tx, caja.ambitoDe(session), query, desde),
    accion: 'caja.exportar',
    anota: recordAuditoria,
  })
  // Drawn outside the transaction: a printed form never holds a connection.
  router.onSession(downloadCaja, ven, async ({ empresaId, session, params, reply }) => {
    const arqueo = await inEmpresa(deps.db, empresaId, (tx) => readArqueo(deps, tx, session, params.id))
    const pdf = await deps.imprenta.informe(empresaId, arqueo, { producto: PRODUCTO })
    return reply
      .type('application/pdf')
      .header('content-disposition', `inline; filename="arqueo-${params.id.slice(0, 8)}.pdf"`)
      .send(Buffer.from(pdf))
  })
}
