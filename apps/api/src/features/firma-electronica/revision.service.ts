import type { Listing, moveFirma, ObservacionFirma, SolicitudFirmaEnCola, SolicitudFirmaRevisada } from '@yupana/contract'
import { canMoveFirma, DOCUMENTO_FIRMA_LABEL, fechaIn, puntosDeDocumento, puntosPendientes, type EstadoFirma } from '@yupana/fiscal'
import type * as z from 'zod/mini'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { inEmpresa, type Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import { listingPage } from '../../http/listing.ts'
import type { Sesion } from '../../plugins/sesion/session.ts'
import { recordAuditoria } from '../auditoria/auditoria.door.ts'
import { tellSolicitante } from './carta-firma.ts'
import { exigidosOf, leida } from './firma-leida.ts'
import * as sql from './firma.sql.ts'
import { findPago, freePago } from './pago-firma.sql.ts'

// The desk of SUPER_ADMIN: its notes and decisions are stored in the company of the request.

interface Lugar {
  empresa_id: EmpresaId
  id: string
}

export async function search(
  { db, clock }: Deps,
  session: Sesion,
  query: { page: number; size: number; estado?: EstadoFirma | undefined },
): Promise<Listing<SolicitudFirmaEnCola>> {
  const { page, size } = query
  const { rows, total } = await sql.pageEnCola(db, session, { ...query, ahora: clock.now() })
  return listingPage(rows, total, { page, size })
}

/** Number of requests waiting for the desk. */
export const countPorHacer = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>, session: Sesion): Promise<number> =>
  (await sql.pageEnCola(db, session, { page: 0, size: 1, ahora: clock.now() })).total

/** @throws 404 also for a draft: it was not sent yet */
async function requireEnviada(tx: Tx, { empresa_id, id }: Lugar, lock = false): Promise<sql.Solicitud> {
  const solicitud = await sql.findSolicitud(tx, empresa_id, id, lock)
  if (!solicitud || solicitud.estado === 'BORRADOR') throw errors.notFound()
  return solicitud
}

async function revisada(tx: Tx, lugar: Lugar, en: Date): Promise<SolicitudFirmaRevisada> {
  const solicitud = await requireEnviada(tx, lugar)
  const empresa = await sql.findEmpresa(tx, lugar.empresa_id)
  return {
    ...(await leida(tx, lugar.empresa_id, solicitud, fechaIn(en))),
    empresa_id: lugar.empresa_id,
    empresa: empresa?.nombre_comercial ?? empresa?.razon_social ?? '',
    ruc: empresa?.ruc ?? '',
    comprobado: solicitud.comprobado,
    paquete_en: solicitud.paquete_en,
  }
}

export const read = ({ db, clock }: Deps, lugar: Lugar): Promise<SolicitudFirmaRevisada> =>
  inEmpresa(db, lugar.empresa_id, (tx) => revisada(tx, lugar, clock.now()))

/** Checks that a sent request exists. @throws 404 */
export const requireVisible = ({ db }: Deps, lugar: Lugar): Promise<unknown> =>
  inEmpresa(db, lugar.empresa_id, (tx) => requireEnviada(tx, lugar))

/** Notes whether a point of its documents holds; a repeat changes nothing. @throws 404, 422 */
export const check = (
  { db, clock }: Deps,
  { punto, cumple, ...lugar }: Lugar & { punto: string; cumple: boolean },
): Promise<SolicitudFirmaRevisada> =>
  inEmpresa(db, lugar.empresa_id, async (tx) => {
    const en = clock.now()
    const solicitud = await requireEnviada(tx, lugar, true)
    if (solicitud.estado !== 'EN_REVISION') throw errors.signatureMove()
    const puntos = puntosPendientes(solicitud.tipo, exigidosOf(solicitud, fechaIn(en)), []).map((one) => one.punto)
    if (!puntos.includes(punto)) throw errors.field('CHECKLIST', 'punto', 'La solicitud no tiene ese punto.')
    const rest = solicitud.comprobado.filter((one) => one !== punto)
    await sql.setComprobado(tx, lugar.empresa_id, lugar.id, cumple ? [...rest, punto] : rest)
    return revisada(tx, lugar, en)
  })

/** Points that stay checked: a document sent again is checked again, and after other data every document is. */
function stillChecked({ tipo, comprobado }: sql.Solicitud, observaciones: readonly ObservacionFirma[]): string[] {
  const again = observaciones.flatMap(({ clase }) =>
    clase === 'DATOS' ? comprobado : puntosDeDocumento(tipo, clase).map(({ punto }) => punto),
  )
  return comprobado.filter((punto) => !again.includes(punto))
}

/** Returns a request with its observations; only the observed parts may change. @throws 404, 409, 422 */
export const observe = (
  deps: Deps,
  { usuarioId }: Sesion,
  { version, observaciones, ...lugar }: Lugar & { version: number; observaciones: readonly ObservacionFirma[] },
): Promise<SolicitudFirmaRevisada> =>
  inEmpresa(deps.db, lugar.empresa_id, async (tx) => {
    const en = deps.clock.now()
    const solicitud = await requireEnviada(tx, lugar, true)
    if (!canMoveFirma(solicitud.estado, 'OBSERVADA')) throw errors.signatureMove()
    const exigidos = exigidosOf(solicitud, fechaIn(en))
    const other = observaciones.find(({ clase }) => clase !== 'DATOS' && !exigidos.includes(clase))
    if (other) throw errors.field('DOCUMENT', 'observaciones', 'La solicitud no tiene ese documento.')
    const datos = observaciones.find(({ clase }) => clase === 'DATOS')
    const cambio = { estado: 'OBSERVADA', ...(datos && { observacion_datos: datos.motivo }) } as const
    if (!(await sql.updateSolicitud(tx, lugar.empresa_id, { id: lugar.id, version }, cambio, en))) throw errors.conflict()
    await sql.setComprobado(tx, lugar.empresa_id, lugar.id, stillChecked(solicitud, observaciones))
    for (const { clase, motivo } of observaciones)
      if (clase !== 'DATOS') await sql.observeDocumento(tx, lugar.empresa_id, lugar.id, clase, motivo)
    const motivo = observaciones
      .map((one) => `${one.clase === 'DATOS' ? 'Datos' : DOCUMENTO_FIRMA_LABEL[one.clase]}: ${one.motivo}`)
      .join(' · ')
    await note(tx, lugar, { usuarioId, en, estado: 'OBSERVADA', motivo })
    await tellSolicitante(deps, tx, solicitud, { estado: 'OBSERVADA', motivo })
    return revisada(tx, lugar, en)
  })

interface Paso {
  usuarioId: string
  en: Date
  estado: EstadoFirma
  motivo?: string | undefined
  sinPago?: boolean
}

async function note(tx: Tx, { empresa_id, id }: Lugar, { usuarioId, en, estado, motivo, sinPago = false }: Paso): Promise<void> {
  await sql.insertHistoria(tx, empresa_id, { solicitudId: id, estado, en, quien: null, motivo })
  await recordAuditoria(tx, {
    empresaId: empresa_id,
    usuarioId,
    en,
    accion: 'firma.revisar',
    objeto: id,
    detalle: { estado, ...(motivo && { motivo }), ...(sinPago && { sin_pago: true }) },
  })
}

type Movimiento = z.output<typeof moveFirma.body & {}> & { empresa_id: EmpresaId }

/** The further columns of each state. @throws 422 */
function cambioOf({ estado, motivo, entidad, valida_desde, valida_hasta }: Movimiento): sql.Cambio {
  if (estado === 'RECHAZADA' && (motivo ?? '').length < 5) throw errors.field('REASON', 'motivo', 'Escriba por qué se rechaza.')
  if (estado !== 'EMITIDA') return { estado }
  if (entidad === undefined) throw errors.field('ENTITY', 'entidad', 'Escriba qué entidad la emitió.')
  if (valida_desde === undefined) throw errors.field('VALID_FROM', 'valida_desde', 'Escriba desde cuándo es válida.')
  if (valida_hasta === undefined || valida_hasta <= valida_desde)
    throw errors.field('VALID_TO', 'valida_hasta', 'Tiene que ser después del primer día.')
  return { estado, entidad, valida_desde, valida_hasta }
}

/** Takes, approves, refuses or closes a request, by the table of O-80; two at once make one move. @throws 404, 409, 422 */
export const move = (deps: Deps, { usuarioId }: Sesion, form: Movimiento): Promise<SolicitudFirmaRevisada> =>
  inEmpresa(deps.db, form.empresa_id, async (tx) => {
    const en = deps.clock.now()
    const solicitud = await requireEnviada(tx, form, true)
    if (!canMoveFirma(solicitud.estado, form.estado)) throw errors.signatureMove()
    const cambio = cambioOf(form)
    const [pending] =
      form.estado === 'APROBADA' ? puntosPendientes(solicitud.tipo, exigidosOf(solicitud, fechaIn(en)), solicitud.comprobado) : []
    if (pending) throw errors.signatureUnchecked(pending.label.charAt(0).toLowerCase() + pending.label.slice(1))
    const isUnpaid = form.estado === 'APROBADA' && !(await findPago(tx, form.empresa_id, form.id))
    if (isUnpaid && !form.sin_pago) throw errors.signatureUnpaid()
    if (!(await sql.updateSolicitud(tx, form.empresa_id, { id: form.id, version: form.version }, cambio, en))) throw errors.conflict()
    if (form.estado === 'RECHAZADA') await freePago(tx, form.empresa_id, form.id)
    await note(tx, form, { usuarioId, en, estado: form.estado, motivo: form.motivo ?? form.entidad, sinPago: isUnpaid })
    await tellSolicitante(deps, tx, solicitud, { estado: form.estado, motivo: form.motivo })
    return revisada(tx, form, en)
  })
