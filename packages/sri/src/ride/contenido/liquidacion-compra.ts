import { pagosOf } from './comprobante-comun.ts'
import { filled } from './contenido.ts'
import { detalleTabla } from './detalle.ts'
import type { LiquidacionCompra } from '../../documentos/liquidacion-compra/liquidacion-compra-tree.ts'
import { dia } from './formato.ts'
import { maquinaFiscalBloque } from './maquina-fiscal.ts'
import type { ParteRide } from './parte.ts'
import { reembolsosBloque } from './reembolsos.ts'
import { fila, filasImpuestos } from './totales-impuestos.ts'

/** RIDE content of a liquidación de compra (sri §12): a factura written by its buyer. */
export function parteLiquidacionCompra({ infoLiquidacionCompra: info, detalles, reembolsos, maquinaFiscal }: LiquidacionCompra): ParteRide {
  const { subtotales, impuestos } = filasImpuestos(info.totalConImpuestos, detalles)
  return {
    obligaciones: info,
    sujeto: filled([
      ['Proveedor (razón social / nombres y apellidos)', info.razonSocialProveedor, 'ancho'],
      ['Identificación', info.identificacionProveedor],
      ['Fecha de emisión', dia(info.fechaEmision)],
      ['Dirección', info.direccionProveedor, 'ancho'],
    ]),
    cuerpo: [{ tabla: detalleTabla(detalles.map((detalle) => ({ ...detalle, codigo: detalle.codigoPrincipal }))) }],
    totales: [
      ...subtotales,
      fila('SUBTOTAL SIN IMPUESTOS', info.totalSinImpuestos),
      fila('TOTAL DESCUENTO', info.totalDescuento),
      ...impuestos,
      { ...fila('VALOR TOTAL', info.importeTotal), destacado: true },
    ],
    pagos: pagosOf(info.pagos),
    bloques: [...reembolsosBloque(reembolsos, (reembolso) => reembolso.numeroautorizacionDocReemb), ...maquinaFiscalBloque(maquinaFiscal)],
  }
}
