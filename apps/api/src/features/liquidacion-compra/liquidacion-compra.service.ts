import type { Calculo, LiquidacionCompraForm, LiquidacionEmitidaForm } from '@yupana/contract'
import { COD_DOC, CODIGO_IMPUESTO, fechaIn, lugarIvaOf, tarifasIvaAt, tipoIvaGeneralAt, type Fecha } from '@yupana/fiscal'
import { DOCUMENTOS } from '@yupana/sri'

import type { Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import type { SesionAbierta } from '../../plugins/sesion/session.ts'
import {
  calculoOf,
  checkProductos,
  identificacionesOf,
  lineasGuardadas,
  pagosGuardados,
  readCondiciones,
  receptorOf,
  requireSound,
  SIN_NUMERO,
  taxOf,
} from '../comprobante/armado/armado.door.ts'
import { decideFecha, lineasMovidas, type Preparacion, type Preparado, type TipoEmision } from '../comprobante/emision/emision.door.ts'
import { combosComprados } from '../movimiento/movimiento.door.ts'
import { armarLiquidacion, asProblem, reviseLiquidacion } from './liquidacion-compra.ts'
import { retencionJunta, reviseRetencionJunta } from './retencion-junta.ts'

/** Every part of a liquidación except its number; problems are thrown before a number is taken. */
async function prepare(
  { deps, tx, session, contexto, fecha }: Preparacion,
  { retencion, ...form }: LiquidacionEmitidaForm,
): Promise<Preparado> {
  const { totales, problemas, avisos } = reviseLiquidacion(
    form,
    fecha,
    contexto.ruc,
    lugarIvaOf(contexto.condiciones, fecha, contexto.establecimiento?.canton ?? null),
  )
  problemas.push(...checkProductos(form.lineas, contexto.productos), ...combosComprados(form.lineas, contexto.partes))
  const datos = { form, fecha, contexto, totales, rucProveedor: deps.config.rucProveedor }
  requireSound(problemas, () => DOCUMENTOS.liquidacionCompra.validate(armarLiquidacion(datos, SIN_NUMERO)), asProblem)
  const lineas = lineasGuardadas(form.lineas, totales)
  return {
    fila: {
      ...(await receptorOf(tx, session.empresaId, contexto, form.proveedor, deps.clock.now(), 'proveedor')),
      subtotal: totales.totalSinImpuestos,
      descuento: totales.totalDescuento,
      iva: taxOf(totales.totalConImpuestos, CODIGO_IMPUESTO.IVA),
      total: totales.importeTotal,
      lineas,
      pagos: pagosGuardados(form.pagos),
      entrada: form,
    },
    xmlWith: (identidad) => DOCUMENTOS.liquidacionCompra.toXml(armarLiquidacion(datos, identidad)),
    avisos,
    existencias: { clase: 'COMPRA', lineas: lineasMovidas(lineas) },
    cartera: { clase: 'DEUDA', sentido: 'PAGAR' },
    ...(retencion && { junto: (identidad) => retencionJunta({ form, fecha, totales }, retencion, identidad) }),
  }
}

export const LIQUIDACION_EMISION: TipoEmision<LiquidacionEmitidaForm> = {
  tipoOf: () => COD_DOC.LIQUIDACION_COMPRA,
  identificacionesOf: ({ proveedor }) => identificacionesOf(proveedor),
  productosOf: ({ lineas }) => lineas.map(({ producto_id: id }) => id),
  prepare,
}

/** Validates and totals without saving. */
export async function calculateLiquidacion(
  { clock }: Deps,
  tx: Tx,
  { empresaId, ruc }: SesionAbierta,
  { retencion, ...form }: LiquidacionEmitidaForm,
): Promise<Calculo> {
  const { dias, condiciones, canton } = await readCondiciones(tx, empresaId, form.establecimiento)
  const fecha = decideFecha(form.fecha_emision, fechaIn(clock.now()), dias)
  const { totales, problemas, avisos } = reviseLiquidacion(form, fecha, ruc, lugarIvaOf(condiciones, fecha, canton))
  const junta = reviseRetencionJunta({ form, fecha, totales }, retencion, { ruc, condiciones })
  return calculoOf(fecha, totales, [...problemas, ...junta.problemas], [...avisos, ...junta.avisos])
}

/** The form of an issued one, for another: today's date; a rate that no longer holds is replaced by the general one. */
export function duplicateLiquidacion(entrada: LiquidacionCompraForm, hoy: Fecha): LiquidacionCompraForm {
  const { fecha_emision: _fecha, ...form } = entrada
  return {
    ...form,
    lineas: form.lineas.map((linea) =>
      tarifasIvaAt(hoy).some(({ tipoIva }) => tipoIva === linea.iva) ? linea : { ...linea, iva: tipoIvaGeneralAt(hoy) },
    ),
  }
}
