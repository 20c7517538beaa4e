import { HojaError, LIMITES_HOJA, lineOf, type FilaHoja, type LimitesHoja } from './hoja.ts'
import { leerCsv } from './leer-csv.ts'
import { leerXlsx } from './leer-xlsx.ts'

const ZIP = Buffer.from('PK')
/** The old format, and an .xlsx with a password. */
const OLE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0])

/** By what it is, not by its name. @throws HojaError */
function rowsOf(bytes: Buffer, { columnas }: LimitesHoja): Generator<FilaHoja> {
  const begins = (mark: Buffer) => bytes.subarray(0, mark.length).equals(mark)
  if (begins(OLE)) throw new HojaError('El archivo es de un Excel antiguo o tiene contraseña: guárdelo como .xlsx.')
  return begins(ZIP) ? leerXlsx(bytes, columnas) : leerCsv(bytes)
}

/**
 * The rows of an .xlsx or .csv that have something in them, as lines. Runs where it can be killed: what is read was written by strangers.
 * @throws HojaError with the reason for who sent it
 */
export function leerHoja(bytes: Buffer, limites: LimitesHoja = LIMITES_HOJA): Uint8Array {
  const lines: Buffer[] = []
  let characters = 0
  for (const fila of rowsOf(bytes, limites)) {
    if (fila.celdas.every((celda) => celda === '') && Object.keys(fila.marcas).length === 0) continue
    if (fila.celdas.length > limites.columnas) throw new HojaError(`El archivo tiene más de ${limites.columnas} columnas.`)
    characters += fila.celdas.reduce((sum, celda) => sum + celda.length, 0)
    if (characters > limites.caracteres) throw new HojaError('El archivo tiene demasiado texto.')
    if (lines.push(Buffer.from(lineOf(fila))) > limites.filas)
      throw new HojaError(`El archivo tiene más de ${(limites.filas - 1).toLocaleString('en-US')} filas: súbalo en partes.`)
  }
  if (lines.length === 0) throw new HojaError('El archivo está vacío.')
  return new Uint8Array(Buffer.concat(lines))
}
