import type { DocumentoDefecto, Listing } from '@yupana/contract'
import { IMPUESTO_RETENIDO, sinFila103, type Fecha } from '@yupana/fiscal'

import type { Tx } from '../../db/transaction.ts'
import { errors } from '../../errors.ts'
import { hallados } from './defectos.sql.ts'
import type { Cual } from './declaracion.sql.ts'
import { listHallados } from './detalle.sql.ts'
import { sumRetenciones, type GrupoRetencion } from './sumas.sql.ts'

/** Codes of renta that form 103 has no row for. */
export const codigosSinFila = (retenciones: readonly GrupoRetencion[], hasta: Fecha): string[] =>
  sinFila103(
    retenciones.filter(({ impuesto }) => impuesto === IMPUESTO_RETENIDO.RENTA),
    hasta,
  )

/** The documents that a defect counts. @throws 404 for a code that counts none */
export async function listDefecto(
  tx: Tx,
  cual: Cual,
  codigo: string,
  pagina: { page: number; size: number },
): Promise<Listing<DocumentoDefecto>> {
  const ambito = { ...cual, ...cual.periodo }
  const codigos = codigo === 'sin_fila' ? codigosSinFila(await sumRetenciones(tx, ambito), cual.periodo.hasta) : []
  const found = hallados(ambito, codigo, codigos)
  if (!found) throw errors.notFound()
  return listHallados(tx, ambito, found, pagina)
}
