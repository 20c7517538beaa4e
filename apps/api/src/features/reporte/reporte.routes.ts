import { archivosReporte, columnasDe, exportReporte, readReporte, REPORTES, type FilaReporte, type TipoColumna } from '@yupana/contract'
import { fechaIn } from '@yupana/fiscal'

import { inEmpresa } from '../../db/transaction.ts'
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
  // Of one company's files a few pages are read at once: a turn lasts for a page, however slowly its file is taken.
  const paginas = new Fila(FILA_CALCULO_EMPRESA)
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
      const read = (desde: number) =>
        paginas.during(empresaId, () => inEmpresa(deps.db, empresaId, (tx) => reporte.readTramo(tx, session, consulta, desde)))
      const first = await read(0)
      await inEmpresa(deps.db, empresaId, (tx) =>
        recordAuditoria(tx, { empresaId, usuarioId, en: deps.clock.now(), accion: 'reporte.exportar', detalle: { formato, ...consulta } }),
      )
      async function* filas(): AsyncGenerator<FilaReporte> {
        let tramo = first
        for (let desde = 0; ; tramo = await read(desde)) {
          yield* tramo
          desde += tramo.length
          if (tramo.length < reporte.TRAMO) return
        }
      }
      const nombre = `reporte-${consulta.reporte}-${consulta.desde}-${consulta.hasta}`
      if (formato === 'pdf') {
        const { totales } = await inEmpresa(deps.db, empresaId, (tx) => reporte.read(tx, session, { ...consulta, page: 0, size: 1 }))
        const impreso = reporteImpreso({ quien: session, consulta, filas: first, totales, hoy: fechaIn(deps.clock.now()) })
        return sendPdf(reply, `${nombre}.pdf`, await deps.imprenta.informe(empresaId, impreso, { producto: PRODUCTO }))
      }
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
