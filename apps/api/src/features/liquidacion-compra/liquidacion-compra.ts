import type { LiquidacionCompraForm } from '@yupana/contract'
import {
  checkLiquidacion,
  checkReembolsos,
  checkReembolsoTotales,
  COD_DOC,
  joinRevisiones,
  totalesOf,
  type Fecha,
  type LugarIva,
  type TotalesDocumento,
  type TotalesEntrada,
} from '@yupana/fiscal'
import type { LiquidacionCompra } from '@yupana/sri'

import type { Problem } from '../../errors.ts'
import {
  cabeceraReembolso,
  CAMPOS_REEMBOLSO,
  camposAdicionales,
  checkTextos,
  detallesOf,
  emisorOf,
  infoTributariaOf,
  lineaEntradaOf,
  optional,
  pagosOf,
  problemOf,
  reembolsosOf,
  type ContextoEmision,
} from '../comprobante/armado/armado.door.ts'
import type { Identidad } from '../comprobante/identidad/identidad.door.ts'

/** Fields with another name in the form than in the document. */
const CAMPOS: Readonly<Record<string, string>> = {
  ...CAMPOS_REEMBOLSO,
  infoLiquidacionCompra: '',
  identificacionProveedor: 'proveedor.identificacion',
  tipoIdentificacionProveedor: 'proveedor.tipo_identificacion',
  razonSocialProveedor: 'proveedor.razon_social',
  direccionProveedor: 'proveedor.direccion',
  detalles: 'lineas',
  codigoPrincipal: 'codigo',
  infoAdicional: 'info_adicional',
}
export const asProblem = problemOf(CAMPOS)

export interface LiquidacionRevisada {
  totales: TotalesDocumento
  problemas: Problem[]
  avisos: Problem[]
}

const EMPTY: TotalesDocumento = { lineas: [], totalSinImpuestos: 0, totalDescuento: 0, totalConImpuestos: [], propina: 0, importeTotal: 0 }

/** Totals and every broken rule of a liquidación as of `fecha`. `ruc`: of the company, which is the buyer. */
export function reviseLiquidacion(form: LiquidacionCompraForm, fecha: Fecha, ruc: string, lugar: LugarIva): LiquidacionRevisada {
  const problemas = checkTextos(form)
  const entrada: TotalesEntrada = {
    modo: form.modo,
    lineas: form.lineas.map((linea, at) => lineaEntradaOf(linea, at, fecha, lugar, problemas)),
  }
  try {
    const totales = totalesOf(entrada)
    const { proveedor } = form
    const reembolsos = reembolsosOf(form.reembolsos)
    const revision = joinRevisiones(
      checkLiquidacion(
        {
          ruc,
          tipoIdentificacionProveedor: proveedor.tipo_identificacion,
          identificacionProveedor: proveedor.identificacion,
          entrada,
          totales,
          pagos: form.pagos.map((pago) => ({ formaPago: pago.forma_pago, total: pago.total })),
        },
        fecha,
      ),
      { problemas: checkReembolsoTotales(cabeceraReembolso(form.reembolsos), reembolsos, ''), advertencias: [] },
      checkReembolsos(reembolsos, fecha, 'reembolsos'),
    )
    return { totales, problemas: [...problemas, ...revision.problemas.map(asProblem)], avisos: revision.advertencias.map(asProblem) }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return {
      totales: EMPTY,
      problemas: [...problemas, { campo: 'lineas', message: 'Los valores superan el máximo que un comprobante admite.' }],
      avisos: [],
    }
  }
}

export interface LiquidacionDatos {
  form: LiquidacionCompraForm
  fecha: Fecha
  contexto: ContextoEmision
  totales: TotalesDocumento
  /** RUC of the provider of the system, compulsory in every document when the installation has one (O-89). */
  rucProveedor: string | undefined
}

/** The liquidación in its XML form. */
export function armarLiquidacion(
  { form, fecha, contexto, totales, rucProveedor }: LiquidacionDatos,
  identidad: Identidad,
): LiquidacionCompra {
  const { proveedor, reembolsos, establecimiento, punto } = form
  const campos = camposAdicionales({
    contexto,
    rucProveedor,
    propios: form.info_adicional,
    correos: proveedor.correos,
    telefono: proveedor.telefono,
  })
  return {
    version: '1.1.0',
    infoTributaria: infoTributariaOf(contexto, fecha, { codDoc: COD_DOC.LIQUIDACION_COMPRA, establecimiento, punto }, identidad),
    infoLiquidacionCompra: {
      fechaEmision: fecha,
      ...emisorOf(contexto, fecha),
      tipoIdentificacionProveedor: proveedor.tipo_identificacion,
      razonSocialProveedor: proveedor.razon_social,
      identificacionProveedor: proveedor.identificacion,
      ...optional('direccionProveedor', proveedor.direccion),
      totalSinImpuestos: totales.totalSinImpuestos,
      totalDescuento: totales.totalDescuento,
      ...cabeceraReembolso(reembolsos),
      totalConImpuestos: totales.totalConImpuestos.map(({ codigo, codigoPorcentaje, baseImponible, tarifa, valor }) => ({
        codigo,
        codigoPorcentaje,
        baseImponible,
        tarifa,
        valor,
      })),
      importeTotal: totales.importeTotal,
      moneda: 'DOLAR',
      pagos: pagosOf(form.pagos),
    },
    detalles: detallesOf(form.lineas, totales),
    ...(reembolsos.length > 0 && { reembolsos: reembolsosOf(reembolsos) }),
    ...(campos.length > 0 && { infoAdicional: campos }),
  }
}
