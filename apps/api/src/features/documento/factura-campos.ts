import { CAMPOS_REEMBOLSO, problemOf } from '../comprobante/armado/armado.door.ts'

/** Where the form of a factura has another name than the document. */
const CAMPOS: Readonly<Record<string, string>> = {
  ...CAMPOS_REEMBOLSO, infoFactura: '', comprador: 'comprador.identificacion', identificacionComprador: 'comprador.identificacion',
  tipoIdentificacionComprador: 'comprador.tipo_identificacion', razonSocialComprador: 'comprador.razon_social', direccionComprador: 'comprador.direccion',
  detalles: 'lineas', codigoPrincipal: 'codigo', otrosRubrosTerceros: 'rubros_terceros', infoSustitutivaGuiaRemision: 'sustitutiva_guia',
  rucTransportista: 'identificacion_transportista', fechaIniTransporte: 'fecha_ini', fechaFinTransporte: 'fecha_fin', motivoTraslado: 'motivo',
  docAduaneroUnico: 'doc_aduanero', codEstabDestino: 'establecimiento_destino',
  incoTermFactura: 'exportacion.incoterm', lugarIncoTerm: 'exportacion.lugar_incoterm', paisOrigen: 'exportacion.pais_origen', puertoEmbarque: 'exportacion.puerto_embarque',
  puertoDestino: 'exportacion.puerto_destino', paisDestino: 'exportacion.pais_destino', paisAdquisicion: 'exportacion.pais_adquisicion',
  incoTermTotalSinImpuestos: 'exportacion.incoterm_total', fleteInternacional: 'exportacion.flete', seguroInternacional: 'exportacion.seguro',
  gastosAduaneros: 'exportacion.gastos_aduaneros', gastosTransporteOtros: 'exportacion.gastos_transporte',
}
export const asProblem = problemOf(CAMPOS)
