// Element trees of notaCredito 1.0.0 and 1.1.0 (official XSD).
import {
  amount,
  code,
  fecha,
  group,
  line,
  listOf,
  optional,
  quantity,
  sixDecimals,
  type DecimalLeaf,
  type ValueOf,
} from '../arbol/element-tree.ts'
import { infoTributaria } from '../partes/info-tributaria.ts'
import * as partes from '../partes/partes.ts'

const infoNotaCredito = group({
  fechaEmision: fecha,
  dirEstablecimiento: optional(line(300)),
  tipoIdentificacionComprador: code('[0][4-8]', 'debe ser un tipo de identificación del 04 al 08', { min: 1, max: 13 }),
  razonSocialComprador: line(300),
  identificacionComprador: line(20),
  contribuyenteEspecial: optional(partes.contribuyenteEspecial),
  obligadoContabilidad: optional(partes.obligadoContabilidad),
  rise: optional(partes.rise),
  ...partes.documentoModificado,
  totalSinImpuestos: amount,
  compensaciones: optional(partes.compensaciones),
  valorModificacion: amount,
  moneda: optional(line(15)),
  totalConImpuestos: listOf(
    'totalImpuesto',
    group({
      codigo: partes.codigoImpuesto,
      codigoPorcentaje: partes.codigoPorcentaje,
      baseImponible: amount,
      valor: amount,
      valorDevolucionIva: optional(amount),
    }),
  ),
  motivo: line(300),
})

const impuestos = listOf(
  'impuesto',
  group({
    codigo: partes.codigoImpuesto,
    codigoPorcentaje: partes.codigoPorcentaje,
    tarifa: optional(partes.tarifa),
    baseImponible: amount,
    valor: amount,
  }),
  { min: 0 },
)

const detallesWith = (price: DecimalLeaf) =>
  listOf(
    'detalle',
    group({
      codigoInterno: optional(line(25)),
      codigoAdicional: optional(line(25)),
      descripcion: line(300),
      cantidad: quantity(price),
      precioUnitario: price,
      descuento: optional(amount),
      precioTotalSinImpuesto: amount,
      detallesAdicionales: optional(partes.detallesAdicionales),
      impuestos,
    }),
  )

const head = { infoTributaria, infoNotaCredito }
const tail = { maquinaFiscal: optional(partes.maquinaFiscal), infoAdicional: optional(partes.infoAdicional) }

/** 1.0.0 writes two decimals everywhere. */
export const notaCreditoTrees = {
  '1.0.0': group({ ...head, detalles: detallesWith(amount), ...tail }),
  '1.1.0': group({ ...head, detalles: detallesWith(sixDecimals), ...tail }),
}

export type VersionNotaCredito = keyof typeof notaCreditoTrees

/** A credit note, by the conventions of `Factura`. */
export type NotaCredito = { version: VersionNotaCredito } & ValueOf<(typeof notaCreditoTrees)['1.1.0']>
export type DetalleNotaCredito = NotaCredito['detalles'][number]
