import type { DocumentoCasillero, Listing } from '@yupana/contract'
import { addDays, addMonths, type Fecha } from '@yupana/fiscal'

import type { Tx } from '../../db/transaction.ts'
import { cualDe, findListas, forgetCompras, guardadas, lockCompras, saveLista, type Lista } from './casillero-guardado.sql.ts'
import { mesesDe, type Cual as CualForma } from './declaracion.sql.ts'
import { listCompras, listPaged, listVentas, type Pagina } from './detalle.sql.ts'
import { isAsentado, readMesesGuardados } from './venta-mes.service.ts'
import { lockVentasMes } from './venta-mes.sql.ts'

type Cual = Omit<CualForma, 'formulario'>

/** Locks these months. Answers whether all are settled and locked: a list read now then holds until a document changes. */
async function lockMeses(tx: Tx, cual: Cual, lado: Lista['lado'], hoy: Fecha, meses: readonly Fecha[]): Promise<boolean> {
  if (lado === 'compras') {
    if (!meses.every((mes) => isAsentado(mes, hoy))) return false
    const { taken, mes: current } = await lockCompras(tx, cual)
    if (!taken || meses.some((mes) => mes >= current)) return false
    await forgetCompras(tx, cual)
    return true
  }
  // The lock comes first: the kept lists of a month under change are about to go.
  const locked = await lockVentasMes(tx, cual, meses)
  return locked.size === meses.length && (await readMesesGuardados(tx, cual, meses, hoy)).size === meses.length
}

/** Months of the period whose lists are kept; missing lists are made now. */
async function keepListas(tx: Tx, cual: Cual, hoy: Fecha, lista: Lista, clave: Buffer): Promise<string[] | undefined> {
  const meses = mesesDe(cual.periodo)
  // Purchases are shown by their day and kept by the month of their booking: of several months the two orders differ.
  if (lista.lado === 'compras' && meses.length > 1) return undefined
  const known = await findListas(tx, cual, lista, clave, meses)
  if (known.size === meses.length) return meses
  const lacking = meses.filter((mes) => !known.has(mes))
  if (!(await lockMeses(tx, cual, lista.lado, hoy, lacking))) return undefined
  // Lists that another request kept a moment ago.
  const found = await findListas(tx, cual, lista, clave, lacking)
  for (const mes of lacking.filter((one) => !found.has(one)))
    await saveLista(tx, cual, lista, clave, { mes, hasta: addDays(addMonths(mes, 1), -1) })
  return meses
}

/** Documents of these groups; those of settled months from the kept lists. */
export async function listGrupos(tx: Tx, cual: Cual, hoy: Fecha, lista: Lista, pagina: Pagina): Promise<Listing<DocumentoCasillero>> {
  const ambito = { ...cual, ...cual.periodo }
  const clave = cualDe(tx, cual, lista)
  const meses = await keepListas(tx, cual, hoy, lista, clave)
  if (meses) {
    const page = await listPaged(tx, ambito, guardadas(cual, lista, clave, meses, pagina), pagina)
    // An empty page is one past the end, or that of a list gone meanwhile.
    if (page.content.length > 0 || (await findListas(tx, cual, lista, clave, meses)).size === meses.length) return page
  }
  return lista.lado === 'ventas'
    ? listVentas(tx, ambito, lista.grupos, lista.columna, pagina)
    : listCompras(tx, ambito, lista.grupos, lista.columna, pagina)
}
