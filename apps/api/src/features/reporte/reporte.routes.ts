import { archivosReporte, columnasDe, exportReporte, readReporte, REPORTES, type FilaReporte, type TipoColumna } from '@yupana/contract'
import { fechaIn } from '@yupana/fiscal'

import { inEmpresa, type Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { sendFile, sendPdf, sendTabla } from '../../http/exportacion.ts'
import type { Router } from '../../http/route.ts'
import type { TipoCelda } from '../../http/xlsx.ts'
import { zipOf } from '../../http/zip-stream.ts'
import { PRODUCTO } from '../../instalacion/version.ts'
import { Fila, FILA_CALCULO_EMPRESA } from '../../plugins/limites/fila.ts'
import { LIMITES } from '../../plugins/limites/limites.ts'
import { VENDEN } from '../../plugins/sesion/roles.ts'
import { recordAuditoria } from '../auditoria/auditoria.door.ts'
import { archivosDe } from './reporte-archivos.service.ts'
import { reporteImpreso } from './reporte-impreso.ts'
import * as reporte from './reporte.service.ts'

const CELDA: Readonly<Record<TipoColumna, TipoCelda>> = {
  texto: 'texto',
  fecha: 'fecha',
  comprobante: 'texto',
  numero: 'numero',
  cantidad: 'monto',
  monto: 'monto',
}

export function registerReporte(router: Router, deps: Deps): void {
  // Of one company a few reports are read at once: a turn lasts for the reading, however slowly its file is taken.
  const lecturas = new Fila(FILA_CALCULO_EMPRESA)
  router.on(readReporte, { roles: VENDEN }, ({ tx, session, query }) => {
    reporte.requireRight(session, query.reporte)
    return reporte.read(tx, session, query)
  })
  router.onSession(
    exportReporte,
    { roles: VENDEN, limite: LIMITES.exportacion },
    async ({ session, query: { formato, ...consulta }, reply }) => {
      const { empresaId, usuarioId } = session
      reporte.requireRight(session, consulta.reporte)
      const during = <T>(work: (tx: Tx) => Promise<T>) => lecturas.during(empresaId, () => inEmpresa(deps.db, empresaId, work))
      const note = (tx: Tx) =>
        recordAuditoria(tx, { empresaId, usuarioId, en: deps.clock.now(), accion: 'reporte.exportar', detalle: { formato, ...consulta } })
      const nombre = `reporte-${consulta.reporte}-${consulta.desde}-${consulta.hasta}`
      if (formato === 'pdf') {
        const { content, totales } = await during((tx) => reporte.readImprimible(tx, session, consulta))
        await inEmpresa(deps.db, empresaId, note)
        const impreso = reporteImpreso({ quien: session, consulta, filas: content, totales, hoy: fechaIn(deps.clock.now()) })
        return sendPdf(reply, `${nombre}.pdf`, await deps.imprenta.informe(empresaId, impreso, { producto: PRODUCTO }))
      }
      const filas = await during((tx) => reporte.readFilas(tx, session, consulta))
      await inEmpresa(deps.db, empresaId, note)
      const columnas = columnasDe(consulta.reporte).map(({ header, tipo }, at) => ({
        header,
        tipo: CELDA[tipo],
        valor: ({ celdas }: FilaReporte) => celdas[at] ?? null,
      }))
      return sendTabla(reply, { nombre, hoja: REPORTES[consulta.reporte].nombre, formato, columnas, filas: filas() })
    },
  )
  router.onSession(archivosReporte, { roles: VENDEN, limite: LIMITES.exportacion }, async ({ session, query, reply }) => {
    const { empresaId, usuarioId } = session
    const { archivos } = await archivosDe(deps, session, query)
    await inEmpresa(deps.db, empresaId, (tx) =>
      recordAuditoria(tx, { empresaId, usuarioId, en: deps.clock.now(), accion: 'reporte.archivos', detalle: query }),
    )
    return sendFile(reply, 'application/zip', `comprobantes-${query.desde}-${query.hasta}.zip`, zipOf(archivos))
  })
}
