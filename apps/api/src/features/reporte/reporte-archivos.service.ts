import { MAX_ARCHIVOS_PERIODO } from '@yupana/contract'
import { nombreComprobante } from '@yupana/fiscal'

import { inEmpresa } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import type { ArchivoZip } from '../../http/zip-stream.ts'
import type { SesionAbierta } from '../../plugins/sesion/session.ts'
import { archivosZip } from '../comprobante/lectura/lectura.door.ts'
import * as sql from './reporte-archivos.sql.ts'

/** Received documents of one read. */
const TRAMO = 50

export interface ArchivosDelPeriodo {
  emitidos: number
  recibidos: number
  archivos: AsyncIterable<ArchivoZip>
}

/**
 * XML and RIDE of a period's authorised documents and the XML of what was received, each read when its turn comes.
 * @throws 422 for a period of more than one ZIP holds
 */
export async function archivosDe(
  deps: Deps,
  { empresaId, ambiente }: Pick<SesionAbierta, 'empresaId' | 'ambiente'>,
  dias: { desde: string; hasta: string },
): Promise<ArchivosDelPeriodo> {
  const periodo = { empresaId, ambiente, ...dias }
  const [emitidos, recibidos] = await inEmpresa(deps.db, empresaId, async (tx) => [
    await sql.listAutorizados(tx, periodo, MAX_ARCHIVOS_PERIODO + 1),
    await sql.listRecibidos(tx, periodo, MAX_ARCHIVOS_PERIODO + 1),
  ])
  if (emitidos.length + recibidos.length > MAX_ARCHIVOS_PERIODO)
    throw errors.field(
      'REPORTE_LARGO',
      'hasta',
      `Un ZIP lleva hasta ${MAX_ARCHIVOS_PERIODO} comprobantes y este período tiene más: pida menos días.`,
    )
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
