// Parts common to several document types, as in the XSDs.
import {
  amount,
  attributed,
  attributedText,
  code,
  fecha,
  group,
  line,
  listOf,
  oneOf,
  optional,
  plainNumber,
  quantity,
  text,
  type DecimalLeaf,
  type TreeNode,
  type ValueOf,
} from '../arbol/element-tree.ts'

export const digits = (n: number) => code(`[0-9]{${n}}`, `debe tener ${n} dígitos`)

export const tipoIdentificacion = code('[0][4-8]', 'debe ser un tipo de identificación del 04 al 08')

export const numeroConGuiones = code('[0-9]{3}-[0-9]{3}-[0-9]{9}', 'debe tener la forma 001-001-000000001')

export const codigoImpuesto = code('[235]', 'debe ser 2 (IVA), 3 (ICE) o 5 (IRBPNR)', { min: 1, max: 1 })

export const codigoPorcentaje = code('[0-9]+', 'debe ser un código de 1 a 4 dígitos', { min: 1, max: 4 })

export const tarifa = plainNumber(4)

export const obligadoContabilidad = oneOf('SI', 'NO')

export const contribuyenteEspecial = code('([A-Za-z0-9])*', 'debe ser el número de la resolución, solo letras y dígitos', {
  min: 3,
  max: 13,
})

export const impuestosDeDetalle = listOf(
  'impuesto',
  group({ codigo: codigoImpuesto, codigoPorcentaje, tarifa, baseImponible: amount, valor: amount }),
)

const detAdicional = attributed({ nombre: text(300), valor: text(300) })

export const detallesAdicionales = listOf('detAdicional', detAdicional, { max: 3 })

/** The XSD of the guía lets the container be empty. */
export const detallesAdicionalesDeGuia = listOf('detAdicional', detAdicional, { min: 0, max: 3 })

export const infoAdicional = listOf('campoAdicional', attributedText({ nombre: text(300) }, 'valor', text(300)), { max: 15 })

export const formaPago = code(['[0][1-9]', '[1][0-9]', '[2][0-1]'], 'debe ser una forma de pago del 01 al 21')

const pago = group({ formaPago, total: amount, plazo: optional(quantity({ ...amount, shown: 0 })), unidadTiempo: optional(line(10)) })

export const pagos = listOf('pago', pago)

/** The XSD of the nota de débito lets `<pagos>` itself come several times. */
export const pagosRepetidos = listOf('pago', pago, { isRepeated: true })

const compensacion = group({ codigo: code('1', 'debe ser 1'), tarifa, valor: amount })

export const compensaciones = listOf('compensacion', compensacion)

export const maquinaFiscal = group({ marca: line(30), modelo: line(30), serie: line(30) })

/** The reimbursed voucher and its issuer. */
export const comprobanteReembolso = {
  tipoIdentificacionProveedorReembolso: tipoIdentificacion,
  identificacionProveedorReembolso: line(20),
  codPaisPagoProveedorReembolso: optional(digits(3)),
  tipoProveedorReembolso: code('[0][12]', 'debe ser 01 (persona natural) o 02 (sociedad)'),
  codDocReembolso: code('[0-9]{2,3}', 'debe tener 2 o 3 dígitos'),
  estabDocReembolso: digits(3),
  ptoEmiDocReembolso: digits(3),
  secuencialDocReembolso: digits(9),
  fechaEmisionDocReembolso: fecha,
}

export const autorizacionReembolso = code('[0-9]{10,49}', 'debe tener de 10 a 49 dígitos', { min: 10, max: 49 })

const reembolsoDetalle = {
  ...comprobanteReembolso,
  // The odd spelling is the XSD's.
  numeroautorizacionDocReemb: autorizacionReembolso,
  detalleImpuestos: listOf(
    'detalleImpuesto',
    group({
      codigo: code('[235]', 'debe ser 2 (IVA), 3 (ICE) o 5 (IRBPNR)'),
      codigoPorcentaje: code('[0-9]{1,4}', 'debe ser un código de 1 a 4 dígitos'),
      tarifa,
      baseImponibleReembolso: amount,
      impuestoReembolso: amount,
    }),
  ),
}

export const reembolsos = listOf(
  'reembolsoDetalle',
  group({ ...reembolsoDetalle, compensacionesReembolso: optional(listOf('compensacionReembolso', compensacion)) }),
)

export const reembolsosSinCompensaciones = listOf('reembolsoDetalle', group(reembolsoDetalle))

/** Sums of the reimbursed vouchers, in the header of the document that asks for them. */
export const totalesReembolso = {
  codDocReembolso: optional(code('[0-9]{2,3}', 'debe tener 2 o 3 dígitos')),
  totalComprobantesReembolso: optional(amount),
  totalBaseImponibleReembolso: optional(amount),
  totalImpuestoReembolso: optional(amount),
}

/** Lines of sold or bought goods; the version decides the decimals of quantity and unit price. */
export const detallesDeVenta = <I extends TreeNode>(price: DecimalLeaf, impuestos: I) =>
  listOf(
    'detalle',
    group({
      codigoPrincipal: optional(line(25)),
      codigoAuxiliar: optional(line(25)),
      descripcion: line(300),
      unidadMedida: optional(line(50)),
      cantidad: quantity(price),
      precioUnitario: price,
      precioSinSubsidio: optional(price),
      descuento: amount,
      precioTotalSinImpuesto: amount,
      detallesAdicionales: optional(detallesAdicionales),
      impuestos,
    }),
  )

/** The document that a note corrects. */
export const documentoModificado = {
  codDocModificado: digits(2),
  numDocModificado: numeroConGuiones,
  fechaEmisionDocSustento: fecha,
}

/** Field of the régimen that ended in 2022: still in the schema, found in old documents. */
export const rise = text(40)

/** Mass notification of a factura comercial negociable. */
export const tipoNegociable = group({ correo: line(100) })

export type Impuesto = ValueOf<typeof impuestosDeDetalle>[number]
export type Pago = ValueOf<typeof pagos>[number]
export type CampoAdicional = ValueOf<typeof infoAdicional>[number]
export type DetalleAdicional = ValueOf<typeof detallesAdicionales>[number]
export type Reembolso = ValueOf<typeof reembolsosSinCompensaciones>[number]
