import type { Comprador, LineaFacturaForm, LineaForm, ReembolsoForm } from '@yupana/contract'
import { CODIGO_IMPUESTO, isEmail, sum, TIPO_IVA, tipoIvaOf, toDecimal, type Fecha, type Monto } from '@yupana/fiscal'
import {
  readComprobante,
  XmlError,
  type CampoAdicional,
  type DetalleAdicional,
  type DetalleFactura,
  type InfoTributaria,
  type Pago,
  type Reembolso,
  type TipoComprobante,
  type ValorOf,
} from '@yupana/sri'

import type { PagoGuardado } from '../comprobante/armado/armado.door.ts'
import { iceForm, irbpnrForm, type ImpuestoConTarifa } from './ice-importado.ts'
import type { Importado } from './importado.ts'

/** Additional fields written by the product: the form has them elsewhere, or nowhere. */
const ADDED = /^(email|teléfono|ruc proveedor|gran contribuyente)$/i

interface ConCampos {
  infoAdicional?: readonly CampoAdicional[] | undefined
}

/** @throws XmlError when it cannot be read, or is of another type */
export function readTipo<T extends TipoComprobante>(tipo: T, xml: string): ValorOf<T> {
  const leido = readComprobante(xml)
  if (leido.tipo !== tipo) throw new XmlError('STRUCTURE', `El documento es <${leido.tipo}> y se esperaba <${tipo}>.`, leido.tipo)
  return leido.documento as ValorOf<T>
}

export const identidadOf = ({ infoTributaria: { claveAcceso, ruc } }: { infoTributaria: InfoTributaria }) => ({ clave: claveAcceso, ruc })
export const serieOf = ({ infoTributaria: { estab, ptoEmi } }: { infoTributaria: InfoTributaria }) => ({
  establecimiento: estab,
  punto: ptoEmi,
})

/** Additional fields typed by the user. */
export const camposPropios = ({ infoAdicional = [] }: ConCampos) => infoAdicional.filter(({ nombre }) => !ADDED.test(nombre))

export const fieldOf = ({ infoAdicional = [] }: ConCampos, wanted: string) =>
  infoAdicional.find(({ nombre }) => nombre.toLowerCase() === wanted)?.valor

/** Mails and telephone of the receiver, from the product's own fields. */
export const contactoOf = (documento: ConCampos) => ({
  telefono: fieldOf(documento, 'teléfono')?.slice(0, 30),
  // The field is cut at 300 characters: the last address may be incomplete.
  correos: (fieldOf(documento, 'email') ?? '')
    .split(/[,;\s]+/)
    .filter(isEmail)
    .slice(0, 10),
})

export const tipoIdentificacion = (tipo: string) => tipo as Comprador['tipo_identificacion']

interface ImpuestoLeido {
  codigo: string
  codigoPorcentaje: string
  valor: Monto
}

export const ivaTotal = (impuestos: readonly ImpuestoLeido[]): Monto =>
  sum(impuestos.filter(({ codigo }) => codigo === CODIGO_IMPUESTO.IVA).map(({ valor }) => valor))
export const tipoIvaOfCodigo = (codigoPorcentaje: string | undefined): number => tipoIvaOf(codigoPorcentaje ?? '') ?? TIPO_IVA.CERO

/** A line of any document with taxes. */
interface DetalleLeido {
  descripcion: string
  cantidad: number
  precioUnitario: Monto
  descuento?: Monto | undefined
  precioTotalSinImpuesto: Monto
  impuestos: readonly ImpuestoLeido[]
}

const taxOf = <I extends ImpuestoLeido>(impuestos: readonly I[], codigo: string) => impuestos.find((impuesto) => impuesto.codigo === codigo)

export function lineaImportada(detalle: DetalleLeido, codigo: string | undefined): Importado['lineas'][number] {
  const valorOf = (impuesto: string) => taxOf(detalle.impuestos, impuesto)?.valor ?? 0
  return {
    codigo: codigo ?? null,
    descripcion: detalle.descripcion,
    cantidad: detalle.cantidad,
    precio_unitario: detalle.precioUnitario,
    descuento: detalle.descuento ?? 0,
    base: detalle.precioTotalSinImpuesto,
    tipo_iva: tipoIvaOfCodigo(taxOf(detalle.impuestos, CODIGO_IMPUESTO.IVA)?.codigoPorcentaje),
    iva: valorOf(CODIGO_IMPUESTO.IVA),
    ice: valorOf(CODIGO_IMPUESTO.ICE),
    irbpnr: valorOf(CODIGO_IMPUESTO.IRBPNR),
  }
}

type DetalleVenta = Omit<DetalleFactura, 'impuestos'> & { impuestos: readonly (ImpuestoLeido & ImpuestoConTarifa)[] }

/** A line of a factura of that day as in its form. */
export const lineaFacturaForm = (detalle: DetalleVenta, fecha: Fecha): LineaFacturaForm => ({
  ...lineaForm(detalle, fecha),
  precio_sin_subsidio: detalle.precioSinSubsidio,
})

/** A line of a sale or a purchase of that day as in its form. */
export function lineaForm(detalle: DetalleVenta, fecha: Fecha): LineaForm {
  const [iva, ice, irbpnr] = [CODIGO_IMPUESTO.IVA, CODIGO_IMPUESTO.ICE, CODIGO_IMPUESTO.IRBPNR].map((codigo) =>
    taxOf(detalle.impuestos, codigo),
  )
  return {
    codigo: detalle.codigoPrincipal,
    codigo_auxiliar: detalle.codigoAuxiliar,
    descripcion: detalle.descripcion,
    unidad_medida: detalle.unidadMedida,
    cantidad: detalle.cantidad,
    precio_unitario: detalle.precioUnitario,
    descuento: detalle.descuento,
    iva: tipoIvaOfCodigo(iva?.codigoPorcentaje),
    ...(ice && { ice: iceForm(ice, detalle.cantidad, fecha) }),
    ...(irbpnr && { irbpnr: irbpnrForm(irbpnr, detalle.cantidad) }),
    detalles_adicionales: paresOf(detalle.detallesAdicionales),
  }
}

export const paresOf = (detalles: readonly DetalleAdicional[] | undefined) => [...(detalles ?? [])]

export const pagosImportados = (pagos: readonly Pago[] | undefined): PagoGuardado[] =>
  (pagos ?? []).map((pago) => ({
    forma_pago: pago.formaPago,
    total: pago.total,
    plazo: pago.plazo === undefined ? null : Math.round(toDecimal(pago.plazo)),
    unidad_tiempo: pago.unidadTiempo ?? null,
  }))

export const pagosForm = (pagos: readonly Pago[] | undefined) =>
  pagosImportados(pagos).map(({ forma_pago, total, plazo, unidad_tiempo }) => ({
    forma_pago,
    total,
    plazo: plazo ?? undefined,
    unidad_tiempo: unidad_tiempo ?? undefined,
  }))

export const reembolsosForm = (reembolsos: readonly Reembolso[] | undefined): ReembolsoForm[] =>
  (reembolsos ?? []).map((one) => ({
    tipo_identificacion: one.tipoIdentificacionProveedorReembolso as ReembolsoForm['tipo_identificacion'],
    identificacion: one.identificacionProveedorReembolso,
    pais: one.codPaisPagoProveedorReembolso,
    tipo_proveedor: one.tipoProveedorReembolso as ReembolsoForm['tipo_proveedor'],
    cod_doc: one.codDocReembolso,
    numero: `${one.estabDocReembolso}-${one.ptoEmiDocReembolso}-${one.secuencialDocReembolso}`,
    fecha: one.fechaEmisionDocReembolso,
    autorizacion: one.numeroautorizacionDocReemb,
    impuestos: one.detalleImpuestos.map((impuesto) => ({
      codigo: impuesto.codigo as ReembolsoForm['impuestos'][number]['codigo'],
      codigo_porcentaje: impuesto.codigoPorcentaje,
      tarifa: impuesto.tarifa,
      base: impuesto.baseImponibleReembolso,
      valor: impuesto.impuestoReembolso,
    })),
  }))
