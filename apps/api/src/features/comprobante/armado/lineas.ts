import type { Calculo, LineaFacturaForm, LineaForm, PagoForm } from '@yupana/contract'
import {
  CODIGO_IMPUESTO,
  condicionAt,
  fromUnits,
  sum,
  tarifaIvaAt,
  TIPO_IVA,
  whyNotTarifaIva,
  type Fecha,
  type ImpuestoTotales,
  type LineaEntrada,
  type LugarIva,
  type Monto,
  type TotalesDocumento,
} from '@yupana/fiscal'
import { MATERIALES_CONSTRUCCION } from '@yupana/sri'
import type * as z from 'zod/mini'

import type { Problem } from '../../../errors.ts'
import { optional } from './armar.ts'
import type { Condicion } from './contexto.sql.ts'
import type { LineaGuardada, PagoGuardado } from './fila.ts'
import { shown } from './formulario.ts'

const MATERIALES: ReadonlySet<string> = new Set(MATERIALES_CONSTRUCCION.map((material) => material.codigo))
type Pago = z.output<typeof PagoForm>

/** A line as input of the arithmetic; a rate that lacks something adds a problem. */
export function lineaEntradaOf(linea: LineaFacturaForm, at: number, fecha: Fecha, lugar: LugarIva, problemas: Problem[]): LineaEntrada {
  const tarifa = tarifaIvaAt(linea.iva, fecha)
  const whyNot = whyNotTarifaIva(linea.iva, fecha, lugar)
  if (whyNot !== undefined) problemas.push({ campo: `lineas.${at}.iva`, message: whyNot })
  if (linea.iva === TIPO_IVA.CINCO && !MATERIALES.has(linea.codigo_auxiliar ?? ''))
    problemas.push({
      campo: `lineas.${at}.codigo_auxiliar`,
      message: 'La tarifa 5 % exige el código del material de construcción (tabla 31) como código auxiliar.',
    })
  return {
    cantidad: linea.cantidad,
    precioUnitario: linea.precio_unitario,
    descuento: linea.descuento,
    iva: { codigoPorcentaje: tarifa?.codigoPorcentaje ?? '0', tarifa: tarifa?.tarifa ?? 0 },
    ...(linea.ice && {
      ice: { codigoPorcentaje: linea.ice.codigo, tarifa: linea.ice.tarifa, especifico: linea.ice.especifico, unidades: linea.ice.unidades },
    }),
    ...(linea.irbpnr && { irbpnr: linea.irbpnr }),
    precioSinSubsidio: linea.precio_sin_subsidio,
  }
}

/** Only some taxpayers may charge ICE and IRBPNR (O-99). */
export const checkSujetoPasivo = (lineas: readonly LineaForm[], condiciones: readonly Condicion[], fecha: Fecha): Problem[] =>
  lineas.flatMap((linea, at) => [
    ...(linea.ice && !condicionAt(condiciones, 'ICE', fecha)
      ? [{ campo: `lineas.${at}.ice`, message: 'La empresa no está registrada como sujeto pasivo de ICE en esa fecha.' }]
      : []),
    ...(linea.irbpnr && !condicionAt(condiciones, 'IRBPNR', fecha)
      ? [{ campo: `lineas.${at}.irbpnr`, message: 'La empresa no está registrada como sujeto pasivo de IRBPNR en esa fecha.' }]
      : []),
  ])

/** A product of another company is treated as one that does not exist. */
export const checkProductos = (
  lineas: readonly { producto_id?: string | undefined }[],
  known: readonly string[],
  campo = 'lineas',
): Problem[] =>
  lineas.flatMap(({ producto_id: id }, at) =>
    id === undefined || known.includes(id.toLowerCase())
      ? []
      : [{ campo: `${campo}.${at}.producto_id`, message: 'El producto no existe o fue eliminado.' }],
  )

/** Warns of lines whose product is no longer sold. */
export const avisosInactivos = (
  lineas: readonly { producto_id?: string | undefined; descripcion: string }[],
  inactivos: readonly string[],
): Problem[] =>
  lineas.flatMap(({ producto_id: id, descripcion }, at) =>
    id !== undefined && inactivos.includes(id.toLowerCase())
      ? [
          {
            campo: `lineas.${at}.producto_id`,
            message: `El producto «${descripcion}» está inactivo: ya no se vende. Véndalo así solo si todavía lo tiene.`,
          },
        ]
      : [],
  )

export const taxOf = (impuestos: readonly ImpuestoTotales[], codigo: string): Monto =>
  sum(impuestos.filter((impuesto) => impuesto.codigo === codigo).map(({ valor }) => valor))

/** Each line of a form with its totals. */
const paired = (lineas: readonly LineaFacturaForm[], totales: TotalesDocumento) =>
  lineas.map((linea, at) => {
    const total = totales.lineas[at]
    if (!total) throw new Error('a line without totals')
    return { linea, total }
  })

/** The lines in the shape that the XML of a sale or a purchase demands. */
export const detallesOf = (lineas: readonly LineaFacturaForm[], totales: TotalesDocumento) =>
  paired(lineas, totales).map(({ linea, total }) => ({
    ...optional('codigoPrincipal', linea.codigo),
    ...optional('codigoAuxiliar', linea.codigo_auxiliar),
    descripcion: linea.descripcion,
    ...optional('unidadMedida', linea.unidad_medida),
    cantidad: total.cantidad,
    precioUnitario: total.precioUnitario,
    ...optional('precioSinSubsidio', linea.precio_sin_subsidio),
    descuento: total.descuento,
    precioTotalSinImpuesto: total.precioTotalSinImpuesto,
    ...(linea.detalles_adicionales.length > 0 && { detallesAdicionales: linea.detalles_adicionales }),
    impuestos: total.impuestos.map(({ codigo, codigoPorcentaje, tarifa, baseImponible, valor }) => ({
      codigo,
      codigoPorcentaje,
      tarifa,
      baseImponible,
      valor,
    })),
  }))

/** The lines in the shape of their table. */
export const lineasGuardadas = (lineas: readonly LineaForm[], totales: TotalesDocumento): LineaGuardada[] =>
  paired(lineas, totales).map(({ linea, total }) => ({
    producto_id: linea.producto_id ?? null,
    codigo: linea.codigo ?? null,
    descripcion: linea.descripcion,
    cantidad: total.cantidad,
    precio_unitario: total.precioUnitario,
    descuento: total.descuento,
    base: total.precioTotalSinImpuesto,
    tipo_iva: linea.iva,
    iva: taxOf(total.impuestos, CODIGO_IMPUESTO.IVA),
    ice: taxOf(total.impuestos, CODIGO_IMPUESTO.ICE),
    irbpnr: taxOf(total.impuestos, CODIGO_IMPUESTO.IRBPNR),
  }))

export const pagosOf = (pagos: readonly Pago[]) =>
  pagos.map((pago) => ({
    formaPago: pago.forma_pago,
    total: pago.total,
    ...(pago.plazo !== undefined && pago.plazo > 0 && { plazo: fromUnits(pago.plazo), unidadTiempo: pago.unidad_tiempo ?? 'dias' }),
  }))

export const pagosGuardados = (pagos: readonly Pago[]): PagoGuardado[] =>
  pagos.map((pago) => ({
    forma_pago: pago.forma_pago,
    total: pago.total,
    plazo: pago.plazo ?? null,
    unidad_tiempo: pago.unidad_tiempo ?? null,
  }))

/** The totals of lines in the shape of a preview's answer. */
export const calculoOf = (fecha: Fecha, totales: TotalesDocumento, problemas: readonly Problem[], avisos: readonly Problem[]): Calculo => ({
  fecha_emision: fecha,
  subtotal: totales.totalSinImpuestos,
  descuento: totales.totalDescuento,
  impuestos: totales.totalConImpuestos.map(({ codigo, codigoPorcentaje, tarifa, baseImponible, valor }) => ({
    codigo,
    codigo_porcentaje: codigoPorcentaje,
    tarifa,
    base: baseImponible,
    valor,
  })),
  propina: totales.propina,
  total: totales.importeTotal,
  lineas: totales.lineas.map((linea) => ({
    precio_unitario: linea.precioUnitario,
    descuento: linea.descuento,
    base: linea.precioTotalSinImpuesto,
    iva: taxOf(linea.impuestos, CODIGO_IMPUESTO.IVA),
    total: linea.total,
  })),
  problemas: shown(problemas),
  avisos: shown(avisos),
})
