import type { CotizacionForm, FacturaForm } from '@yupana/contract'
import {
  canFacturarCotizacion,
  isMismaVenta,
  parteOf,
  repartirVenta,
  subtract,
  sum,
  type Cantidad,
  type TomaCotizacion,
} from '@yupana/fiscal'

import type { Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { errors, type Problem } from '../../errors.ts'
import { mayDo, type SesionAbierta } from '../../plugins/sesion/session.ts'
import { recordAuditoria } from '../auditoria/auditoria.door.ts'
import { avisosInactivos, presentProductos } from '../comprobante/armado/armado.door.ts'
import { facturaOf } from './cotizacion-factura.ts'
import { requireCotizacion, withoutAbsent } from './cotizacion.service.ts'
import { lockForFactura, readTomado, releaseTomado, setTomado, type CotizacionEntera } from './cotizacion.sql.ts'

type Clocked = Pick<Deps, 'clock'>
type Linea = CotizacionForm['lineas'][number]

/** So many of a line, with their part of what it bears as a whole. */
function parteDe({ ice, irbpnr, ...linea }: Linea, cantidad: Cantidad): Linea {
  const todo = linea.cantidad
  if (cantidad === todo) return { ...linea, ...(ice && { ice }), ...(irbpnr && { irbpnr }) }
  const parte = <T extends { unidades?: Cantidad | undefined }>(one: T): T =>
    one.unidades === undefined ? one : { ...one, unidades: parteOf(one.unidades, cantidad, todo) }
  return {
    ...linea,
    cantidad,
    descuento: parteOf(linea.descuento, cantidad, todo),
    ...(ice && { ice: parte(ice) }),
    ...(irbpnr && { irbpnr: parte(irbpnr) }),
  }
}

/** So many of a line, and the rest of it: together they bear what the line did, to the cent. */
function partir(linea: Linea, pedida: Cantidad): { parte: Linea; resto: Linea } {
  const cantidad = Math.min(pedida, linea.cantidad)
  const parte = parteDe(linea, cantidad)
  const menos = <T extends { unidades?: Cantidad | undefined }>(one: T, other: T | undefined): T =>
    one.unidades === undefined ? one : { ...one, unidades: one.unidades - (other?.unidades ?? 0) }
  const resto = {
    ...linea,
    cantidad: linea.cantidad - cantidad,
    descuento: subtract(linea.descuento, parte.descuento),
    ...(linea.ice && { ice: menos(linea.ice, parte.ice) }),
    ...(linea.irbpnr && { irbpnr: menos(linea.irbpnr, parte.irbpnr) }),
  }
  return { parte, resto }
}

/** What parts taken one after the other leave of each line. */
const restosDe = (lineas: readonly Linea[], tomado: readonly TomaCotizacion[]): Linea[] =>
  lineas.map((linea, at) => tomado.reduce((resto, toma) => (toma.linea === at ? partir(resto, toma.cantidad).resto : resto), linea))

/** What a sale takes of a quote, as it was offered. */
function tomar({ entrada, total }: CotizacionEntera, tomado: readonly TomaCotizacion[], lineas: FacturaForm['lineas']) {
  const { tomas, exceso } = repartirVenta(entrada.lineas, tomado, lineas)
  const restos = restosDe(entrada.lineas, tomado)
  const partes = tomas.flatMap(({ linea, cantidad }) => {
    const queda = restos[linea]
    if (!queda) return []
    const { parte, resto } = partir(queda, cantidad)
    restos[linea] = resto
    return [parte]
  })
  return { ofrecida: facturaOf({ ...entrada, lineas: partes }, total), tomas, exceso }
}

const NO_LIBRE = 'su usuario no puede vender líneas sin producto.'
const LIBRE = 'o déjela como línea libre, que no mueve existencias.'

/** Lines of a sale whose quoted product is no longer there, or is no longer sold: worth a look before they are issued. */
async function avisosDe(tx: Tx, session: SesionAbierta, { entrada }: CotizacionEntera, lineas: FacturaForm['lineas']): Promise<Problem[]> {
  const ids = [...entrada.lineas, ...lineas].flatMap(({ producto_id }) => producto_id ?? [])
  const present = await presentProductos(tx, session.empresaId, ids)
  const inactivos = [...present].flatMap(([id, isActive]) => (isActive ? [] : [id]))
  const faltan = lineas.flatMap((linea, at) => {
    const { linea_cotizacion: from, producto_id: id, descripcion } = linea
    const cotizada = from === undefined ? entrada.lineas.find((one) => isMismaVenta(one, linea)) : entrada.lineas[from]
    const isGone = id === undefined && cotizada?.producto_id !== undefined && !present.has(cotizada.producto_id.toLowerCase())
    if (!isGone) return []
    const what = mayDo(session, 'documento:cambiar_precio') ? `elija otro, ${LIBRE}` : `elija otro: ${NO_LIBRE}`
    return [{ campo: `lineas.${at}.producto_id`, message: `El producto «${descripcion}» de la cotización ya no existe: ${what}` }]
  })
  return [...faltan, ...avisosInactivos(lineas, inactivos)]
}

/**
 * The factura that a quote, or what is left of it, would become today, and what is to be seen before it is issued.
 * @throws 404, 422 for one that was declined, expired or invoiced
 */
export async function readFacturable(
  deps: Clocked,
  tx: Tx,
  session: SesionAbierta,
  id: string,
): Promise<{ form: FacturaForm; avisos: Problem[] }> {
  const { empresaId } = session
  const { row, estado } = await requireCotizacion(deps, tx, empresaId, id)
  if (!canFacturarCotizacion(estado)) throw errors.quoteState(estado, 'facturar')
  const form = await withoutAbsent(tx, empresaId, row.entrada)
  const restos = restosDe(form.lineas, await readTomado(tx, { empresaId, id }))
  const lineas = restos.map((linea, linea_cotizacion) => ({ ...linea, linea_cotizacion })).filter(({ cantidad }) => cantidad > 0)
  return { form: { ...facturaOf(form, row.total), lineas }, avisos: await avisosDe(tx, session, row, lineas) }
}

/** What a quote offers of these lines, and what is to be seen in them before they are issued. @throws 404 */
export async function readOfrecida(deps: Clocked, tx: Tx, session: SesionAbierta, id: string, lineas: FacturaForm['lineas']) {
  const { empresaId } = session
  const { row } = await requireCotizacion(deps, tx, empresaId, id)
  const { ofrecida } = tomar(row, await readTomado(tx, { empresaId, id }), lineas)
  return { ofrecida, avisos: await avisosDe(tx, session, row, lineas) }
}

export interface Facturable {
  /** The lines as they were offered. */
  ofrecida: FacturaForm
  tomas: TomaCotizacion[]
  problemas: Problem[]
  avisos: Problem[]
}

interface Venta {
  /** The quote. */
  id: string
  facturaId: string
  lineas: FacturaForm['lineas']
  /** The factura as it was issued before. */
  readIssued: () => Promise<FacturaForm | undefined>
}

/**
 * What a factura that is about to be issued takes of a quote: two at once wait here for each other, and the second takes no more than the
 * first left. Only the first may sell more than was quoted. The same factura may come again, corrected, with what it sold.
 * @throws 422 with the field, where it cannot be invoiced
 */
export async function takeFacturable(
  deps: Clocked,
  tx: Tx,
  session: SesionAbierta,
  { id, facturaId, lineas, readIssued }: Venta,
): Promise<Facturable> {
  const { empresaId } = session
  await lockForFactura(tx, { empresaId, id }, facturaId)
  const { row, estado } = await requireCotizacion(deps, tx, empresaId, id).catch(() => {
    throw errors.field('QUOTE', 'cotizacion_id', 'La cotización no existe o fue eliminada: quítela de la factura.')
  })
  const isSuya = row.facturas.some((factura) => factura.id === facturaId)
  if (!isSuya && !canFacturarCotizacion(estado)) {
    const [problem] = errors.quoteState(estado, 'facturar').problems
    throw errors.field('QUOTE', 'cotizacion_id', problem?.message ?? '')
  }
  const tomado = await readTomado(tx, { empresaId, id }, facturaId)
  const { ofrecida, tomas, exceso } = tomar(row, tomado, lineas)
  const isFirst = row.facturas.every((factura) => factura.id === facturaId)
  const issued = isSuya && !isFirst && exceso.length > 0 ? ((await readIssued())?.lineas ?? []) : []
  const problemas = exceso.flatMap(({ de, queda }) => {
    const linea = lineas[de]
    if (!linea || isFirst || vendidoDe(lineas, linea) <= vendidoDe(issued, linea)) return []
    return [errors.quoteRest(de, linea.descripcion, queda)]
  })
  return { ofrecida, tomas, problemas, avisos: await avisosDe(tx, session, row, lineas) }
}

/** How many of the goods of a line are sold. */
const vendidoDe = (lineas: FacturaForm['lineas'], linea: FacturaForm['lineas'][number]): Cantidad =>
  sum(lineas.filter((otra) => isMismaVenta(otra, linea)).map(({ cantidad }) => cantidad))

/** The quote is invoiced, in what the factura took, for as long as that factura counts. */
export async function markFacturada(
  { clock }: Clocked,
  tx: Tx,
  { empresaId, usuarioId }: SesionAbierta,
  { id, facturaId, tomas }: { id: string; facturaId: string; tomas: readonly TomaCotizacion[] },
): Promise<void> {
  const en = clock.now()
  await setTomado(tx, { empresaId, id }, { facturaId, tomado: tomas, en })
  await recordAuditoria(tx, { empresaId, usuarioId, en, accion: 'cotizacion.facturar', objeto: id, detalle: { factura: facturaId } })
}

/** A factura that was corrected sells no quote any more: what it took is left again. */
export const releaseFacturada = ({ clock }: Clocked, tx: Tx, { empresaId }: SesionAbierta, facturaId: string): Promise<void> =>
  releaseTomado(tx, empresaId, { facturaId, en: clock.now() })
