import type { FacturaForm, LineaForm } from '@yupana/contract'
import { CODIGO_IMPUESTO, tipoIvaOf, TIPO_IVA, toDecimal } from '@yupana/fiscal'
import { readComprobante, XmlError, type DetalleFactura, type Factura } from '@yupana/sri'

import type { Importado } from './importado.ts'

/** Fields that the product itself adds to every factura: the form has them elsewhere, or nowhere. */
const ADDED = /^(email|teléfono|ruc proveedor|gran contribuyente)$/i

const taxOf = ({ impuestos }: DetalleFactura, codigo: string) => impuestos.find((impuesto) => impuesto.codigo === codigo)
const tipoIvaOfDetalle = (detalle: DetalleFactura): number => tipoIvaOf(taxOf(detalle, CODIGO_IMPUESTO.IVA)?.codigoPorcentaje ?? '') ?? TIPO_IVA.CERO

function lineaForm(detalle: DetalleFactura): LineaForm {
  const ice = taxOf(detalle, CODIGO_IMPUESTO.ICE)
  const irbpnr = taxOf(detalle, CODIGO_IMPUESTO.IRBPNR)
  return {
    codigo: detalle.codigoPrincipal,
    codigo_auxiliar: detalle.codigoAuxiliar,
    descripcion: detalle.descripcion,
    unidad_medida: detalle.unidadMedida,
    cantidad: detalle.cantidad,
    precio_unitario: detalle.precioUnitario,
    descuento: detalle.descuento,
    iva: tipoIvaOfDetalle(detalle),
    ...(ice && { ice: { codigo: ice.codigoPorcentaje, tarifa: ice.tarifa } }),
    ...(irbpnr && { irbpnr: { tarifa: irbpnr.tarifa ?? 0 } }),
    detalles_adicionales: [...(detalle.detallesAdicionales ?? [])],
  }
}

const fieldOf = ({ infoAdicional = [] }: Factura, wanted: string) => infoAdicional.find(({ nombre }) => nombre.toLowerCase() === wanted)?.valor

const compradorOf = (factura: Factura): FacturaForm['comprador'] => ({
  tipo_identificacion: factura.infoFactura.tipoIdentificacionComprador as FacturaForm['comprador']['tipo_identificacion'],
  identificacion: factura.infoFactura.identificacionComprador,
  razon_social: factura.infoFactura.razonSocialComprador,
  direccion: factura.infoFactura.direccionComprador,
  telefono: fieldOf(factura, 'teléfono')?.slice(0, 30),
  // The field is cut at 300 characters: a last address may be half of one.
  correos: (fieldOf(factura, 'email') ?? '').split(/[,;\s]+/).filter((correo) => /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/.test(correo)).slice(0, 10),
})

/** The form the factura could have been made from: «duplicar» and «corregir» start with it. */
function formOf(factura: Factura): FacturaForm {
  const { infoTributaria, infoFactura, infoSustitutivaGuiaRemision: guia } = factura
  return {
    establecimiento: infoTributaria.estab,
    punto: infoTributaria.ptoEmi,
    fecha_emision: infoFactura.fechaEmision,
    modo: 'NETO',
    comprador: compradorOf(factura),
    lineas: factura.detalles.map(lineaForm),
    pagos: pagosOf(factura).map(({ forma_pago, total, plazo, unidad_tiempo }) => ({
      forma_pago, total, plazo: plazo ?? undefined, unidad_tiempo: unidad_tiempo ?? undefined,
    })),
    propina: infoFactura.propina ?? 0,
    guia_remision: infoFactura.guiaRemision,
    placa: infoFactura.placa,
    info_adicional: (factura.infoAdicional ?? []).filter(({ nombre }) => !ADDED.test(nombre)),
    rubros_terceros: [...(factura.otrosRubrosTerceros ?? [])],
    ...(guia && {
      sustitutiva_guia: {
        dir_partida: guia.dirPartida,
        dir_destinatario: guia.dirDestinatario,
        fecha_ini: guia.fechaIniTransporte,
        fecha_fin: guia.fechaFinTransporte,
        razon_social_transportista: guia.razonSocialTransportista,
        tipo_identificacion_transportista: guia.tipoIdentificacionTransportista as FacturaForm['comprador']['tipo_identificacion'],
        identificacion_transportista: guia.rucTransportista,
        placa: guia.placa,
        destinos: guia.destinos.map((destino) => ({
          motivo: destino.motivoTraslado, doc_aduanero: destino.docAduaneroUnico, establecimiento_destino: destino.codEstabDestino, ruta: destino.ruta,
        })),
      },
    }),
  }
}

const pagosOf = ({ infoFactura }: Factura) =>
  (infoFactura.pagos ?? []).map((pago) => ({
    forma_pago: pago.formaPago,
    total: pago.total,
    plazo: pago.plazo === undefined ? null : Math.round(toDecimal(pago.plazo)),
    unidad_tiempo: pago.unidadTiempo ?? null,
  }))

/** The rows of a factura read back from its XML. Throws XmlError when it cannot be read. */
export function facturaImportada(xml: string): Importado {
  const leido = readComprobante(xml)
  if (leido.tipo !== 'factura') throw new XmlError('STRUCTURE', `El documento es <${leido.tipo}> y se esperaba <factura>.`, leido.tipo)
  const { documento: factura } = leido
  const { infoTributaria, infoFactura } = factura
  const comprador = compradorOf(factura)
  return {
    clave: infoTributaria.claveAcceso,
    ruc: infoTributaria.ruc,
    fecha_emision: infoFactura.fechaEmision,
    comprador,
    subtotal: infoFactura.totalSinImpuestos,
    descuento: infoFactura.totalDescuento,
    iva: infoFactura.totalConImpuestos.reduce((total, impuesto) => (impuesto.codigo === CODIGO_IMPUESTO.IVA ? total + impuesto.valor : total), 0),
    total: infoFactura.importeTotal,
    lineas: factura.detalles.map((detalle) => ({
      codigo: detalle.codigoPrincipal ?? null,
      descripcion: detalle.descripcion,
      cantidad: detalle.cantidad,
      precio_unitario: detalle.precioUnitario,
      descuento: detalle.descuento,
      base: detalle.precioTotalSinImpuesto,
      tipo_iva: tipoIvaOfDetalle(detalle),
      iva: taxOf(detalle, CODIGO_IMPUESTO.IVA)?.valor ?? 0,
      ice: taxOf(detalle, CODIGO_IMPUESTO.ICE)?.valor ?? 0,
      irbpnr: taxOf(detalle, CODIGO_IMPUESTO.IRBPNR)?.valor ?? 0,
    })),
    pagos: pagosOf(factura),
    entrada: formOf(factura),
  }
}
