// Pieces that several document types share, as the XSDs define them.
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
  text,
  type ValueOf,
} from './element-tree.ts'

export const digits = (n: number) => code(`[0-9]{${n}}`, `debe tener ${n} dígitos`)

export const tipoIdentificacion = code('[0][4-8]', 'debe ser un tipo de identificación del 04 al 08')

export const numeroConGuiones = code('[0-9]{3}-[0-9]{3}-[0-9]{9}', 'debe tener la forma 001-001-000000001')

export const codigoImpuesto = code('[235]', 'debe ser 2 (IVA), 3 (ICE) o 5 (IRBPNR)', { min: 1, max: 1 })

export const codigoPorcentaje = code('[0-9]+', 'debe ser un código de 1 a 4 dígitos', { min: 1, max: 4 })

export const tarifa = plainNumber(4)

export const obligadoContabilidad = oneOf('SI', 'NO')

export const contribuyenteEspecial = code('([A-Za-z0-9])*', 'debe ser el número de la resolución, solo letras y dígitos', { min: 3, max: 13 })

export const impuestosDeDetalle = listOf(
  'impuesto',
  group({ codigo: codigoImpuesto, codigoPorcentaje, tarifa, baseImponible: amount, valor: amount }),
)

export const detallesAdicionales = listOf('detAdicional', attributed({ nombre: text(300), valor: text(300) }), 3)

export const infoAdicional = listOf('campoAdicional', attributedText({ nombre: text(300) }, 'valor', text(300)), 15)

export const pagos = listOf(
  'pago',
  group({
    formaPago: code(['[0][1-9]', '[1][0-9]', '[2][0-1]'], 'debe ser una forma de pago del 01 al 21'),
    total: amount,
    plazo: optional({ ...amount, shown: 0 }),
    unidadTiempo: optional(line(10)),
  }),
)

const compensacion = group({ codigo: code('1', 'debe ser 1'), tarifa, valor: amount })

export const compensaciones = listOf('compensacion', compensacion)

export const maquinaFiscal = group({ marca: line(30), modelo: line(30), serie: line(30) })

export const reembolsos = listOf(
  'reembolsoDetalle',
  group({
    tipoIdentificacionProveedorReembolso: tipoIdentificacion,
    identificacionProveedorReembolso: line(20),
    codPaisPagoProveedorReembolso: optional(digits(3)),
    tipoProveedorReembolso: code('[0][12]', 'debe ser 01 (persona natural) o 02 (sociedad)'),
    codDocReembolso: code('[0-9]{2,3}', 'debe tener 2 o 3 dígitos'),
    estabDocReembolso: digits(3),
    ptoEmiDocReembolso: digits(3),
    secuencialDocReembolso: digits(9),
    fechaEmisionDocReembolso: fecha,
    // The odd spelling is the XSD's.
    numeroautorizacionDocReemb: code('[0-9]{10,49}', 'debe tener de 10 a 49 dígitos', { min: 10, max: 49 }),
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
    compensacionesReembolso: optional(listOf('compensacionReembolso', compensacion)),
  }),
)

export type Impuesto = ValueOf<typeof impuestosDeDetalle>[number]
export type Pago = ValueOf<typeof pagos>[number]
export type CampoAdicional = ValueOf<typeof infoAdicional>[number]
export type DetalleAdicional = ValueOf<typeof detallesAdicionales>[number]
