import type { FacturaForm } from '@yupana/contract'
import { fromUnits, LEYENDA_RIMPE, type Fecha, type TotalesDocumento } from '@yupana/fiscal'
import type { Factura } from '@yupana/sri'

import { condicionAt, type ContextoEmision } from '../comprobante/condicion.service.ts'

const MAX_CAMPOS = 15
const MAX_VALOR = 300

export interface FacturaDatos {
  form: FacturaForm
  fecha: Fecha
  contexto: ContextoEmision
  totales: TotalesDocumento
  /** RUC of the provider of the system, compulsory in every document when the installation has one (O-89). */
  rucProveedor: string | undefined
}

export interface NumeroYClave {
  secuencial: string
  clave: string
  ambienteSri: '1' | '2'
}

const optional = <K extends string, T>(name: K, value: T | undefined | null | '') => (value === undefined || value === null || value === '' ? {} : { [name]: value }) as { [P in K]?: T }

function infoTributaria({ form, fecha, contexto }: FacturaDatos, { secuencial, clave, ambienteSri }: NumeroYClave): Factura['infoTributaria'] {
  const regimen = condicionAt(contexto.condiciones, 'REGIMEN', fecha)?.valor
  const agente = condicionAt(contexto.condiciones, 'AGENTE_RETENCION', fecha)?.valor.replace(/^0+/, '')
  const rimpe = regimen === 'RIMPE' ? LEYENDA_RIMPE.EMPRENDEDOR : regimen === 'NEGOCIO_POPULAR' ? LEYENDA_RIMPE.NEGOCIO_POPULAR : undefined
  return {
    ambiente: ambienteSri,
    tipoEmision: '1',
    razonSocial: contexto.razon_social,
    ...optional('nombreComercial', contexto.nombre_comercial),
    ruc: contexto.ruc,
    claveAcceso: clave,
    codDoc: '01',
    estab: form.establecimiento,
    ptoEmi: form.punto,
    secuencial,
    dirMatriz: contexto.dir_matriz,
    ...optional('agenteRetencion', agente),
    ...optional('contribuyenteRimpe', rimpe),
  }
}

function infoFactura({ form, fecha, contexto, totales }: FacturaDatos): Factura['infoFactura'] {
  const { comprador } = form
  return {
    fechaEmision: fecha,
    ...optional('dirEstablecimiento', contexto.establecimiento?.direccion),
    ...optional('contribuyenteEspecial', condicionAt(contexto.condiciones, 'CONTRIBUYENTE_ESPECIAL', fecha)?.valor),
    obligadoContabilidad: contexto.obligado_contabilidad ? 'SI' : 'NO',
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

/** Fields of the installation first: no company can leave them out; then the form's, then what a receiver likes to see. */
function infoAdicional({ form, contexto, rucProveedor }: FacturaDatos): { nombre: string; valor: string }[] {
  const { correos, telefono } = form.comprador
  const fixed = [
    ...(rucProveedor ? [{ nombre: 'RUC Proveedor', valor: rucProveedor }] : []),
    ...(contexto.gran_contribuyente ? [{ nombre: 'Gran Contribuyente', valor: contexto.gran_contribuyente }] : []),
  ]
  const names = new Set(form.info_adicional.map(({ nombre }) => nombre.toLowerCase()))
  const email = correos.join(', ').slice(0, MAX_VALOR)
  const extra = [
    ...(email && !names.has('email') ? [{ nombre: 'Email', valor: email }] : []),
    ...(telefono && !names.has('teléfono') ? [{ nombre: 'Teléfono', valor: telefono }] : []),
  ]
  const own = form.info_adicional.slice(0, MAX_CAMPOS - fixed.length)
  return [...own, ...extra.slice(0, MAX_CAMPOS - fixed.length - own.length), ...fixed]
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

/** The factura as its XML has it. 2.1.0 only where third-party items or a substituted waybill need it (O-87). */
export function armarFactura(datos: FacturaDatos, numero: NumeroYClave): Factura {
  const { form } = datos
  const needsTwo = form.rubros_terceros.length > 0 || form.sustitutiva_guia !== undefined
  const campos = infoAdicional(datos)
  return {
    version: needsTwo ? '2.1.0' : '1.1.0',
    infoTributaria: infoTributaria(datos, numero),
    infoFactura: infoFactura(datos),
    detalles: detalles(datos),
    ...sustitutiva(form),
    ...(form.rubros_terceros.length > 0 && { otrosRubrosTerceros: form.rubros_terceros }),
    ...(campos.length > 0 && { infoAdicional: campos }),
  }
}
