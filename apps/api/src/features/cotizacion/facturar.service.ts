import type { CotizacionForm, FacturaForm } from '@yupana/contract'
import { canFacturarCotizacion, parteOf, repartirVenta, restoCotizacion, type Monto, type TomaCotizacion } from '@yupana/fiscal'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { errors, type Problem } from '../../errors.ts'
import type { SesionAbierta } from '../../plugins/sesion/session.ts'
import { recordAuditoria } from '../auditoria/auditoria.door.ts'
import { facturaOf } from './cotizacion-factura.ts'
import { requireCotizacion, withoutAbsent } from './cotizacion.service.ts'
import { lockCotizacion, readTomado, setTomado, type CotizacionEntera } from './cotizacion.sql.ts'

type Clocked = Pick<Deps, 'clock'>
type Linea = CotizacionForm['lineas'][number]

/** So many of a line, with their part of what it bears as a whole. */
function parteDe({ ice, irbpnr, ...linea }: Linea, cantidad: Monto): Linea {
  const todo = linea.cantidad
  if (cantidad === todo) return { ...linea, ...(ice && { ice }), ...(irbpnr && { irbpnr }) }
  const parte = <T extends { unidades?: Monto | undefined }>(one: T): T =>
    one.unidades === undefined ? one : { ...one, unidades: parteOf(one.unidades, cantidad, todo) }
  return {
    ...linea,
    cantidad,
    descuento: parteOf(linea.descuento, cantidad, todo),
    ...(ice && { ice: parte(ice) }),
    ...(irbpnr && { irbpnr: parte(irbpnr) }),
  }
}

/** What is left of a quote. */
function restoDe(form: CotizacionForm, tomado: readonly TomaCotizacion[]): CotizacionForm {
  if (tomado.length === 0) return form
  const resto = restoCotizacion(form.lineas, tomado)
  return {
    ...form,
    lineas: form.lineas.flatMap((linea, at) => {
      const queda = resto[at] ?? 0
      return queda > 0 ? [parteDe(linea, queda)] : []
    }),
  }
}

/** What a sale takes of a quote, as it was offered. */
function tomar({ entrada, total }: CotizacionEntera, tomado: readonly TomaCotizacion[], lineas: FacturaForm['lineas']) {
  const { tomas, exceso } = repartirVenta(entrada.lineas, tomado, lineas)
  const partes = tomas.flatMap(({ linea, cantidad }) => {
    const cotizada = entrada.lineas[linea]
    return cotizada ? [parteDe(cotizada, cantidad)] : []
  })
  return { ofrecida: facturaOf({ ...entrada, lineas: partes }, total), tomas: tomas.map(({ de: _de, ...toma }) => toma), exceso }
}

/** The factura that a quote, or what is left of it, would become today. @throws 404, 422 for one that was declined, expired or invoiced */
export async function readFacturable(deps: Clocked, tx: Tx, empresaId: EmpresaId, id: string): Promise<FacturaForm> {
  const { row, estado } = await requireCotizacion(deps, tx, empresaId, id)
  if (!canFacturarCotizacion(estado)) throw errors.quoteState(estado, 'facturar')
  const form = await withoutAbsent(tx, empresaId, row.entrada)
  return facturaOf(restoDe(form, await readTomado(tx, { empresaId, id })), row.total)
}

/** What a quote offers of these lines. @throws 404 */
export async function readOfrecida(
  deps: Clocked,
  tx: Tx,
  empresaId: EmpresaId,
  id: string,
  lineas: FacturaForm['lineas'],
): Promise<FacturaForm> {
  const { row } = await requireCotizacion(deps, tx, empresaId, id)
  return tomar(row, await readTomado(tx, { empresaId, id }), lineas).ofrecida
}

export interface Facturable {
  /** The lines as they were offered. */
  ofrecida: FacturaForm
  tomas: TomaCotizacion[]
  problemas: Problem[]
}

/**
 * What a factura that is about to be issued takes of a quote: two at once wait here for each other, and the second takes no more than the
 * first left. Only the first may sell more than was quoted. The same factura may come again, corrected.
 * @throws 422 with the field, where it cannot be invoiced
 */
export async function takeFacturable(
  deps: Clocked,
  tx: Tx,
  empresaId: EmpresaId,
  { id, facturaId, lineas }: { id: string; facturaId: string; lineas: FacturaForm['lineas'] },
): Promise<Facturable> {
  await lockCotizacion(tx, { empresaId, id })
  const { row, estado } = await requireCotizacion(deps, tx, empresaId, id).catch(() => {
    throw errors.field('QUOTE', 'cotizacion_id', 'La cotización no existe o fue eliminada: quítela de la factura.')
  })
  if (!row.facturas.some((factura) => factura.id === facturaId) && !canFacturarCotizacion(estado)) {
    const [problem] = errors.quoteState(estado, 'facturar').problems
    throw errors.field('QUOTE', 'cotizacion_id', problem?.message ?? '')
  }
  const tomado = await readTomado(tx, { empresaId, id }, facturaId)
  const { ofrecida, tomas, exceso } = tomar(row, tomado, lineas)
  const problemas = tomado.length === 0 ? [] : exceso.map(({ de, queda }) => errors.quoteRest(de, lineas[de]?.descripcion ?? '', queda))
  return { ofrecida, tomas, problemas }
}

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
