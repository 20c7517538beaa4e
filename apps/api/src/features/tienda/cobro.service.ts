import { randomUUID } from 'node:crypto'
import type { PaginaPago } from '@yupana/contract'
import {
  displayMonto,
  ESTADO_ORDEN_LABEL,
  estadoOrdenAt,
  fechaIn,
  isCobroEnCurso,
  mayBeginTarjeta,
  numeroOrden,
  type EstadoCobro,
  type Monto,
} from '@yupana/fiscal'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { inEmpresa, type Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { AppError, errors } from '../../errors.ts'
import { log } from '../../proceso/log.ts'
import { recordAuditoria } from '../auditoria/auditoria.door.ts'
import { tellComprador, tellReverso } from './carta-orden.ts'
import * as sql from './cobro.sql.ts'
import { emitirDeOrden, mesaDe } from './emision-orden.service.ts'
import { requireOrden } from './orden.service.ts'
import { insertHistoria, type OrdenGuardada } from './orden.sql.ts'
import { markPagada, requireVendible } from './pagada.service.ts'
import { PasarelaError, type AvisoPasarela, type CobroDicho, type Pasarela } from './pasarela.ts'
import { pasarelaHttp } from './pasarela-http.ts'
import type { Comprador } from './tienda.service.ts'

// A gateway charges cards on a page of its own. Its word counts when it is signed or is the answer to our question; both lead to the same
// result.

/** Time a buyer has on the page of the gateway; afterwards another charge is begun. */
const PARA_PAGAR_MS = 3_600_000
/** Silence after which the gateway is asked about a charge again. */
const REINTENTO_MS = 60_000
/** A charge that the gateway still does not know after this time does not exist. */
const NUNCA_LLEGO_MS = 300_000

/** The gateway of this installation; undefined when it takes no cards. */
export const pasarelaOf = ({ config, clock }: Pick<Deps, 'config' | 'clock'>): Pasarela | undefined =>
  config.pasarela && pasarelaHttp(config.pasarela, clock)

/** The page where an order is paid by card: of the charge under way, or of a new one. @throws 404, 409, 422, 503 */
export async function begin(deps: Deps, comprador: Comprador, ordenId: string): Promise<PaginaPago> {
  const pasarela = pasarelaOf(deps)
  if (!pasarela) throw errors.notFound()
  const { empresaId, en } = comprador
  const { cobro, numero } = await inEmpresa(deps.db, empresaId, (tx) => beginCobro(tx, comprador, ordenId))
  if (cobro.estado === 'ABIERTO') return { pagina: cobro.pagina }
  // No database connection is held while the gateway is waited for.
  const dicho = await pasarela
    .begin({
      cobroId: cobro.id,
      monto: cobro.monto,
      descripcion: `Orden ${numeroOrden(numero)}`,
      vence: new Date(deps.clock.machine().getTime() + PARA_PAGAR_MS),
      vuelta: `${deps.config.urlPublica}/#/historial_compras?orden=${ordenId}`,
    })
    .catch((error: unknown) => {
      throw error instanceof PasarelaError ? errors.cardGateway() : error
    })
  const { estado } = await settle(deps, { empresaId, id: cobro.id, dicho, en })
  // A buyer who gave the order up meanwhile gets no page to pay on.
  return { pagina: estado === 'ABIERTO' ? dicho.pagina : null }
}

async function beginCobro(tx: Tx, { empresaId, usuarioId, en }: Comprador, ordenId: string) {
  const orden = await requireOrden(tx, empresaId, ordenId, true)
  if (!mayBeginTarjeta(estadoOrdenAt(orden, fechaIn(en)))) throw errors.orderMove()
  const { numero, total } = orden
  const enCurso = await sql.findEnCurso(tx, empresaId, ordenId)
  if (enCurso) return { cobro: enCurso, numero }
  if (await sql.isCercada(tx)) throw errors.cardGateway()
  await requireVendible(tx, empresaId, orden)
  const nuevo = { id: randomUUID(), orden_id: ordenId, usuario_id: usuarioId, monto: total }
  await sql.insertCobro(tx, empresaId, nuevo, en)
  await recordAuditoria(tx, { empresaId, usuarioId, en, accion: 'orden.tarjeta', objeto: ordenId, detalle: { total } })
  return { cobro: { ...nuevo, estado: 'PEDIDO' as const, pagina: null }, numero }
}

interface Dicho {
  empresaId: EmpresaId
  id: string
  dicho: Omit<CobroDicho, 'pagina'> & { pagina?: string | null }
  /** Whether the state is concluded from the gateway's silence. */
  isSupuesto?: true
  /** Time of a notice; one older than the last is a repetition. */
  aviso?: Date
  en: Date
}

/** Applies the gateway's word about a charge, once, whichever way it came. Answers its state, and whether the notice was new. */
async function settle(
  deps: Deps,
  { empresaId, id, dicho, isSupuesto, aviso, en }: Dicho,
): Promise<{ isNew: boolean; estado: EstadoCobro }> {
  const hecho = await inEmpresa(deps.db, empresaId, async (tx) => {
    const found = await sql.findCobro(tx, empresaId, id)
    if (!found) throw errors.notFound()
    // The order is locked first, as when the desk decides.
    const orden = await requireOrden(tx, empresaId, found.orden_id, true)
    const cobro = (await sql.findCobro(tx, empresaId, id, true)) ?? found
    if (aviso && cobro.aviso_en !== null && aviso.getTime() <= new Date(cobro.aviso_en).getTime())
      return { isNew: false, orden, pays: false, estado: cobro.estado }
    if (aviso) await sql.updateCobro(tx, empresaId, id, { aviso_en: aviso }, en)
    if (!isSupuesto && (!cobro.conocido || cobro.perdido)) await sql.updateCobro(tx, empresaId, id, { conocido: true, perdido: false }, en)
    const estado = await move(deps, tx, { empresaId, orden, cobro, dicho, en })
    return { isNew: true, orden, pays: estado === 'PAGADO' && cobro.estado !== 'PAGADO', estado }
  })
  // After a crash here, the next round issues what is missing.
  if (hecho.pays) await emitirDeOrden(deps, mesaDe(hecho.orden.usuario_id), { empresa_id: empresaId, id: hecho.orden.id })
  return hecho
}

interface Movimiento extends Pick<Dicho, 'empresaId' | 'dicho' | 'en'> {
  orden: OrdenGuardada
  cobro: sql.CobroGuardado
}

/** Moves a charge. One that paid its order stays so; money that arrives after it was reported back is returned. */
async function move(deps: Deps, tx: Tx, movimiento: Movimiento): Promise<EstadoCobro> {
  const { empresaId, cobro, dicho, en } = movimiento
  if (cobro.estado === 'PAGADO') return cobro.estado
  if (dicho.estado === 'PAGADO') return cobro.estado === 'POR_REVERSAR' ? cobro.estado : pay(deps, tx, movimiento)
  if (dicho.estado !== 'REVERSADO' && !isCobroEnCurso(cobro.estado)) return cobro.estado
  const pagina = dicho.estado === 'ABIERTO' ? (dicho.pagina ?? cobro.pagina) : null
  if (dicho.estado === 'ABIERTO' && pagina === null) return cobro.estado
  await sql.updateCobro(tx, empresaId, cobro.id, { estado: dicho.estado, pagina }, en)
  return dicho.estado
}

/** The money of a card has arrived: it pays the order, or is returned. */
async function pay(deps: Deps, tx: Tx, { empresaId, orden, cobro, dicho: { monto }, en }: Movimiento): Promise<EstadoCobro> {
  const problema = await whyNot(tx, empresaId, { orden, cobro, monto, en })
  const nuevo = problema === undefined ? ({ estado: 'PAGADO' } as const) : ({ estado: 'POR_REVERSAR', problema } as const)
  await sql.updateCobro(tx, empresaId, cobro.id, { ...nuevo, pagina: null }, en)
  if (problema === undefined) {
    const pago = { version: orden.version, decidida_por: orden.usuario_id, con_tarjeta: true }
    await markPagada(tx, empresaId, orden, pago, en)
    const motivo = 'Pagada con tarjeta.'
    await insertHistoria(tx, empresaId, { ordenId: orden.id, estado: 'PAGADA', en, quien: orden.comprador, motivo })
    await tellComprador(deps, tx, orden, { estado: 'PAGADA' })
  } else await tellReverso(deps, tx, orden, { monto, problema })
  const { usuario_id: usuarioId } = cobro
  await recordAuditoria(tx, { empresaId, usuarioId, en, accion: 'orden.cobro', objeto: orden.id, detalle: { ...nuevo, total: monto } })
  return nuevo.estado
}

/** Why the money of a card does not pay the order. */
async function whyNot(
  tx: Tx,
  empresaId: EmpresaId,
  { orden, cobro, monto, en }: Omit<Movimiento, 'empresaId' | 'dicho'> & { monto: Monto },
): Promise<string | undefined> {
  const estado = estadoOrdenAt(orden, fechaIn(en))
  if (monto !== orden.total || monto !== cobro.monto)
    return `La pasarela cobró ${displayMonto(monto)} y la orden es de ${displayMonto(orden.total)}.`
  // The transfer may have paid it: the person who reviews the receipt decides alone.
  if (estado === 'EN_REVISION') return 'Se está revisando el comprobante de la transferencia.'
  if (!mayBeginTarjeta(estado)) return `La orden ya estaba ${ESTADO_ORDEN_LABEL[estado].toLowerCase()}.`
  if (cobro.estado === 'REVERSADO') return 'El cobro ya se había dado por reversado.'
  try {
    await requireVendible(tx, empresaId, orden)
    return undefined
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}

/** A notice of the gateway. Unsigned, repeated and unknown ones get the same answer. @throws 404 */
export async function notice(deps: Deps, aviso: AvisoPasarela | undefined): Promise<void> {
  const empresaId = aviso && (await sql.empresaDeCobro(deps.db, aviso.cobroId))
  if (!aviso || !empresaId) throw errors.notFound()
  const { cobroId: id, momento, ...dicho } = aviso
  const { isNew } = await settle(deps, { empresaId, id, dicho, aviso: momento, en: deps.clock.now() })
  if (!isNew) throw errors.notFound()
}

/** Asks the gateway about charges of all companies whose answer was lost, and reverses those that pay nothing. */
export async function conciliarCobros(deps: Deps): Promise<void> {
  const pasarela = pasarelaOf(deps)
  if (!pasarela) return
  const en = deps.clock.now()
  const asked = await sql.reclamarCobros(deps.db, en, new Date(en.getTime() - REINTENTO_MS))
  await Promise.all(asked.map(({ empresa_id: empresaId, id }) => conciliar(deps, pasarela, { empresaId, id, en })))
}

async function conciliar(deps: Deps, pasarela: Pasarela, { empresaId, id, en }: Pick<Dicho, 'empresaId' | 'id' | 'en'>): Promise<void> {
  const cobro = await inEmpresa(deps.db, empresaId, (tx) => sql.findCobro(tx, empresaId, id))
  if (!cobro) return
  const { monto } = cobro
  const neverCame = en.getTime() - new Date(cobro.creado_en).getTime() > NUNCA_LLEGO_MS
  try {
    if (cobro.estado === 'POR_REVERSAR') {
      const reversado = { empresaId, id, dicho: { estado: 'REVERSADO', monto }, en } as const
      if (await pasarela.reverse(id)) await settle(deps, reversado)
      else if (cobro.conocido) await inEmpresa(deps.db, empresaId, (tx) => markPerdido(tx, empresaId, cobro, en))
      // A charge that the gateway does not know yet may still be on its way; later it does not exist.
      else if (neverCame) await settle(deps, { ...reversado, isSupuesto: true })
      return
    }
    const dicho = await pasarela.find(id)
    if (dicho) await settle(deps, { empresaId, id, dicho, en })
    else if (neverCame) await settle(deps, { empresaId, id, dicho: { estado: 'VENCIDO', monto }, isSupuesto: true, en })
  } catch (error) {
    // The next round asks again.
    if (!(error instanceof PasarelaError)) throw error
  }
}

/** A gateway that lost its record returned nothing: it is asked again, and the desk is told once. */
async function markPerdido(tx: Tx, empresaId: EmpresaId, { id, orden_id, perdido, usuario_id, monto }: sql.CobroGuardado, en: Date) {
  if (perdido) return
  await sql.updateCobro(tx, empresaId, id, { perdido: true }, en)
  const hecho = { empresaId, usuarioId: usuario_id, en, objeto: orden_id, detalle: { total: monto } }
  await recordAuditoria(tx, { ...hecho, accion: 'orden.cobro_perdido' })
  log.warn('card gateway knows a charge no more that it told of', { charge: id })
}
