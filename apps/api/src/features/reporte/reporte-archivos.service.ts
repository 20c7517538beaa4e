import { MAX_ARCHIVOS_PERIODO, MAX_ARCHIVOS_TRABAJO } from '@yupana/contract'
import { nombreComprobante } from '@yupana/fiscal'

import { inEmpresa, type Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import type { ArchivoZip } from '../../http/zip-stream.ts'
import { archivosZip } from '../comprobante/lectura/lectura.door.ts'
import type { Lugar } from './reporte.service.ts'
import * as sql from './reporte-archivos.sql.ts'

/** Received documents in one read. */
const TRAMO = 50

export interface ArchivosDelPeriodo {
  emitidos: number
  recibidos: number
  archivos: AsyncIterable<ArchivoZip>
}

function requireRoom(comprobantes: number, max: number): void {
  if (comprobantes <= max) return
  throw errors.field('REPORTE_LARGO', 'hasta', `Un ZIP lleva hasta ${max} comprobantes y este período tiene más: pida menos días.`)
}

/** How many documents a period has. @throws 422 for more than a worker puts into one ZIP */
export async function countArchivos(tx: Tx, { empresaId, ambiente }: Lugar, dias: { desde: string; hasta: string }): Promise<number> {
  const cuantos = await sql.countDelPeriodo(tx, { empresaId, ambiente, ...dias })
  requireRoom(cuantos, MAX_ARCHIVOS_TRABAJO)
  return cuantos
}

/**
 * XML and RIDE of a period's authorised documents and the XML of received ones, each read when its turn comes. @throws 422 for a period of
 * more than one ZIP holds
 */
export async function archivosDe(
  deps: Deps,
  { empresaId, ambiente }: Lugar,
  dias: { desde: string; hasta: string },
  max = MAX_ARCHIVOS_PERIODO,
): Promise<ArchivosDelPeriodo> {
  const periodo = { empresaId, ambiente, ...dias }
  const [emitidos, recibidos] = await inEmpresa(deps.db, empresaId, async (tx) => [
    await sql.listAutorizados(tx, periodo, max + 1),
    await sql.listRecibidos(tx, periodo, max + 1),
  ])
  requireRoom(emitidos.length + recibidos.length, max)
  async function* archivos(): AsyncGenerator<ArchivoZip> {
    for (let from = 0; from < recibidos.length; from += TRAMO) {
      const ids = recibidos.slice(from, from + TRAMO)
      const filas = await inEmpresa(deps.db, empresaId, (tx) => sql.readRecibidos(tx, empresaId, ids))
      for (const { tipo, numero, emisor_ruc: ruc, xml } of filas)
        yield { nombre: `Recibidos/${nombreComprobante(tipo)} ${numero} de ${ruc}.xml`, partes: [xml] }
    }
    yield* archivosZip(deps, empresaId, emitidos)
  }
  return { emitidos: emitidos.length, recibidos: recibidos.length, archivos: archivos() }
}
