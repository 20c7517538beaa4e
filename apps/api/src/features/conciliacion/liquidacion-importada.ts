import type { LiquidacionCompraForm } from '@yupana/contract'

import type { Importado } from './importado.ts'
import {
  camposPropios,
  contactoOf,
  identidadOf,
  ivaTotal,
  lineaForm,
  lineaImportada,
  pagosForm,
  pagosImportados,
  readTipo,
  reembolsosForm,
  serieOf,
  tipoIdentificacion,
} from './partes-importadas.ts'

/** The rows of a liquidación de compra read back from its XML. @throws XmlError when it cannot be read */
export function liquidacionImportada(xml: string): Importado {
  const liquidacion = readTipo('liquidacionCompra', xml)
  const { infoLiquidacionCompra: info, detalles } = liquidacion
  const proveedor = {
    tipo_identificacion: tipoIdentificacion(info.tipoIdentificacionProveedor),
    identificacion: info.identificacionProveedor,
    razon_social: info.razonSocialProveedor,
    direccion: info.direccionProveedor,
    ...contactoOf(liquidacion),
  }
  const entrada: LiquidacionCompraForm = {
    ...serieOf(liquidacion),
    fecha_emision: info.fechaEmision,
    modo: 'NETO',
    proveedor,
    lineas: detalles.map((detalle) => lineaForm(detalle, info.fechaEmision)),
    pagos: pagosForm(info.pagos),
    reembolsos: reembolsosForm(liquidacion.reembolsos),
    info_adicional: camposPropios(liquidacion),
  }
  return {
    ...identidadOf(liquidacion),
    fecha_emision: info.fechaEmision,
    receptor: proveedor,
    rol: 'proveedor',
    subtotal: info.totalSinImpuestos,
    descuento: info.totalDescuento,
    iva: ivaTotal(info.totalConImpuestos),
    total: info.importeTotal,
    lineas: detalles.map((detalle) => lineaImportada(detalle, detalle.codigoPrincipal)),
    pagos: pagosImportados(info.pagos),
    entrada,
  }
}
