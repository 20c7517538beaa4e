/** Writes an ATS as text, piece by piece: purchases may come from a stream, and none is kept in memory. */
import { formatMonto, sum } from '@yupana/fiscal'

import {
  identificacionAts,
  mesAts,
  textoAts,
  type AirAts,
  type BasesAts,
  type CabeceraAts,
  type CompraAts,
  type EstablecimientoAts,
  type ExportacionAts,
  type NumeroAts,
  type PagoExteriorAts,
  type ReembolsoAts,
  type RetencionAts,
  type VentaAts,
} from './ats.ts'
import { amount, element, fecha, siNo } from './elementos.ts'
import { exportacionXml } from './write-exportacion.ts'

export interface ContenidoAts {
  cabecera: CabeceraAts
  compras: AsyncIterable<CompraAts> | Iterable<CompraAts>
  ventas: AsyncIterable<VentaAts> | Iterable<VentaAts>
  establecimientos: readonly EstablecimientoAts[]
  exportaciones?: AsyncIterable<ExportacionAts> | Iterable<ExportacionAts>
}

const pagos = (formas: readonly string[]) =>
  formas.length === 0 ? '' : `<formasDePago>${formas.map((forma) => element('formaPago', forma)).join('')}</formasDePago>`

function cabeceraXml({ ruc, razonSocial, desde, meses, establecimientos, totalVentas }: CabeceraAts): string {
  return [
    element('TipoIDInformante', 'R'),
    element('IdInformante', ruc),
    element('razonSocial', textoAts(razonSocial)),
    element('Anio', desde.slice(0, 4)),
    element('Mes', mesAts({ desde, meses })),
    // Never «NO»: a monthly ATS leaves the element out.
    meses === 6 ? element('regimenMicroempresa', 'SI') : '',
    element('numEstabRuc', String(establecimientos).padStart(3, '0')),
    amount('totalVentas', totalVentas),
    element('codigoOperativo', 'IVA'),
  ].join('')
}

const basesXml = ({ noGravada, cero, gravada, exenta, ice, iva }: BasesAts) =>
  [
    amount('baseNoGraIva', noGravada),
    amount('baseImponible', cero),
    amount('baseImpGrav', gravada),
    amount('baseImpExe', exenta),
    amount('montoIce', ice),
    amount('montoIva', iva),
  ].join('')

/** Table 11: elements of the withholdings of IVA, in the order of the schema. */
const RETENIDO_IVA = [
  ['valRetBien10', '9'],
  ['valRetServ20', '10'],
  ['valorRetBienes', '1'],
  ['valRetServ50', '11'],
  ['valorRetServicios', '2'],
  ['valRetServ100', '3'],
] as const

const PAGO_LOCAL =
  '<pagoExterior><pagoLocExt>01</pagoLocExt><paisEfecPago>NA</paisEfecPago>' +
  '<aplicConvDobTrib>NA</aplicConvDobTrib><pagExtSujRetNorLeg>NA</pagExtSujRetNorLeg></pagoExterior>'

/** The country is written twice: under its régimen, and as the country of the payment. */
const pagoExteriorXml = ({ regimen, pais, convenio, sujetoRetencion, regimenFiscal }: PagoExteriorAts) =>
  [
    '<pagoExterior>',
    element('pagoLocExt', '02'),
    element('tipoRegi', regimen),
    regimen === '01' ? element('paisEfecPagoGen', pais) : '',
    regimen === '02' ? element('paisEfecPagoParFis', pais) : '',
    element('paisEfecPago', pais),
    siNo('aplicConvDobTrib', convenio),
    convenio ? element('pagExtSujRetNorLeg', 'NA') : siNo('pagExtSujRetNorLeg', sujetoRetencion),
    siNo('pagoRegFis', regimenFiscal),
    '</pagoExterior>',
  ].join('')

const totalDe = ({ noGravada, cero, gravada, exenta }: BasesAts) => sum([noGravada, cero, gravada, exenta])

function reembolsoXml({ bases, ...reembolso }: ReembolsoAts): string {
  return [
    '<reembolso>',
    element('tipoComprobanteReemb', reembolso.tipo),
    element('tpIdProvReemb', reembolso.tipoIdentificacion),
    element('idProvReemb', identificacionAts(reembolso.identificacion)),
    element('establecimientoReemb', reembolso.establecimiento),
    element('puntoEmisionReemb', reembolso.punto),
    element('secuencialReemb', String(reembolso.secuencial)),
    fecha('fechaEmisionReemb', reembolso.fecha),
    element('autorizacionReemb', reembolso.autorizacion),
    amount('baseImponibleReemb', bases.cero),
    amount('baseImpGravReemb', bases.gravada),
    amount('baseNoGraIvaReemb', bases.noGravada),
    amount('baseImpExeReemb', bases.exenta),
    amount('montoIceRemb', bases.ice),
    amount('montoIvaRemb', bases.iva),
    '</reembolso>',
  ].join('')
}
const reembolsosXml = (reembolsos: readonly ReembolsoAts[]) =>
  reembolsos.length === 0 ? '' : `<reembolsos>${reembolsos.map(reembolsoXml).join('')}</reembolsos>`

const airsXml = (airs: readonly AirAts[]) =>
  airs.length === 0
    ? ''
    : `<air>${airs
        .map(
          ({ codigo, base, porcentaje, valor }) =>
            `<detalleAir>${element('codRetAir', codigo)}${amount('baseImpAir', base)}${element('porcentajeAir', formatMonto(porcentaje))}${amount('valRetAir', valor)}</detalleAir>`,
        )
        .join('')}</air>`

const retencionXml = ({ establecimiento, punto, secuencial, autorizacion, fecha: dia }: RetencionAts) =>
  [
    element('estabRetencion1', establecimiento),
    element('ptoEmiRetencion1', punto),
    element('secRetencion1', String(secuencial)),
    element('autRetencion1', autorizacion),
    fecha('fechaEmiRet1', dia),
  ].join('')

const modificadoXml = ({ tipo, establecimiento, punto, secuencial, autorizacion }: NumeroAts & { tipo: string }) =>
  [
    element('docModificado', tipo),
    element('estabModificado', establecimiento),
    element('ptoEmiModificado', punto),
    element('secModificado', String(secuencial)),
    element('autModificado', autorizacion),
  ].join('')

/** Only for a supplier with a passport or foreign identification. */
const proveedorXml = ({ tipoIdentificacion, tipoProveedor = '01', nombre }: CompraAts) =>
  tipoIdentificacion === '03' ? element('tipoProv', tipoProveedor) + element('denoProv', textoAts(nombre)) : ''

function compraXml(compra: CompraAts): string {
  const { retencion, modificado, pagoExterior, reembolsos = [] } = compra
  return [
    '<detalleCompras>',
    element('codSustento', compra.sustento),
    element('tpIdProv', compra.tipoIdentificacion),
    element('idProv', identificacionAts(compra.identificacion)),
    element('tipoComprobante', compra.tipo),
    proveedorXml(compra),
    siNo('parteRel', compra.parteRelacionada),
    fecha('fechaRegistro', compra.registro),
    element('establecimiento', compra.establecimiento),
    element('puntoEmision', compra.punto),
    element('secuencial', String(compra.secuencial)),
    fecha('fechaEmision', compra.emision),
    element('autorizacion', compra.autorizacion),
    basesXml(compra.bases),
    ...RETENIDO_IVA.map(([name, codigo]) => amount(name, compra.retencionesIva[codigo] ?? 0)),
    amount('totbasesImpReemb', sum(reembolsos.map(({ bases }) => totalDe(bases)))),
    pagoExterior === undefined ? PAGO_LOCAL : pagoExteriorXml(pagoExterior),
    pagos(compra.formasPago),
    airsXml(compra.airs),
    retencion === undefined ? '' : retencionXml(retencion),
    modificado === undefined ? '' : modificadoXml(modificado),
    reembolsosXml(reembolsos),
    '</detalleCompras>',
  ].join('')
}

const CONSUMIDOR_FINAL = '07'
const PASAPORTE = '06'

function ventaXml(venta: VentaAts): string {
  const { tipoIdentificacion: tipo, bases } = venta
  return [
    '<detalleVentas>',
    element('tpIdCliente', tipo),
    element('idCliente', identificacionAts(venta.identificacion)),
    tipo === CONSUMIDOR_FINAL ? '' : siNo('parteRelVtas', venta.parteRelacionada),
    tipo === PASAPORTE ? element('tipoCliente', venta.tipoCliente ?? '01') + element('denoCli', textoAts(venta.nombre)) : '',
    element('tipoComprobante', venta.tipo),
    element('tipoEmision', venta.emision),
    element('numeroComprobantes', String(venta.comprobantes)),
    amount('baseNoGraIva', bases.noGravada),
    amount('baseImponible', bases.cero),
    amount('baseImpGrav', bases.gravada),
    amount('montoIva', bases.iva),
    amount('montoIce', bases.ice),
    amount('valorRetIva', venta.retencionIva),
    amount('valorRetRenta', venta.retencionRenta),
    pagos(venta.formasPago),
    '</detalleVentas>',
  ].join('')
}

async function* section<T>(name: string, items: AsyncIterable<T> | Iterable<T>, write: (item: T) => string): AsyncGenerator<string> {
  let isOpen = false
  for await (const item of items) {
    yield (isOpen ? '' : `<${name}>`) + write(item)
    isOpen = true
  }
  if (isOpen) yield `</${name}>`
}

const establecimientoXml = ({ codigo, ventas }: EstablecimientoAts) =>
  `<ventaEst>${element('codEstab', codigo)}${amount('ventasEstab', ventas)}</ventaEst>`

/** The XML of an ATS, valid against ats.xsd; empty sections are left out. */
export async function* writeAts({ cabecera, compras, ventas, establecimientos, exportaciones = [] }: ContenidoAts): AsyncGenerator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?><iva>${cabeceraXml(cabecera)}`
  yield* section('compras', compras, compraXml)
  yield* section('ventas', ventas, ventaXml)
  yield* section('ventasEstablecimiento', establecimientos, establecimientoXml)
  yield* section('exportaciones', exportaciones, exportacionXml)
  yield '</iva>'
}
