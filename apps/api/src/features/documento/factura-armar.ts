import type { FacturaForm } from '@yupana/contract'
import { COD_DOC, type Fecha, type TotalesDocumento } from '@yupana/fiscal'
import type { Factura } from '@yupana/sri'

import {
  cabeceraReembolso,
  camposAdicionales,
  detallesOf,
  emisorOf,
  infoTributariaOf,
  optional,
  pagosOf,
  reembolsosOf,
  type ContextoEmision,
} from '../comprobante/armado/armado.door.ts'
import type { Identidad } from '../comprobante/identidad/identidad.door.ts'
import { exportacionOf } from './factura-comercio.ts'

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
    ...exportacionOf(form),
    tipoIdentificacionComprador: comprador.tipo_identificacion,
    ...optional('guiaRemision', form.guia_remision),
    razonSocialComprador: comprador.razon_social,
    identificacionComprador: comprador.identificacion,
    ...optional('direccionComprador', comprador.direccion),
    totalSinImpuestos: totales.totalSinImpuestos,
    ...optional('totalSubsidio', totales.totalSubsidio),
    totalDescuento: totales.totalDescuento,
    ...cabeceraReembolso(form.reembolsos ?? []),
    totalConImpuestos: totales.totalConImpuestos.map(({ codigo, codigoPorcentaje, baseImponible, tarifa, valor }) => ({
      codigo,
      codigoPorcentaje,
      baseImponible,
      tarifa,
      valor,
    })),
    propina: totales.propina,
    importeTotal: totales.importeTotal,
    moneda: 'DOLAR',
    ...optional('placa', form.placa),
    pagos: pagosOf(form.pagos),
  }
}

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

/** The factura in its XML form. 2.1.0 only for third-party items or a replaced waybill (O-87). */
export function armarFactura(datos: FacturaDatos, identidad: Identidad): Factura {
  const { form, contexto, fecha, totales, rucProveedor } = datos
  const needsTwo = form.rubros_terceros.length > 0 || form.sustitutiva_guia !== undefined
  const {
    comprador: { correos, telefono },
    reembolsos = [],
  } = form
  const campos = camposAdicionales({ contexto, rucProveedor, propios: form.info_adicional, correos, telefono })
  return {
    version: needsTwo ? '2.1.0' : '1.1.0',
    infoTributaria: infoTributariaOf(
      contexto,
      fecha,
      { codDoc: COD_DOC.FACTURA, establecimiento: form.establecimiento, punto: form.punto },
      identidad,
    ),
    infoFactura: infoFactura(datos),
    detalles: detallesOf(form.lineas, totales),
    ...(reembolsos.length > 0 && { reembolsos: reembolsosOf(reembolsos) }),
    ...sustitutiva(form),
    ...(form.rubros_terceros.length > 0 && { otrosRubrosTerceros: form.rubros_terceros }),
    ...(form.negociable?.correo !== undefined && { tipoNegociable: { correo: form.negociable.correo } }),
    ...(campos.length > 0 && { infoAdicional: campos }),
  }
}
