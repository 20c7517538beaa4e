import {
  add,
  COD_DOC,
  CODIGO_SIN_RETENCION,
  IMPUESTO_RETENIDO,
  largest,
  parametroAt,
  parseNumero,
  parseRefrendo,
  sum,
  TIPO_IDENTIFICACION,
  totalesCompraOf,
  type Fecha,
  type Monto,
  type PeriodoFiscal,
} from '@yupana/fiscal'
import { nombreAts, writeAts, type CompraAts, type ExportacionAts, type ReembolsoAts, type VentaAts } from '@yupana/sri'

import type { Db } from '../../db/connect.ts'
import { inEmpresa, type Tx } from '../../db/transaction.ts'
import { zipOf } from '../../http/zip-stream.ts'
import * as sql from './ats.sql.ts'
import { esNota } from './cifras-periodo.service.ts'
import { listExportaciones, type ExportacionListada } from './exportacion.sql.ts'
import type { Declarante } from './papel.service.ts'

/** Purchases or exports of one page. */
const TRAMO = 2_000

/** Table 2: the code of an identification in the XML of a document, as the ATS codes it for a purchase and for a sale. */
const DE_COMPRA: Readonly<Record<string, CompraAts['tipoIdentificacion']>> = { '04': '01', '05': '02', '06': '03', '08': '03' }
const DE_VENTA: Readonly<Record<string, VentaAts['tipoIdentificacion']>> = { '04': '04', '05': '05', '06': '06', '07': '07', '08': '06' }
/** A factura is 18 among sales: 01 is refused. */
const TIPO_VENTA: Readonly<Record<string, string>> = { [COD_DOC.FACTURA]: '18' }

const partsOf = (numero: string) => {
  const parts = parseNumero(numero)
  return { establecimiento: parts?.estab ?? '', punto: parts?.ptoEmi ?? '', secuencial: Number(parts?.secuencial ?? 1) }
}

/** Ways of payment, only above the floor of the law and never of a credit note. The bases include the ICE. */
const formasDe = ({ tipo, formas_pago: formas, gravada, cero, no_gravada: noGravada, exenta, iva }: sql.CompraListada, fecha: Fecha) =>
  !esNota(tipo) && sum([gravada, cero, noGravada, exenta, iva]) > parametroAt('bancarizacionMinimo', fecha).valor ? formas : []

/** A payment without withholding is reported with its base and code 332. */
function airsDe({ tipo, retenciones, sin_retener: left }: sql.CompraListada): CompraAts['airs'] {
  if (esNota(tipo)) return []
  const airs = retenciones.filter(({ impuesto }) => impuesto === IMPUESTO_RETENIDO.RENTA)
  return left > 0 ? [...airs, { codigo: CODIGO_SIN_RETENCION, base: left, porcentaje: 0, valor: 0 }] : airs
}

function pagoExteriorOf({ pago_exterior: propio, de_retencion: retenido }: sql.CompraListada): CompraAts['pagoExterior'] {
  const pago = propio ?? retenido?.pago_exterior
  return pago
    ? {
        regimen: pago.regimen,
        pais: pago.pais,
        convenio: pago.convenio,
        sujetoRetencion: pago.sujeto_retencion ?? false,
        regimenFiscal: pago.regimen_fiscal ?? false,
      }
    : undefined
}

const reembolsosOf = ({ reembolsos }: sql.CompraListada): ReembolsoAts[] =>
  reembolsos.map(({ tipo_identificacion, identificacion, cod_doc, numero, fecha, autorizacion, impuestos }) => {
    const { gravado, cero, noObjeto, exento, ice, iva } = totalesCompraOf(
      impuestos.map(({ codigo_porcentaje: codigoPorcentaje, ...one }) => ({ ...one, codigoPorcentaje })),
      0,
    )
    return {
      ...partsOf(numero),
      autorizacion,
      tipo: cod_doc,
      tipoIdentificacion: DE_COMPRA[tipo_identificacion] ?? '03',
      identificacion,
      fecha,
      bases: { noGravada: noObjeto, cero, gravada: gravado, exenta: exento, ice, iva },
    }
  })

export function compraOf(fila: sql.CompraListada): CompraAts {
  const ivas = fila.retenciones.filter(({ impuesto }) => impuesto === IMPUESTO_RETENIDO.IVA)
  const retencionesIva: Record<string, Monto> = {}
  for (const { codigo, valor } of ivas) retencionesIva[codigo] = add(retencionesIva[codigo] ?? 0, valor)
  const { modificado } = fila
  const tipoSujeto = fila.tipo_sujeto ?? fila.de_retencion?.tipo_sujeto
  return {
    ...partsOf(fila.numero),
    autorizacion: fila.autorizacion,
    sustento: fila.sustento,
    tipoIdentificacion: DE_COMPRA[fila.identificacion_tipo] ?? '03',
    identificacion: fila.identificacion,
    nombre: fila.nombre,
    ...(tipoSujeto && { tipoProveedor: tipoSujeto }),
    parteRelacionada: fila.parte_relacionada || fila.de_retencion?.parte_relacionada === true,
    tipo: fila.tipo,
    registro: fila.registro,
    emision: fila.emision,
    bases: { noGravada: fila.no_gravada, cero: fila.cero, gravada: fila.gravada, exenta: fila.exenta, ice: fila.ice, iva: fila.iva },
    retencionesIva,
    pagoExterior: pagoExteriorOf(fila),
    reembolsos: reembolsosOf(fila),
    formasPago: formasDe(fila, fila.emision),
    airs: airsDe(fila),
    retencion: fila.voucher ?? undefined,
    modificado: modificado
      ? { tipo: modificado.tipo, ...partsOf(modificado.numero), autorizacion: modificado.autorizacion ?? '999' }
      : undefined,
  }
}

const IDENTIFICADAS: readonly string[] = [TIPO_IDENTIFICACION.RUC, TIPO_IDENTIFICACION.CEDULA]

/** Adds what a client withheld to the first of his facturas: the form asks by client. */
export function withRecibidas(ventas: readonly sql.VentaListada[], recibidas: readonly sql.RecibidaListada[]): VentaAts[] {
  const left = new Map(recibidas.map((one) => [one.agente, one]))
  return ventas.map((fila) => {
    const agente = fila.identificacion.slice(0, 10)
    const retenido = fila.tipo !== COD_DOC.NOTA_CREDITO && IDENTIFICADAS.includes(fila.identificacion_tipo) ? left.get(agente) : undefined
    if (retenido) left.delete(agente)
    return ventaOf(fila, retenido)
  })
}

const ventaOf = (fila: sql.VentaListada, retenido: sql.RecibidaListada | undefined): VentaAts => ({
  tipoIdentificacion: DE_VENTA[fila.identificacion_tipo] ?? '06',
  identificacion: fila.identificacion,
  nombre: fila.nombre,
  parteRelacionada: false,
  tipo: TIPO_VENTA[fila.tipo] ?? fila.tipo,
  emision: fila.modo_emision === 1 ? 'F' : 'E',
  comprobantes: fila.comprobantes,
  bases: { noGravada: fila.no_gravada, cero: fila.cero, gravada: fila.gravada, ice: fila.ice, iva: fila.iva },
  retencionIva: retenido?.iva ?? 0,
  retencionRenta: retenido?.renta ?? 0,
  formasPago: fila.tipo === COD_DOC.NOTA_CREDITO ? [] : fila.formas_pago,
})

/** A note is reported with its own value, and with customs, country and income of its factura. */
export function exportacionOf(fila: ExportacionListada): ExportacionAts {
  const { tipo_ingreso: ingreso } = fila
  return {
    ...partsOf(fila.numero),
    autorizacion: fila.autorizacion,
    tipoIdentificacion: fila.identificacion_tipo === TIPO_IDENTIFICACION.RUC ? '20' : '21',
    identificacion: fila.identificacion,
    nombre: fila.nombre,
    tipoCliente: fila.tipo_cliente,
    parteRelacionada: fila.parte_relacionada,
    regimen: fila.regimen,
    pais: fila.pais,
    regimenNombre: fila.regimen_nombre ?? undefined,
    paisDestino: fila.pais_destino,
    clase: fila.clase,
    ingreso: ingreso === null ? undefined : { tipo: ingreso, impuesto: fila.impuesto_exterior ?? undefined },
    refrendo: fila.refrendo === null ? undefined : parseRefrendo(fila.refrendo),
    documentoTransporte: fila.documento_transporte ?? undefined,
    tipo: fila.tipo,
    embarque: fila.fecha_embarque ?? fila.emision,
    valorFob: fila.propia ? (fila.valor_fob ?? fila.valor) : fila.valor,
    valorComprobante: fila.valor,
    emision: fila.emision,
  }
}

/** Reads page after page, by id. */
async function* paginas<T extends { id: string }>(read: (desde: string) => Promise<T[]>): AsyncGenerator<T> {
  for (let desde = sql.NADIE; ;) {
    const filas = await read(desde)
    yield* filas
    const last = filas.at(-1)
    if (!last || filas.length < TRAMO) return
    desde = last.id
  }
}
async function* each<T, U>(items: AsyncIterable<T>, of: (item: T) => U): AsyncGenerator<U> {
  for await (const item of items) yield of(item)
}

export interface PedidoAts {
  periodo: PeriodoFiscal
  /** Whether documents issued electronically count in the totals too. */
  electronicas: boolean
}

/** How pages are read: each in a transaction of its own, or all in one. */
type Within = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/** The ZIP of a period's ATS; purchases and exports are read page by page while it is downloaded. */
export const zipAts = (db: Db, quien: Declarante, pedido: PedidoAts) =>
  zipWithin((work) => inEmpresa(db, quien.empresaId, work), quien, pedido)

export async function zipWithin(within: Within, quien: Declarante, { periodo, electronicas }: PedidoAts) {
  const { empresaId, ambiente } = quien
  const ambito = { empresaId, ambiente, desde: periodo.desde, hasta: periodo.hasta }
  const { ventas, recibidas, establecimientos } = await within(async (tx) => ({
    ventas: await sql.listVentas(tx, ambito),
    recibidas: await sql.listRecibidas(tx, ambito),
    establecimientos: await sql.listEstablecimientos(tx, ambito),
  }))
  const totalDe = ({ fisicas, electronicas: otras }: sql.EstablecimientoListado) => add(fisicas, electronicas ? otras : 0)
  const compras = paginas((desde) => within((tx) => sql.listCompras(tx, ambito, desde, TRAMO)))
  const exportaciones = paginas((desde) => within((tx) => listExportaciones(tx, ambito, desde, TRAMO)))
  const nombre = nombreAts(periodo)
  const xml = writeAts({
    cabecera: {
      ruc: quien.ruc,
      razonSocial: quien.razonSocial,
      desde: periodo.desde,
      meses: periodo.meses,
      establecimientos: Math.max(establecimientos.length, 1),
      totalVentas: sum(establecimientos.map(totalDe)),
    },
    compras: each(compras, compraOf),
    ventas: withRecibidas(ventas, recibidas),
    establecimientos: establecimientos.map((one) => ({ codigo: one.codigo, ventas: largest(totalDe(one), 0) })),
    exportaciones: each(exportaciones, exportacionOf),
  })
  return { nombre: `${nombre}.zip`, zip: zipOf([{ nombre: `${nombre}.xml`, partes: xml }]) }
}
