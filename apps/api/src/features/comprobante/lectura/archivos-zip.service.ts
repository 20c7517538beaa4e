import { nombreComprobante } from '@yupana/fiscal'

import type { EmpresaId } from '../../../db/empresa-id.ts'
import { inEmpresa } from '../../../db/transaction.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../errors.ts'
import { csvHead, csvLine } from '../../../http/csv.ts'
import type { ArchivoZip } from '../../../http/zip-stream.ts'
import { readVendedores } from '../identidad/identidad.door.ts'
import type { ArchivosDocumento } from './detalle.sql.ts'
import { downloadableRide, requireArchivos, xmlFile } from './ride.service.ts'

type Ficheros = ArchivosDocumento & { vendedor: string | undefined }

const readOne = (deps: Deps, empresaId: EmpresaId, id: string): Promise<Ficheros> =>
  inEmpresa(deps.db, empresaId, async (tx) => {
    const archivos = await requireArchivos(tx, empresaId, id)
    return { ...archivos, vendedor: archivos.vendedor_id === null ? undefined : (await readVendedores(tx)).get(archivos.vendedor_id) }
  })

/** «Factura 001-001-000000123» */
const nombreOf = ({ tipo, numero }: Ficheros) => `${nombreComprobante(tipo)} ${numero}`

/**
 * RIDE and XML of each document, read and drawn one at a time: no connection is held while a file is written. A file that cannot be had
 * does not stop the others; the last file, `resultado.csv`, names it.
 */
export async function* archivosZip(deps: Deps, empresaId: EmpresaId, ids: readonly string[]): AsyncGenerator<ArchivoZip> {
  let resultado = csvHead(['Comprobante', 'RIDE', 'XML', 'Motivo'])
  for (const id of new Set(ids)) {
    let nombre = id
    try {
      const archivos = await readOne(deps, empresaId, id)
      nombre = nombreOf(archivos)
      const pdf = await downloadableRide(deps, empresaId, { id, archivos, vendedor: archivos.vendedor }, 'A4')
      yield { nombre: `${nombre}.pdf`, partes: [pdf] }
      yield { nombre: `${nombre}.xml`, partes: [xmlFile(archivos)] }
      resultado += csvLine([nombre, 'Sí', 'Sí', ''])
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      resultado += csvLine([nombre, 'No', 'No', error.message])
    }
  }
  yield { nombre: 'resultado.csv', partes: [resultado] }
}
