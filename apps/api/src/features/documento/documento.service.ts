import type { Calculo, Emitido, FacturaForm } from '@yupana/contract'
import { fechaIn, tarifaIvaAt, type Fecha, type TotalesDocumento } from '@yupana/fiscal'
import { DOCUMENTOS } from '@yupana/sri'

import type { Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { errors, type Problem } from '../../errors.ts'
import type { SesionAbierta } from '../../plugins/session.ts'
import { SIN_NUMERO } from '../comprobante/armar.service.ts'
import type { ContextoEmision } from '../comprobante/condicion.service.ts'
import { readCondiciones } from '../comprobante/comprobante.service.ts'
import { correct, decideFecha, emit, type PedidoEmision, type Preparado } from '../comprobante/emision.service.ts'
import { identificacionesOf, receptorOf } from '../comprobante/receptor.service.ts'
import { armarFactura } from './factura-armar.ts'
import { reviseFactura } from './factura-reglas.ts'

const FACTURA = '01'
const IVA = '2'

const taxOf = (linea: TotalesDocumento['lineas'][number], codigo: string) =>
  linea.impuestos.reduce((total, impuesto) => (impuesto.codigo === codigo ? total + impuesto.valor : total), 0)

function lineasOf(form: FacturaForm, totales: TotalesDocumento): Preparado['fila']['lineas'] {
  return totales.lineas.map((total, at) => {
    const linea = form.lineas[at]
    if (!linea) throw new Error('totals without a line')
    return {
      producto_id: linea.producto_id ?? null,
      codigo: linea.codigo ?? null,
      descripcion: linea.descripcion,
      cantidad: total.cantidad,
      precio_unitario: total.precioUnitario,
      descuento: total.descuento,
      base: total.precioTotalSinImpuesto,
      tipo_iva: linea.iva,
      iva: taxOf(total, IVA),
      ice: taxOf(total, '3'),
      irbpnr: taxOf(total, '5'),
    }
  })
}

/** Another company's product is as absent as one that never was. */
const checkProductos = (form: FacturaForm, known: readonly string[]): Problem[] =>
  form.lineas.flatMap(({ producto_id: id }, at) =>
    id === undefined || known.includes(id.toLowerCase()) ? [] : [{ campo: `lineas.${at}.producto_id`, message: 'El producto no existe o fue eliminado.' }])

/** Everything about a factura but its number; what blocks it is thrown before one is taken. */
async function prepare(deps: Deps, form: FacturaForm, contexto: ContextoEmision, fecha: Fecha, tx: Tx, empresaId: string): Promise<Preparado> {
  const { totales, problemas, avisos } = reviseFactura(form, fecha, contexto.condiciones)
  problemas.push(...checkProductos(form, contexto.productos))
  if (problemas.length > 0) throw errors.invalid(problemas)
  const datos = { form, fecha, contexto, totales, rucProveedor: deps.config.rucProveedor }
  const structural = DOCUMENTOS.factura.validate(armarFactura(datos, SIN_NUMERO)).filter(({ campo }) => !/claveAcceso|secuencial/.test(campo))
  if (structural.length > 0) throw errors.invalid(structural.map(({ campo, mensaje }) => ({ campo, message: mensaje })))
  return {
    fila: {
      ...(await receptorOf(tx, empresaId, contexto, form.comprador, deps.clock.now())),
      subtotal: totales.totalSinImpuestos,
      descuento: totales.totalDescuento,
      iva: totales.totalConImpuestos.reduce((total, impuesto) => (impuesto.codigo === IVA ? total + impuesto.valor : total), 0),
      total: totales.importeTotal,
      lineas: lineasOf(form, totales),
      pagos: form.pagos.map((pago) => ({ forma_pago: pago.forma_pago, total: pago.total, plazo: pago.plazo ?? null, unidad_tiempo: pago.unidad_tiempo ?? null })),
      entrada: form,
    },
    xmlWith: (identidad) => DOCUMENTOS.factura.toXml(armarFactura(datos, identidad)),
    avisos,
  }
}

const pedidoOf = (deps: Deps, { empresaId }: SesionAbierta, id: string, idempotencyKey: string, form: FacturaForm): PedidoEmision<FacturaForm> => ({
  id,
  idempotencyKey,
  tipo: FACTURA,
  establecimiento: form.establecimiento,
  punto: form.punto,
  fecha: form.fecha_emision,
  identificaciones: identificacionesOf(form.comprador),
  productos: [...new Set(form.lineas.flatMap(({ producto_id }) => producto_id ?? []))],
  form,
  prepare: (contexto, fecha, tx) => prepare(deps, form, contexto, fecha, tx, empresaId),
})

export const emitFactura = (deps: Deps, session: SesionAbierta, id: string, key: string, form: FacturaForm): Promise<Emitido> =>
  emit(deps, session, pedidoOf(deps, session, id, key, form))

export const correctFactura = (deps: Deps, session: SesionAbierta, id: string, key: string, form: FacturaForm): Promise<Emitido> =>
  correct(deps, session, pedidoOf(deps, session, id, key, form))

/** Validates and totals without saving: what the screen shows and what emission would say. */
export async function calculate({ clock }: Deps, tx: Tx, { empresaId }: SesionAbierta, form: FacturaForm): Promise<Calculo> {
  const { condiciones, dias } = await readCondiciones(tx, empresaId)
  const avisosFecha: { campo?: string | undefined; message: string }[] = []
  const fecha = decideFecha(form.fecha_emision, fechaIn(clock.now()), dias, avisosFecha)
  const { totales, problemas, avisos } = reviseFactura(form, fecha, condiciones)
  const shown = (list: readonly { campo?: string | undefined; message: string }[]) => list.map(({ campo, message }) => ({ campo: campo ?? '', message }))
  return {
    fecha_emision: fecha,
    subtotal: totales.totalSinImpuestos,
    descuento: totales.totalDescuento,
    impuestos: totales.totalConImpuestos.map(({ codigo, codigoPorcentaje, tarifa, baseImponible, valor }) => ({ codigo, codigo_porcentaje: codigoPorcentaje, tarifa, base: baseImponible, valor })),
    propina: totales.propina,
    total: totales.importeTotal,
    lineas: totales.lineas.map((linea) => ({ precio_unitario: linea.precioUnitario, descuento: linea.descuento, base: linea.precioTotalSinImpuesto, iva: taxOf(linea, IVA), total: linea.total })),
    problemas: shown(problemas),
    avisos: shown([...avisosFecha, ...avisos]),
  }
}

/** The form of an issued factura, ready to start another: today's date, rates that no longer hold are left for the user to choose. */
export function duplicate(entrada: FacturaForm, hoy: Fecha): FacturaForm {
  const { fecha_emision: _fecha, ...form } = entrada
  return { ...form, lineas: form.lineas.map((linea) => (tarifaIvaAt(linea.iva, hoy) ? linea : { ...linea, iva: 6 })) }
}
