import type { DocumentoCasillero, Listing } from '@yupana/contract'
import { addDays, addMonths, type Fecha } from '@yupana/fiscal'

import type { Tx } from '../../db/transaction.ts'
import { cualDe, findListas, forgetCompras, guardadas, lockCompras, saveLista, type Lista } from './casillero-guardado.sql.ts'
import { mesesDe, type Cual as CualForma } from './declaracion.sql.ts'
import { listCompras, listPaged, listVentas, type Pagina } from './detalle.sql.ts'
import { isAsentado, readMesesGuardados } from './venta-mes.service.ts'
import { lockVentas } from './venta-mes.sql.ts'

type Cual = Omit<CualForma, 'formulario'>

/** Makes this transaction the only one to keep lists of the company. Answers whether it may keep lists of all these months. */
async function lockMeses(tx: Tx, cual: Cual, lado: Lista['lado'], hoy: Fecha, meses: readonly Fecha[]): Promise<boolean> {
  if (!meses.every((mes) => isAsentado(mes, hoy))) return false
  const { taken, mes: current } = lado === 'compras' ? await lockCompras(tx, cual) : await lockVentas(tx, cual)
  if (!taken || meses.some((mes) => mes >= current)) return false
  if (lado === 'compras') await forgetCompras(tx, cual)
  return lado === 'compras' || (await readMesesGuardados(tx, cual, meses, hoy)).size === meses.length
}

/** Months of the period whose lists are kept; missing lists are made now. */
async function keepListas(tx: Tx, cual: Cual, hoy: Fecha, lista: Lista, huella: Buffer): Promise<string[] | undefined> {
  const meses = mesesDe(cual.periodo)
  // Purchases are shown by their day and kept by the month of their booking: of several months the two orders differ.
  if (lista.lado === 'compras' && meses.length > 1) return undefined
  const known = await findListas(tx, cual, lista, huella, meses)
  if (known.size === meses.length) return meses
  const lacking = meses.filter((mes) => !known.has(mes))
  if (!(await lockMeses(tx, cual, lista.lado, hoy, lacking))) return undefined
  // Lists that another request kept a moment ago.
  const found = await findListas(tx, cual, lista, huella, lacking)
  for (const mes of lacking.filter((one) => !found.has(one)))
    await saveLista(tx, cual, lista, huella, { mes, hasta: addDays(addMonths(mes, 1), -1) })
  return meses
}

/** Documents of these groups; those of settled months from the kept lists. */
export async function listGrupos(tx: Tx, cual: Cual, hoy: Fecha, lista: Lista, pagina: Pagina): Promise<Listing<DocumentoCasillero>> {
  const ambito = { ...cual, ...cual.periodo }
  const huella = cualDe(tx, cual, lista)
  const meses = await keepListas(tx, cual, hoy, lista, huella)
  if (meses) {
    const page = await listPaged(tx, ambito, guardadas(cual, lista, huella, meses, pagina), pagina)
    // An empty page is one past the end, or that of a list gone meanwhile.
    if (page.content.length > 0 || (await findListas(tx, cual, lista, huella, meses)).size === meses.length) return page
  }
  return lista.lado === 'ventas'
    ? listVentas(tx, ambito, lista.grupos, lista.columna, pagina)
    : listCompras(tx, ambito, lista.grupos, lista.columna, pagina)
}
