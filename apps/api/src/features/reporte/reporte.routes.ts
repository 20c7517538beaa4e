import { columnasDe, exportReporte, readReporte, REPORTES, type FilaReporte, type TipoColumna } from '@yupana/contract'

import { inEmpresa } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { sendTabla } from '../../http/exportacion.ts'
import type { Router } from '../../http/route.ts'
import type { TipoCelda } from '../../http/xlsx.ts'
import { LIMITES } from '../../plugins/limites.ts'
import { VENDEN } from '../../plugins/roles.ts'
import { recordAuditoria } from '../auditoria/auditoria.door.ts'
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
  router.on(readReporte, { roles: VENDEN }, ({ tx, session, query }) => reporte.read(tx, session, query))
  router.onSession(
    exportReporte,
    { roles: VENDEN, limite: LIMITES.exportacion },
    async ({ session, query: { formato, ...consulta }, reply }) => {
      const { empresaId, usuarioId } = session
      const read = (desde: number) => inEmpresa(deps.db, empresaId, (tx) => reporte.readTramo(tx, session, consulta, desde))
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
      const columnas = columnasDe(consulta.reporte).map(({ header, tipo }, at) => ({
        header,
        tipo: CELDA[tipo],
        valor: ({ celdas }: FilaReporte) => celdas[at] ?? null,
      }))
      const nombre = `reporte-${consulta.reporte}-${consulta.desde}-${consulta.hasta}`
      return sendTabla(reply, { nombre, hoja: REPORTES[consulta.reporte].nombre, formato, columnas, filas: filas() })
    },
  )
}
