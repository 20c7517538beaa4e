import { DERECHO_REPORTE, MAX_ARCHIVOS_TRABAJO, type PedidoArchivos, type PedidoReporte, type PedidoTrabajo } from '@yupana/contract'

import { inEmpresa, type Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import type { ArchivoZip } from '../../http/zip-stream.ts'
import { zipOf } from '../../http/zip-stream.ts'
import type { SesionAbierta } from '../../plugins/sesion/session.ts'
import type { TipoDeTrabajo, TrabajoNuevo } from '../trabajo/trabajo.door.ts'
import { archivoDeReporte, nombreDeReporte } from './reporte-archivo.service.ts'
import { archivosDe, countArchivos } from './reporte-archivos.service.ts'
import { requirePrintable } from './reporte-impreso.ts'
import * as reporte from './reporte.service.ts'
import { readQuien } from './reporte.sql.ts'

/** Most rows that are sent at once; a worker makes larger reports. A printed row costs more than one of a sheet. */
const AL_MOMENTO = { filas: 5_000, filasPdf: 500 } as const

/** The job for this ZIP; undefined when it is small. @throws 422 for more than one ZIP holds */
export async function archivosGrandes(
  { config }: Pick<Deps, 'config'>,
  tx: Tx,
  session: SesionAbierta,
  pedido: PedidoArchivos,
): Promise<TrabajoNuevo | undefined> {
  const total = await countArchivos(tx, session, pedido)
  if (total <= config.zipAlMomento) return undefined
  return { tipo: 'ARCHIVOS', pedido, archivo: `comprobantes-${pedido.desde}-${pedido.hasta}.zip`, total, accion: 'reporte.archivos' }
}

/** The job for this report; undefined when it is small. @throws 403, 422 for more rows than a print admits */
export async function reporteGrande(tx: Tx, session: SesionAbierta, pedido: PedidoReporte): Promise<TrabajoNuevo | undefined> {
  reporte.requireRight(session, pedido.reporte)
  const { formato, ...consulta } = pedido
  const total = await reporte.countFilas(tx, session, consulta)
  if (formato === 'pdf') requirePrintable(total)
  if (total <= (formato === 'pdf' ? AL_MOMENTO.filasPdf : AL_MOMENTO.filas)) return undefined
  return {
    tipo: 'REPORTE',
    pedido,
    derecho: DERECHO_REPORTE[pedido.reporte],
    archivo: `${nombreDeReporte(pedido)}.${formato}`,
    total,
    accion: 'reporte.exportar',
  }
}

export const trabajoArchivos: TipoDeTrabajo = {
  id: 'ARCHIVOS',
  make: async (deps, { empresaId, ambiente, pedido: { desde, hasta } }, tell) => {
    const { archivos } = await archivosDe(deps, { empresaId, ambiente }, { desde, hasta }, MAX_ARCHIVOS_TRABAJO)
    return { mime: 'application/zip', contenido: zipOf(counted(archivos, tell)) }
  },
}

/** Reports a document as done once its XML, the last of its files, is packed. */
async function* counted(archivos: AsyncIterable<ArchivoZip>, tell: (hechos: number) => void): AsyncGenerator<ArchivoZip> {
  let hechos = 0
  for await (const archivo of archivos) {
    yield archivo
    if (archivo.nombre.endsWith('.xml')) tell(++hechos)
  }
}

const isReporte = (pedido: PedidoTrabajo): pedido is PedidoReporte => pedido.reporte !== undefined && pedido.formato !== undefined

export const trabajoReporte: TipoDeTrabajo = {
  id: 'REPORTE',
  make: async (deps, { empresaId, ambiente, pedido }, tell) => {
    if (!isReporte(pedido)) throw new Error('a report without its name')
    const during = <T>(work: (tx: Tx) => Promise<T>) => inEmpresa(deps.db, empresaId, work)
    const quien = { empresaId, ambiente, ...(await during((tx) => readQuien(tx, empresaId))) }
    let hechos = 0
    return archivoDeReporte(deps, quien, pedido, during, () => tell(++hechos))
  },
}
