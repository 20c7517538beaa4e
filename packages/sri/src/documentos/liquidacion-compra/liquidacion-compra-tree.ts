// Element trees of liquidacionCompra 1.0.0 and 1.1.0 (official XSD).
import {
  amount,
  code,
  fecha,
  group,
  line,
  listOf,
  optional,
  signedAmount,
  sixDecimals,
  type DecimalLeaf,
  type ValueOf,
} from '../arbol/element-tree.ts'
import { infoTributaria } from '../partes/info-tributaria.ts'
import * as partes from '../partes/partes.ts'

const codigoIva = code('[2]', 'debe ser 2 (IVA)', { min: 1, max: 1 })

const infoLiquidacionCompra = group({
  fechaEmision: fecha,
  dirEstablecimiento: optional(line(300)),
  contribuyenteEspecial: optional(partes.contribuyenteEspecial),
  obligadoContabilidad: optional(partes.obligadoContabilidad),
  tipoIdentificacionProveedor: partes.tipoIdentificacion,
  razonSocialProveedor: line(300),
  identificacionProveedor: line(20),
  direccionProveedor: optional(line(300)),
  totalSinImpuestos: amount,
  totalDescuento: signedAmount,
  ...partes.totalesReembolso,
  totalConImpuestos: listOf(
    'totalImpuesto',
    group({
      codigo: codigoIva,
      codigoPorcentaje: partes.codigoPorcentaje,
      descuentoAdicional: optional(signedAmount),
      baseImponible: amount,
      tarifa: optional(partes.tarifa),
      valor: amount,
    }),
  ),
  importeTotal: amount,
  moneda: optional(line(15)),
  pagos: optional(partes.pagos),
})

const impuestos = listOf(
  'impuesto',
  group({ codigo: codigoIva, codigoPorcentaje: partes.codigoPorcentaje, tarifa: partes.tarifa, baseImponible: amount, valor: amount }),
)

const head = { infoTributaria, infoLiquidacionCompra }
const tail = {
  reembolsos: optional(partes.reembolsosSinCompensaciones),
  tipoNegociable: optional(partes.tipoNegociable),
  maquinaFiscal: optional(partes.maquinaFiscal),
  infoAdicional: optional(partes.infoAdicional),
}
const treeWith = (price: DecimalLeaf) => group({ ...head, detalles: partes.detallesDeVenta(price, impuestos), ...tail })

/** 1.0.0 writes two decimals everywhere. */
export const liquidacionCompraTrees = { '1.0.0': treeWith(amount), '1.1.0': treeWith(sixDecimals) }

export type VersionLiquidacionCompra = keyof typeof liquidacionCompraTrees

/** A purchase document issued by the buyer, by the conventions of `Factura`. */
export type LiquidacionCompra = { version: VersionLiquidacionCompra } & ValueOf<(typeof liquidacionCompraTrees)['1.1.0']>
