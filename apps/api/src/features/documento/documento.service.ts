import type { Calculo, Emitido, FacturaForm } from '@yupana/contract'
import { COD_DOC, CODIGO_IMPUESTO, fechaIn, receptorKey, TIPO_IDENTIFICACION } from '@yupana/fiscal'
import { DOCUMENTOS } from '@yupana/sri'

import type { Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import type { SesionAbierta } from '../../plugins/sesion/session.ts'
import {
  avisosInactivos,
  calculoOf,
  checkProductos,
  identificacionesOf,
  lineasGuardadas,
  pagosGuardados,
  presentProductos,
  readCondiciones,
  receptorOf,
  requireSound,
  SIN_NUMERO,
  taxOf,
} from '../comprobante/armado/armado.door.ts'
import {
  decideFecha,
  emit,
  lineasMovidas,
  pedidoOf,
  type Preparacion,
  type Preparado,
  type TipoEmision,
} from '../comprobante/emision/emision.door.ts'
import { markFacturada, readOfrecida, releaseFacturada, takeFacturable } from '../cotizacion/cotizacion.door.ts'
import { creditoAvisos } from '../cartera/cartera.door.ts'
import { stockAvisos } from '../movimiento/movimiento.door.ts'
import { avisoUnida } from '../persona/persona.door.ts'
import { armarFactura } from './factura-armar.ts'
import { asProblem } from './factura-campos.ts'
import { checkPermisos } from './factura-permiso.ts'
import { reviseFactura } from './factura-reglas.ts'
import { readFacturaEmitida } from './precio.sql.ts'

const { FACTURA } = COD_DOC

const clienteKeyOf = ({ comprador }: FacturaForm) => receptorKey(comprador.tipo_identificacion, comprador.identificacion)

/** The offered form, valid for the quote's own client; for any client if the quote has none. */
const ofrecidaA = (form: FacturaForm, ofrecida: FacturaForm | undefined): FacturaForm | undefined =>
  ofrecida &&
  (ofrecida.comprador.tipo_identificacion === TIPO_IDENTIFICACION.CONSUMIDOR_FINAL || clienteKeyOf(ofrecida) === clienteKeyOf(form))
    ? ofrecida
    : undefined

/** Every part of a factura except its number; problems are thrown before a number is taken. */
async function prepare({ deps, tx, session, contexto, fecha, id }: Preparacion, form: FacturaForm): Promise<Preparado> {
  const { totales, problemas, avisos } = reviseFactura(form, fecha, contexto.condiciones, contexto.establecimiento?.canton ?? null)
  const { empresaId } = session
  const cotizacion = form.cotizacion_id === undefined ? undefined : { id: form.cotizacion_id, facturaId: id }
  const readIssued = () => readFacturaEmitida(tx, empresaId, id)
  const facturable = cotizacion && (await takeFacturable(deps, tx, session, { ...cotizacion, lineas: form.lineas, readIssued }))
  const readBefore = async () => (await readIssued()) ?? ofrecidaA(form, facturable?.ofrecida)
  problemas.push(
    ...(facturable?.problemas ?? []),
    ...checkProductos(form.lineas, contexto.productos),
    ...(await checkPermisos(tx, session, readBefore, { form, fecha, condiciones: contexto.condiciones })),
  )
  const datos = { form, fecha, contexto, totales, rucProveedor: deps.config.rucProveedor }
  requireSound(problemas, () => DOCUMENTOS.factura.validate(armarFactura(datos, SIN_NUMERO)), asProblem)
  const lineas = lineasGuardadas(form.lineas, totales)
  return {
    fila: {
      ...(await receptorOf(tx, session.empresaId, contexto, form.comprador, deps.clock.now())),
      subtotal: totales.totalSinImpuestos,
      descuento: totales.totalDescuento,
      iva: taxOf(totales.totalConImpuestos, CODIGO_IMPUESTO.IVA),
      total: totales.importeTotal,
      lineas,
      pagos: pagosGuardados(form.pagos),
      entrada: form,
    },
    xmlWith: (identidad) => DOCUMENTOS.factura.toXml(armarFactura(datos, identidad)),
    // A quote has its own warnings about products no longer sold.
    avisos: [...(facturable?.avisos ?? avisosInactivos(form.lineas, contexto.inactivos)), ...avisos],
    existencias: { clase: 'VENTA', lineas: lineasMovidas(lineas) },
    cartera: { clase: 'DEUDA', sentido: 'COBRAR' },
    store: async (written, version) => {
      if (cotizacion) await markFacturada(deps, written, session, { ...cotizacion, tomas: facturable?.tomas ?? [] })
      else if (version > 1) await releaseFacturada(deps, written, session, id)
    },
  }
}

export const FACTURA_EMISION: TipoEmision<FacturaForm> = {
  tipoOf: () => FACTURA,
  identificacionesOf: ({ comprador }) => identificacionesOf(comprador),
  productosOf: ({ lineas }) => lineas.map(({ producto_id: id }) => id),
  prepare,
}

export const emitFactura = (deps: Deps, session: SesionAbierta, id: string, key: string, form: FacturaForm): Promise<Emitido> =>
  emit(deps, session, pedidoOf(FACTURA_EMISION, id, key, form))

/** Validates and totals without saving: the same result as on the screen and at emission. */
export async function calculate({ clock }: Deps, tx: Tx, session: SesionAbierta, form: FacturaForm): Promise<Calculo> {
  const { condiciones, dias, canton } = await readCondiciones(tx, session.empresaId, form.establecimiento)
  const fecha = decideFecha(form.fecha_emision, fechaIn(clock.now()), dias)
  const { totales, problemas, avisos } = reviseFactura(form, fecha, condiciones, canton)
  const { cotizacion_id: cotizacion, lineas } = form
  const ofrecida = cotizacion && (await readOfrecida({ clock }, tx, session, cotizacion, lineas).catch(() => undefined))
  const readBefore = () => Promise.resolve(ofrecida ? ofrecidaA(form, ofrecida.ofrecida) : undefined)
  const productos = await presentProductos(
    tx,
    session.empresaId,
    lineas.flatMap(({ producto_id: id }) => id ?? []),
  )
  const inactivos = [...productos].flatMap(([id, isActive]) => (isActive ? [] : [id]))
  problemas.push(
    ...checkProductos(lineas, [...productos.keys()]),
    ...(await checkPermisos(tx, session, readBefore, { form, fecha, condiciones })),
  )
  const faltas = await stockAvisos(tx, session, form.establecimiento, lineasMovidas(lineasGuardadas(form.lineas, totales)))
  const deuda = await creditoAvisos(tx, session, fecha, form)
  return calculoOf(fecha, totales, problemas, [
    ...(ofrecida ? ofrecida.avisos : avisosInactivos(lineas, inactivos)),
    ...avisos,
    ...faltas,
    ...deuda,
    ...(await avisoUnida(tx, session.empresaId, form.comprador)),
  ])
}
