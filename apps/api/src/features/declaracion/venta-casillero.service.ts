import type { DocumentoCasillero, Listing } from '@yupana/contract'
import { addDays, addMonths, type Fecha } from '@yupana/fiscal'

import type { Tx } from '../../db/transaction.ts'
import { mesesDe, type Cual as CualForma } from './declaracion.sql.ts'
import { listVentas, listed, type Pagina } from './detalle.sql.ts'
import { cualDe, findListas, guardadas, saveLista, type Lista } from './venta-casillero.sql.ts'
import { readMesesGuardados } from './venta-mes.service.ts'
import { lockVentasMes } from './venta-mes.sql.ts'

type Cual = Omit<CualForma, 'formulario'>

/** The months of the period where the list of each is kept: what lacks is listed now, of months that are kept and not being changed. */
async function keepListas(tx: Tx, cual: Cual, hoy: Fecha, lista: Lista, clave: Buffer): Promise<string[] | undefined> {
  const meses = mesesDe(cual.periodo)
  const known = await findListas(tx, cual, clave, meses)
  const lacking = meses.filter((mes) => !known.has(mes))
  if (lacking.length === 0) return meses
  // First the lock: what is kept of a month that is being changed is about to go, and its lists with it.
  const locked = await lockVentasMes(tx, cual, lacking)
  if (locked.size < lacking.length) return undefined
  const kept = await readMesesGuardados(tx, cual, lacking, hoy)
  if (kept.size < lacking.length) return undefined
  for (const mes of lacking) await saveLista(tx, cual, clave, { ...lista, mes, hasta: addDays(addMonths(mes, 1), -1) })
  return meses
}

/** Documents of these groups of sales: of settled months as they are kept. */
export async function listVentasDe(
  tx: Tx,
  cual: Cual,
  hoy: Fecha,
  { grupos, columna }: Lista,
  pagina: Pagina,
): Promise<Listing<DocumentoCasillero>> {
  const ambito = { ...cual, ...cual.periodo }
  const clave = cualDe(tx, cual, { grupos, columna })
  const meses = await keepListas(tx, cual, hoy, { grupos, columna }, clave)
  if (meses) {
    const page = await listed(tx, ambito, guardadas(cual, clave, meses), pagina)
    // One that a change took away meanwhile may be missing in the page.
    if ((await findListas(tx, cual, clave, meses)).size === meses.length) return page
  }
  return listVentas(tx, ambito, grupos, columna, pagina)
}
