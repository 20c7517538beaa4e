import type { Tx } from '../../../db/transaction.ts'
import type { Problem } from '../../../errors.ts'
import { applyDocumento, type LineaMovida } from '../../movimiento/movimiento.door.ts'
import type { ContextoEmision, LineaGuardada } from '../armado/armado.door.ts'
import type { Preparado } from './preparado.ts'
import type { CualSerie } from '../identidad/identidad.door.ts'

/** The lines of a document that name a product. */
export const lineasMovidas = (lineas: readonly LineaGuardada[]): LineaMovida[] =>
  lineas.flatMap(({ producto_id: productoId, codigo, cantidad, base }, at) =>
    productoId === null ? [] : [{ n: at + 1, productoId: productoId.toLowerCase(), codigo: codigo ?? '', cantidad, base }],
  )

interface Escrito {
  id: string
  version: number
  serie: CualSerie
  usuarioId: string
  en: Date
  /** Whether the document was issued outside: its goods have left already, so a shortage only warns. */
  yaSalio?: boolean
}

/** Moves the goods of a document. Answers the warnings about them. @throws 422 where the company forbids a sale beyond its stock */
export const moveExistencias = (
  tx: Tx,
  { serie: { empresaId, ambiente, establecimiento }, ...escrito }: Escrito,
  { existencias }: Pick<Preparado, 'existencias'>,
  { inventariados, partes, bodega, stock_negativo: politica }: ContextoEmision,
): Promise<Problem[]> =>
  applyDocumento(tx, { ...escrito, empresaId, ambiente }, establecimiento, existencias, { inventariados, partes, bodega, politica })
