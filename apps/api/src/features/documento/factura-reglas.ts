import type { FacturaForm } from '@yupana/contract'
import {
  checkIdentificacion, checkPagos, checkTotales, CONSUMIDOR_FINAL, fitsDecimals, MONTO_MAX, tarifaIvaAt, TIPO_IVA, totalesOf,
  type Fecha, type LineaEntrada, type PagosCheck, type Problema, type TotalesDocumento, type TotalesEntrada,
} from '@yupana/fiscal'
import { MATERIALES_CONSTRUCCION, unprintableIn } from '@yupana/sri'

import type { Problem } from '../../errors.ts'
import { condicionAt, type Condicion } from '../comprobante/condicion.service.ts'
import { reviseAnexos } from './factura-anexos.ts'

const MATERIALES: ReadonlySet<string> = new Set(MATERIALES_CONSTRUCCION.map((material) => material.codigo))
const RESERVED = /^\s*ruc\s+proveedor\s*$/i

export interface FacturaRevisada {
  entrada: TotalesEntrada
  totales: TotalesDocumento
  /** Whether any amount could be computed at all: without it the totals are zeros. */
  problemas: Problem[]
  avisos: Problem[]
}

const asProblem = ({ campo, mensaje }: Problema): Problem => ({ campo: CAMPOS[campo] ?? campo.replace('precioUnitario', 'precio_unitario').replace('formaPago', 'forma_pago'), message: mensaje })
const CAMPOS: Readonly<Record<string, string>> = { comprador: 'comprador.identificacion' }

const EMPTY: TotalesDocumento = { lineas: [], totalSinImpuestos: 0, totalDescuento: 0, totalConImpuestos: [], propina: 0, importeTotal: 0 }

function lineaEntrada(linea: FacturaForm['lineas'][number], at: number, fecha: Fecha, problemas: Problem[]): LineaEntrada {
  const tarifa = tarifaIvaAt(linea.iva, fecha)
  if (!tarifa) problemas.push({ campo: `lineas.${at}.iva`, message: `La tarifa de IVA elegida no está vigente el ${fecha}.` })
  if (linea.iva === TIPO_IVA.CINCO && !MATERIALES.has(linea.codigo_auxiliar ?? ''))
    problemas.push({ campo: `lineas.${at}.codigo_auxiliar`, message: 'La tarifa 5 % exige el código del material de construcción (tabla 31) como código auxiliar.' })
  return {
    cantidad: linea.cantidad,
    precioUnitario: linea.precio_unitario,
    descuento: linea.descuento,
    iva: { codigoPorcentaje: tarifa?.codigoPorcentaje ?? '0', tarifa: tarifa?.tarifa ?? 0 },
    ...(linea.ice && { ice: { codigoPorcentaje: linea.ice.codigo, tarifa: linea.ice.tarifa, especifico: linea.ice.especifico } }),
    ...(linea.irbpnr && { irbpnr: linea.irbpnr }),
  }
}

/** Who may charge ICE and IRBPNR at all (O-99). */
function checkCondiciones(form: FacturaForm, condiciones: readonly Condicion[], fecha: Fecha): Problem[] {
  return form.lineas.flatMap((linea, at) => [
    ...(linea.ice && !condicionAt(condiciones, 'ICE', fecha) ? [{ campo: `lineas.${at}.ice`, message: 'La empresa no está registrada como sujeto pasivo de ICE en esa fecha.' }] : []),
    ...(linea.irbpnr && !condicionAt(condiciones, 'IRBPNR', fecha) ? [{ campo: `lineas.${at}.irbpnr`, message: 'La empresa no está registrada como sujeto pasivo de IRBPNR en esa fecha.' }] : []),
  ])
}

function checkComprador({ comprador }: FacturaForm): { problemas: Problem[]; avisos: Problem[] } {
  const check = checkIdentificacion(comprador.tipo_identificacion, comprador.identificacion)
  const campo = 'comprador.identificacion'
  const problemas: Problem[] = check.valid ? [] : [{ campo, message: check.problem ?? 'Identificación no válida.' }]
  if (comprador.tipo_identificacion === '07' && comprador.razon_social !== CONSUMIDOR_FINAL.razonSocial)
    problemas.push({ campo: 'comprador.razon_social', message: 'El consumidor final se llama CONSUMIDOR FINAL.' })
  return { problemas, avisos: check.warning ? [{ campo, message: check.warning }] : [] }
}

/** Every text that will be printed, with the field it came from. */
function printed(form: FacturaForm): [string, string | undefined][] {
  const { comprador } = form
  return [
    ['comprador.razon_social', comprador.razon_social],
    ['comprador.identificacion', comprador.identificacion],
    ['comprador.direccion', comprador.direccion],
    ['comprador.telefono', comprador.telefono],
    ...comprador.correos.map((correo, n): [string, string] => [`comprador.correos.${n}`, correo]),
    ['placa', form.placa],
    ...form.lineas.flatMap((linea, at): [string, string | undefined][] => [
      [`lineas.${at}.descripcion`, linea.descripcion],
      [`lineas.${at}.codigo`, linea.codigo],
      [`lineas.${at}.codigo_auxiliar`, linea.codigo_auxiliar],
      [`lineas.${at}.unidad_medida`, linea.unidad_medida],
      ...linea.detalles_adicionales.flatMap(({ nombre, valor }, n): [string, string][] => [
        [`lineas.${at}.detalles_adicionales.${n}.nombre`, nombre],
        [`lineas.${at}.detalles_adicionales.${n}.valor`, valor],
      ]),
    ]),
    ...form.info_adicional.flatMap(({ nombre, valor }, n): [string, string][] => [[`info_adicional.${n}.nombre`, nombre], [`info_adicional.${n}.valor`, valor]]),
    ...form.rubros_terceros.map(({ concepto }, n): [string, string] => [`rubros_terceros.${n}.concepto`, concepto]),
  ]
}

const checkPrintable = (form: FacturaForm): Problem[] =>
  printed(form).flatMap(([campo, text]) => {
    const [character] = text === undefined ? [] : unprintableIn(text)
    return character === undefined ? [] : [{ campo, message: `El carácter «${character}» no se puede imprimir en el RIDE.` }]
  })

const sumOfPagos = ({ pagos }: FacturaForm): number => pagos.reduce((total, pago) => total + pago.total, 0)
const PAGOS_EXCEDEN: PagosCheck = { problemas: [{ campo: 'pagos', mensaje: 'Los pagos superan el máximo que un comprobante admite.' }], advertencias: [] }

/**
 * Checks a form against the law as of `fecha` and totals it. The same for preview and emission; what the form says of
 * totals is never looked at.
 */
export function reviseFactura(form: FacturaForm, fecha: Fecha, condiciones: readonly Condicion[]): FacturaRevisada {
  const { problemas, avisos } = checkComprador(form)
  const anexos = reviseAnexos(form, fecha)
  problemas.push(...checkPrintable(form), ...checkCondiciones(form, condiciones, fecha), ...anexos.problemas.map(asProblem))
  avisos.push(...anexos.advertencias.map(asProblem))
  for (const [at, { nombre }] of form.info_adicional.entries())
    if (RESERVED.test(nombre)) problemas.push({ campo: `info_adicional.${at}.nombre`, message: '«RUC Proveedor» es un campo reservado.' })
  if (!fitsDecimals(form.propina)) problemas.push({ campo: 'propina', message: 'La propina lleva máximo dos decimales.' })
  const entrada: TotalesEntrada = {
    modo: form.modo,
    lineas: form.lineas.map((linea, at) => lineaEntrada(linea, at, fecha, problemas)),
    propina: form.propina,
    rubrosTerceros: form.rubros_terceros.reduce((total, rubro) => total + rubro.total, 0),
  }
  try {
    const totales = totalesOf(entrada)
    const negocioPopular = condicionAt(condiciones, 'REGIMEN', fecha)?.valor === 'NEGOCIO_POPULAR'
    problemas.push(...checkTotales(entrada, totales, { fecha, consumidorFinal: form.comprador.tipo_identificacion === '07', negocioPopular }).map(asProblem))
    const pagos = sumOfPagos(form) > MONTO_MAX ? PAGOS_EXCEDEN : checkPagos(form.pagos.map((pago) => ({ formaPago: pago.forma_pago, total: pago.total })), totales.importeTotal, fecha)
    problemas.push(...pagos.problemas.map(asProblem))
    avisos.push(...pagos.advertencias.map(asProblem))
    return { entrada, totales, problemas, avisos }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    problemas.push({ campo: 'lineas', message: 'Los valores superan el máximo que un comprobante admite.' })
    return { entrada, totales: EMPTY, problemas, avisos }
  }
}
