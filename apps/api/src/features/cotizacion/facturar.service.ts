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

/** A part of a line, with its share of the ICE and IRBPNR of the whole. */
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

/** A part of a line, and its rest: together they have the taxes of the line, to the cent. */
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

/** The rest of each line after the parts taken in order. */
const restosDe = (lineas: readonly Linea[], tomado: readonly TomaCotizacion[]): Linea[] =>
  lineas.map((linea, at) => tomado.reduce((resto, toma) => (toma.linea === at ? partir(resto, toma.cantidad).resto : resto), linea))

/** The lines a sale takes of a quote, at the offered prices. */
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

/** Lines of a sale whose quoted product was deleted, or is no longer sold: warnings before issuing. */
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
 * The factura of a quote, or of its rest, as of today, with its warnings.
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

/** The offered form of these lines of a quote, and their warnings. @throws 404 */
export async function readOfrecida(deps: Clocked, tx: Tx, session: SesionAbierta, id: string, lineas: FacturaForm['lineas']) {
  const { empresaId } = session
  const { row } = await requireCotizacion(deps, tx, empresaId, id)
  const { ofrecida } = tomar(row, await readTomado(tx, { empresaId, id }), lineas)
  return { ofrecida, avisos: await avisosDe(tx, session, row, lineas) }
}

export interface Facturable {
  /** The lines as offered. */
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
  /** Reads the factura as issued before. */
  readIssued: () => Promise<FacturaForm | undefined>
}

/**
 * The lines a factura about to be issued takes of a quote. Two at once wait for each other, and the second takes no more than the first
 * left. Only the first may sell more than was quoted. The same factura may come again, corrected, with its own lines.
 * @throws 422 with the field, when it cannot be invoiced
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

/** The quantity that these lines sell of the goods of one line. */
const vendidoDe = (lineas: FacturaForm['lineas'], linea: FacturaForm['lineas'][number]): Cantidad =>
  sum(lineas.filter((otra) => isMismaVenta(otra, linea)).map(({ cantidad }) => cantidad))

/** Marks the lines of the factura as invoiced, as long as that factura counts. */
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

/** A corrected factura no longer sells the quote: its lines are free again. */
export const releaseFacturada = ({ clock }: Clocked, tx: Tx, { empresaId }: SesionAbierta, facturaId: string): Promise<void> =>
  releaseTomado(tx, empresaId, { facturaId, en: clock.now() })
