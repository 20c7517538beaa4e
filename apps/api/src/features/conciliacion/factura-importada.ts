import type { FacturaForm } from '@yupana/contract'
import type { Factura } from '@yupana/sri'

import type { Importado } from './importado.ts'
import {
  camposPropios,
  contactoOf,
  identidadOf,
  ivaTotal,
  lineaFacturaForm,
  lineaImportada,
  pagosForm,
  pagosImportados,
  readTipo,
  reembolsosForm,
  serieOf,
  tipoIdentificacion,
} from './partes-importadas.ts'

const compradorOf = (factura: Factura): FacturaForm['comprador'] => ({
  tipo_identificacion: tipoIdentificacion(factura.infoFactura.tipoIdentificacionComprador),
  identificacion: factura.infoFactura.identificacionComprador,
  razon_social: factura.infoFactura.razonSocialComprador,
  direccion: factura.infoFactura.direccionComprador,
  ...contactoOf(factura),
})

function exportacionOf({ infoFactura: info }: Factura): Pick<FacturaForm, 'exportacion'> {
  if (info.comercioExterior === undefined) return {}
  return {
    exportacion: {
      incoterm: info.incoTermFactura ?? '',
      lugar_incoterm: info.lugarIncoTerm ?? '',
      pais_origen: info.paisOrigen ?? '',
      puerto_embarque: info.puertoEmbarque ?? '',
      puerto_destino: info.puertoDestino ?? '',
      pais_destino: info.paisDestino ?? '',
      pais_adquisicion: info.paisAdquisicion ?? '',
      incoterm_total: info.incoTermTotalSinImpuestos ?? '',
      flete: info.fleteInternacional ?? 0,
      seguro: info.seguroInternacional ?? 0,
      gastos_aduaneros: info.gastosAduaneros ?? 0,
      gastos_transporte: info.gastosTransporteOtros ?? 0,
    },
  }
}

function sustitutivaOf({ infoSustitutivaGuiaRemision: guia }: Factura): Pick<FacturaForm, 'sustitutiva_guia'> {
  if (guia === undefined) return {}
  return {
    sustitutiva_guia: {
      dir_partida: guia.dirPartida,
      dir_destinatario: guia.dirDestinatario,
      fecha_ini: guia.fechaIniTransporte,
      fecha_fin: guia.fechaFinTransporte,
      razon_social_transportista: guia.razonSocialTransportista,
      tipo_identificacion_transportista: tipoIdentificacion(guia.tipoIdentificacionTransportista),
      identificacion_transportista: guia.rucTransportista,
      placa: guia.placa,
      destinos: guia.destinos.map((destino) => ({
        motivo: destino.motivoTraslado,
        doc_aduanero: destino.docAduaneroUnico,
        establecimiento_destino: destino.codEstabDestino,
        ruta: destino.ruta,
      })),
    },
  }
}

const formOf = (factura: Factura): FacturaForm => ({
  ...serieOf(factura),
  fecha_emision: factura.infoFactura.fechaEmision,
  modo: 'NETO',
  comprador: compradorOf(factura),
  lineas: factura.detalles.map((detalle) => lineaFacturaForm(detalle, factura.infoFactura.fechaEmision)),
  pagos: pagosForm(factura.infoFactura.pagos),
  propina: factura.infoFactura.propina ?? 0,
  guia_remision: factura.infoFactura.guiaRemision,
  placa: factura.infoFactura.placa,
  ...(factura.tipoNegociable && { negociable: { correo: factura.tipoNegociable.correo } }),
  info_adicional: camposPropios(factura),
  rubros_terceros: [...(factura.otrosRubrosTerceros ?? [])],
  ...(factura.reembolsos && { reembolsos: reembolsosForm(factura.reembolsos) }),
  ...exportacionOf(factura),
  ...sustitutivaOf(factura),
})

/** The rows of a factura read back from its XML. @throws XmlError when it cannot be read */
export function facturaImportada(xml: string): Importado {
  const factura = readTipo('factura', xml)
  const { infoFactura, detalles } = factura
  return {
    ...identidadOf(factura),
    fecha_emision: infoFactura.fechaEmision,
    receptor: compradorOf(factura),
    rol: 'cliente',
    subtotal: infoFactura.totalSinImpuestos,
    descuento: infoFactura.totalDescuento,
    iva: ivaTotal(infoFactura.totalConImpuestos),
    total: infoFactura.importeTotal,
    lineas: detalles.map((detalle) => lineaImportada(detalle, detalle.codigoPrincipal)),
    pagos: pagosImportados(infoFactura.pagos),
    entrada: formOf(factura),
  }
}
