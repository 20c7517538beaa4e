/** A document in the section of exports, without the elements that its kind does not need (docs/por-confirmar.md). */
import { identificacionAts, textoAts, type ExportacionAts } from './ats.ts'
import { amount, element, fecha, siNo } from './elementos.ts'

const CON_RUC = '20'
const PREFERENTE = '03'

/** The régimen of the client's country, and the country itself; for régimen 03 the name of the régimen instead. */
const regimenXml = ({ regimen, pais, regimenNombre = '', paisDestino }: ExportacionAts) =>
  [
    element('tipoRegi', regimen),
    regimen === '01' ? element('paisEfecPagoGen', pais) : '',
    regimen === '02' ? element('paisEfecPagoParFis', pais) : '',
    regimen === PREFERENTE ? element('denopagoRegFis', textoAts(regimenNombre)) : '',
    element('paisEfecExp', paisDestino),
    regimen === PREFERENTE ? siNo('pagoRegFis', true) : '',
  ].join('')

const ingresoXml = ({ ingreso }: ExportacionAts) =>
  ingreso === undefined
    ? ''
    : [
        element('tipIngExt', ingreso.tipo),
        siNo('ingExtGravOtroPais', ingreso.impuesto !== undefined),
        ingreso.impuesto === undefined ? '' : amount('impuestoOtroPais', ingreso.impuesto),
      ].join('')

const refrendoXml = ({ refrendo, documentoTransporte }: ExportacionAts) =>
  [
    refrendo === undefined
      ? ''
      : element('distAduanero', refrendo.distrito) +
        element('anio', refrendo.anio) +
        element('regimen', refrendo.regimen) +
        element('correlativo', refrendo.correlativo),
    documentoTransporte === undefined ? '' : element('docTransp', documentoTransporte),
  ].join('')

export function exportacionXml(exportacion: ExportacionAts): string {
  const { tipoIdentificacion, tipoCliente, nombre } = exportacion
  return [
    '<detalleExportaciones>',
    element('tpIdClienteEx', tipoIdentificacion),
    element('idClienteEx', identificacionAts(exportacion.identificacion)),
    siNo('parteRelExp', exportacion.parteRelacionada),
    tipoIdentificacion === CON_RUC ? '' : element('tipoCli', tipoCliente) + element('denoExpCli', textoAts(nombre)),
    regimenXml(exportacion),
    element('exportacionDe', exportacion.clase),
    ingresoXml(exportacion),
    element('tipoComprobante', exportacion.tipo),
    refrendoXml(exportacion),
    fecha('fechaEmbarque', exportacion.embarque),
    amount('valorFOB', exportacion.valorFob),
    amount('valorFOBComprobante', exportacion.valorComprobante),
    element('establecimiento', exportacion.establecimiento),
    element('puntoEmision', exportacion.punto),
    element('secuencial', String(exportacion.secuencial)),
    element('autorizacion', exportacion.autorizacion),
    fecha('fechaEmision', exportacion.emision),
    '</detalleExportaciones>',
  ].join('')
}
