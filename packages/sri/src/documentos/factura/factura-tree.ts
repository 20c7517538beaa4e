// Element trees of factura 1.0.0, 1.1.0, 2.0.0 and 2.1.0 (official XSD).
import {
  amount,
  code,
  fecha,
  group,
  line,
  listOf,
  optional,
  plainNumber,
  signedAmount,
  sixDecimals,
  type ValueOf,
} from '../arbol/element-tree.ts'
import { infoTributaria } from '../partes/info-tributaria.ts'
import * as partes from '../partes/partes.ts'

const incoterm = code('([A-Z])*', 'debe ser un incoterm en mayúsculas', { min: 1, max: 10 })

const infoFactura = group({
  fechaEmision: fecha,
  dirEstablecimiento: optional(line(300)),
  contribuyenteEspecial: optional(partes.contribuyenteEspecial),
  obligadoContabilidad: optional(partes.obligadoContabilidad),
  comercioExterior: optional(code('EXPORTADOR', 'debe ser EXPORTADOR')),
  incoTermFactura: optional(incoterm),
  lugarIncoTerm: optional(line(300)),
  paisOrigen: optional(partes.digits(3)),
  puertoEmbarque: optional(line(300)),
  puertoDestino: optional(line(300)),
  paisDestino: optional(partes.digits(3)),
  paisAdquisicion: optional(partes.digits(3)),
  tipoIdentificacionComprador: partes.tipoIdentificacion,
  guiaRemision: optional(partes.numeroConGuiones),
  razonSocialComprador: line(300),
  identificacionComprador: line(20),
  direccionComprador: optional(line(300)),
  totalSinImpuestos: amount,
  totalSubsidio: optional(amount),
  incoTermTotalSinImpuestos: optional(incoterm),
  totalDescuento: signedAmount,
  ...partes.totalesReembolso,
  totalConImpuestos: listOf(
    'totalImpuesto',
    group({
      codigo: partes.codigoImpuesto,
      codigoPorcentaje: partes.codigoPorcentaje,
      descuentoAdicional: optional(signedAmount),
      baseImponible: amount,
      tarifa: optional(partes.tarifa),
      valor: amount,
      valorDevolucionIva: optional(amount),
    }),
  ),
  compensaciones: optional(partes.compensaciones),
  propina: optional(amount),
  fleteInternacional: optional(amount),
  seguroInternacional: optional(amount),
  gastosAduaneros: optional(amount),
  gastosTransporteOtros: optional(amount),
  importeTotal: amount,
  moneda: optional(line(15)),
  placa: optional(line(20)),
  pagos: optional(partes.pagos),
  valorRetIva: optional(amount),
  valorRetRenta: optional(amount),
})

const retenciones = listOf(
  'retencion',
  group({
    codigo: code('[4]{1}', 'debe ser 4'),
    codigoPorcentaje: code('[0-9]{1,3}', 'debe ser un código de 1 a 3 dígitos'),
    tarifa: plainNumber(5),
    valor: amount,
  }),
)

const infoSustitutivaGuiaRemision = group({
  dirPartida: line(300),
  dirDestinatario: line(300),
  fechaIniTransporte: fecha,
  fechaFinTransporte: fecha,
  razonSocialTransportista: line(300),
  tipoIdentificacionTransportista: partes.tipoIdentificacion,
  rucTransportista: line(20),
  placa: line(20),
  destinos: listOf(
    'destino',
    group({
      motivoTraslado: line(300),
      docAduaneroUnico: optional(line(64)),
      codEstabDestino: optional(partes.digits(3)),
      ruta: optional(line(300)),
    }),
  ),
})

const twoDecimals = partes.detallesDeVenta(amount, partes.impuestosDeDetalle)
const upToSix = partes.detallesDeVenta(sixDecimals, partes.impuestosDeDetalle)
const head = { infoTributaria, infoFactura }
const reembolsos = optional(partes.reembolsos)
const terceros = {
  infoSustitutivaGuiaRemision: optional(infoSustitutivaGuiaRemision),
  otrosRubrosTerceros: optional(listOf('rubro', group({ concepto: line(300), total: amount }))),
}
const tail = {
  tipoNegociable: optional(partes.tipoNegociable),
  maquinaFiscal: optional(partes.maquinaFiscal),
  infoAdicional: optional(partes.infoAdicional),
}

/** Versions x.0.0 write two decimals everywhere and have no `retenciones`; 2.x adds the waybill and third-party items. */
export const facturaTrees = {
  '1.0.0': group({ ...head, detalles: twoDecimals, reembolsos, ...tail }),
  '1.1.0': group({ ...head, detalles: upToSix, reembolsos, retenciones: optional(retenciones), ...tail }),
  '2.0.0': group({ ...head, detalles: twoDecimals, reembolsos, ...terceros, ...tail }),
  '2.1.0': group({ ...head, detalles: upToSix, reembolsos, retenciones: optional(retenciones), ...terceros, ...tail }),
}

export type VersionFactura = keyof typeof facturaTrees

/**
 * An invoice in the shape of its XML: tags are property names, and a container of one repeated tag is an array under the container's name.
 * Amounts are `Monto` (×10^6), percentages ×10^6, dates `yyyy-MM-dd`.
 */
export type Factura = { version: VersionFactura } & ValueOf<(typeof facturaTrees)['2.1.0']>
export type InfoFactura = Factura['infoFactura']
export type DetalleFactura = Factura['detalles'][number]
export type TotalImpuesto = InfoFactura['totalConImpuestos'][number]
export type InfoSustitutivaGuiaRemision = NonNullable<Factura['infoSustitutivaGuiaRemision']>
