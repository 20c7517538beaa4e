import type { FacturaForm } from '@yupana/contract'
import { COD_DOC, fromUnits, type Fecha, type TotalesDocumento } from '@yupana/fiscal'
import type { Factura } from '@yupana/sri'

import { camposAdicionales, emisorOf, infoTributariaOf, optional } from '../comprobante/armar.service.ts'
import type { ContextoEmision } from '../comprobante/condicion.service.ts'
import type { Identidad } from '../comprobante/emision.service.ts'

export interface FacturaDatos {
  form: FacturaForm
  fecha: Fecha
  contexto: ContextoEmision
  totales: TotalesDocumento
  /** RUC of the provider of the system, compulsory in every document when the installation has one (O-89). */
  rucProveedor: string | undefined
}

function infoFactura({ form, fecha, contexto, totales }: FacturaDatos): Factura['infoFactura'] {
  const { comprador } = form
  return {
    fechaEmision: fecha,
    ...emisorOf(contexto, fecha),
    tipoIdentificacionComprador: comprador.tipo_identificacion,
    ...optional('guiaRemision', form.guia_remision),
    razonSocialComprador: comprador.razon_social,
    identificacionComprador: comprador.identificacion,
    ...optional('direccionComprador', comprador.direccion),
    totalSinImpuestos: totales.totalSinImpuestos,
    totalDescuento: totales.totalDescuento,
    totalConImpuestos: totales.totalConImpuestos.map(({ codigo, codigoPorcentaje, baseImponible, tarifa, valor }) => ({ codigo, codigoPorcentaje, baseImponible, tarifa, valor })),
    propina: totales.propina,
    importeTotal: totales.importeTotal,
    moneda: 'DOLAR',
    ...optional('placa', form.placa),
    pagos: form.pagos.map((pago) => ({
      formaPago: pago.forma_pago,
      total: pago.total,
      ...(pago.plazo !== undefined && pago.plazo > 0 && { plazo: fromUnits(pago.plazo), unidadTiempo: pago.unidad_tiempo ?? 'dias' }),
    })),
  }
}

const detalles = ({ form, totales }: FacturaDatos): Factura['detalles'] =>
  form.lineas.map((linea, at) => {
    const total = totales.lineas[at]
    if (!total) throw new Error('a line without totals')
    return {
      ...optional('codigoPrincipal', linea.codigo),
      ...optional('codigoAuxiliar', linea.codigo_auxiliar),
      descripcion: linea.descripcion,
      ...optional('unidadMedida', linea.unidad_medida),
      cantidad: total.cantidad,
      precioUnitario: total.precioUnitario,
      descuento: total.descuento,
      precioTotalSinImpuesto: total.precioTotalSinImpuesto,
      ...(linea.detalles_adicionales.length > 0 && { detallesAdicionales: linea.detalles_adicionales }),
      impuestos: total.impuestos.map(({ codigo, codigoPorcentaje, tarifa, baseImponible, valor }) => ({ codigo, codigoPorcentaje, tarifa, baseImponible, valor })),
    }
  })

const sustitutiva = ({ sustitutiva_guia: guia }: FacturaForm): Pick<Factura, 'infoSustitutivaGuiaRemision'> =>
  guia
    ? {
        infoSustitutivaGuiaRemision: {
          dirPartida: guia.dir_partida,
          dirDestinatario: guia.dir_destinatario,
          fechaIniTransporte: guia.fecha_ini,
          fechaFinTransporte: guia.fecha_fin,
          razonSocialTransportista: guia.razon_social_transportista,
          tipoIdentificacionTransportista: guia.tipo_identificacion_transportista,
          rucTransportista: guia.identificacion_transportista,
          placa: guia.placa,
          destinos: guia.destinos.map((destino) => ({
            motivoTraslado: destino.motivo,
            ...optional('docAduaneroUnico', destino.doc_aduanero),
            ...optional('codEstabDestino', destino.establecimiento_destino),
            ...optional('ruta', destino.ruta),
          })),
        },
      }
    : {}

/** The factura as its XML has it. 2.1.0 only where third-party items or a substituted waybill need it (O-87). */
export function armarFactura(datos: FacturaDatos, identidad: Identidad): Factura {
  const { form, contexto, fecha, rucProveedor } = datos
  const needsTwo = form.rubros_terceros.length > 0 || form.sustitutiva_guia !== undefined
  const { correos, telefono } = form.comprador
  const campos = camposAdicionales({ contexto, rucProveedor, propios: form.info_adicional, correos, telefono })
  return {
    version: needsTwo ? '2.1.0' : '1.1.0',
    infoTributaria: infoTributariaOf(contexto, fecha, { codDoc: COD_DOC.FACTURA, establecimiento: form.establecimiento, punto: form.punto }, identidad),
    infoFactura: infoFactura(datos),
    detalles: detalles(datos),
    ...sustitutiva(form),
    ...(form.rubros_terceros.length > 0 && { otrosRubrosTerceros: form.rubros_terceros }),
    ...(campos.length > 0 && { infoAdicional: campos }),
  }
}
