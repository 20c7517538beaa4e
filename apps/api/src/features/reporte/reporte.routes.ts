import { archivosReporte, exportReporte, readReporte, startArchivos, startReporte } from '@yupana/contract'

import { inEmpresa, type Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { sendFile } from '../../http/exportacion.ts'
import type { Router } from '../../http/route.ts'
import { zipOf } from '../../http/zip-stream.ts'
import { Fila, FILA_CALCULO_EMPRESA } from '../../plugins/limites/fila.ts'
import { LIMITES } from '../../plugins/limites/limites.ts'
import { VENDEN } from '../../plugins/sesion/roles.ts'
import type { SesionAbierta } from '../../plugins/sesion/session.ts'
import { recordAuditoria } from '../auditoria/auditoria.door.ts'
import { start, type TrabajoNuevo } from '../trabajo/trabajo.door.ts'
import { archivoDeReporte } from './reporte-archivo.service.ts'
import { archivosDe } from './reporte-archivos.service.ts'
import { archivosGrandes, reporteGrande } from './reporte-trabajo.service.ts'
import * as reporte from './reporte.service.ts'

export function registerReporte(router: Router, deps: Deps): void {
  // A company reads a few reports at once: a turn lasts for the reading only, however slow the download.
  const lecturas = new Fila(FILA_CALCULO_EMPRESA)
  router.on(readReporte, { roles: VENDEN }, ({ tx, session, query }) => {
    reporte.requireRight(session, query.reporte)
    return reporte.read(tx, session, query)
  })
  router.onSession(exportReporte, { roles: VENDEN, limite: LIMITES.exportacion }, async ({ session, query, reply }) => {
    const { empresaId, usuarioId } = session
    reporte.requireRight(session, query.reporte)
    const during = <T>(work: (tx: Tx) => Promise<T>) => lecturas.during(empresaId, () => inEmpresa(deps.db, empresaId, work))
    const { mime, nombre, contenido } = await archivoDeReporte(deps, session, query, during)
    const hecho = { empresaId, usuarioId, en: deps.clock.now(), accion: 'reporte.exportar', detalle: query }
    await inEmpresa(deps.db, empresaId, (tx) => recordAuditoria(tx, hecho))
    return sendFile(reply, mime, nombre, contenido)
  })
  router.onSession(archivosReporte, { roles: VENDEN, limite: LIMITES.exportacion }, async ({ session, query, reply }) => {
    const { empresaId, usuarioId } = session
    const { archivos } = await archivosDe(deps, session, query)
    await inEmpresa(deps.db, empresaId, (tx) =>
      recordAuditoria(tx, { empresaId, usuarioId, en: deps.clock.now(), accion: 'reporte.archivos', detalle: query }),
    )
    return sendFile(reply, 'application/zip', `comprobantes-${query.desde}-${query.hasta}.zip`, zipOf(archivos))
  })
  registerGrandes(router, deps)
}

/** Reports that are too large to wait for. */
function registerGrandes(router: Router, deps: Deps): void {
  const begin = async (tx: Tx, session: SesionAbierta, nuevo: TrabajoNuevo | undefined) => ({
    trabajo: nuevo ? await start(deps, tx, session, nuevo) : null,
  })
  router.on(startReporte, { roles: VENDEN, soporte: 'abierta' }, async ({ tx, session, body }) =>
    begin(tx, session, await reporteGrande(tx, session, body)),
  )
  router.on(startArchivos, { roles: VENDEN, soporte: 'abierta' }, async ({ tx, session, body }) =>
    begin(tx, session, await archivosGrandes(deps, tx, session, body)),
  )
}
