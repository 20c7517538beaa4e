/** Proposes the withholding of a purchase, with a reason (O-99). The user decides. */
import type { Regimen } from '../identificacion/contribuyente.ts'
import type { CondicionTributaria } from '../identificacion/condicion.ts'
import { displayFecha, type Fecha } from '../valor/fecha.ts'
import { displayMonto, percentOf, smallest, type Monto } from '../valor/monto.ts'
import { parametroAt } from '../norma/parametros.ts'
import { permisoRetencion, type CasoRetencion } from './retencion-permiso.ts'
import { IMPUESTO_RETENIDO, retencionAt, type ImpuestoRetenido, type TarifaRetencion } from './retencion-tarifas.ts'

/** Kinds of purchase that withholding distinguishes. */
export type OperacionRetencion =
  | 'BIEN'
  | 'BIEN_DEL_PRODUCTOR'
  | 'MANO_DE_OBRA'
  | 'HONORARIO'
  | 'INTELECTO'
  | 'DIRECTORIO'
  | 'COMISION'
  | 'ARRIENDO_INMUEBLE'
  | 'ARRENDAMIENTO_MERCANTIL'
  | 'TRANSPORTE'
  | 'PUBLICIDAD'
  | 'SEGURO'
  | 'CONSTRUCCION'
  | 'TARJETA'
  | 'OTRO_SERVICIO'

export interface ProveedorRetencion {
  /** True for a company, false for a natural person. */
  sociedad: boolean
  regimen: Regimen
  especial?: boolean | undefined
  /** An institution of the State. */
  publico?: boolean | undefined
  /** Habitual exporter of goods. */
  exportador?: boolean | undefined
  /** Payments to it are habitual: the minimum base does not apply. */
  habitual?: boolean | undefined
}

export interface CompraRetencion extends CasoRetencion {
  operacion: OperacionRetencion
  proveedor: ProveedorRetencion
  /** Amount without taxes. */
  base: Monto
  iva: Monto
}

/** Codes chosen by a company for purchases from natural persons and from companies; null stands for the tables of the law. */
export interface CodigoElegido {
  impuesto: ImpuestoRetenido
  operacion: OperacionRetencion
  persona: string | null
  sociedad: string | null
}

export interface PropuestaRetencion {
  /** Absent when nothing is withheld. */
  tarifa?: TarifaRetencion
  /** Withheld amount, when the tariff has a single percentage. */
  valor?: Monto
  /** Reason for this code, or for none. Spanish. */
  motivo: string
}

/** Code by operation: for a natural person, and for a company if it differs. */
const CODIGO_RENTA: Readonly<Record<OperacionRetencion, readonly [natural: string, sociedad?: string]>> = {
  BIEN: ['312'],
  BIEN_DEL_PRODUCTOR: ['312A'],
  MANO_DE_OBRA: ['307'],
  HONORARIO: ['303', '303A'],
  INTELECTO: ['304', '3440'],
  DIRECTORIO: ['304', '3440'],
  COMISION: ['304A', '3482'],
  ARRIENDO_INMUEBLE: ['320'],
  ARRENDAMIENTO_MERCANTIL: ['319'],
  TRANSPORTE: ['310'],
  PUBLICIDAD: ['309'],
  SEGURO: ['322'],
  CONSTRUCCION: ['343B'],
  TARJETA: ['332G'],
  OTRO_SERVICIO: ['3440'],
}

const OPERACIONES = Object.keys(CODIGO_RENTA) as OperacionRetencion[]

/** Operations whose whole IVA is withheld from a natural person (Res. NAC-DGERCGC20-00000061). */
const TODO_EL_IVA: readonly OperacionRetencion[] = ['HONORARIO', 'ARRIENDO_INMUEBLE', 'DIRECTORIO']
const BIENES: readonly OperacionRetencion[] = ['BIEN', 'BIEN_DEL_PRODUCTOR']

/** Base up to which neither tax is withheld from a local supplier who is not habitual. */
export const minimoRetencionAt = (fecha: Fecha): Monto =>
  smallest(parametroAt('retencionRentaMinimo', fecha).valor, parametroAt('retencionIvaMinimo', fecha).valor)

/** Goods or services, by the operation for which a code of renta is proposed; undefined when the table leaves it open. */
export function aplicaRenta(codigo: string): 'BIENES' | 'SERVICIOS' | undefined {
  const operaciones = OPERACIONES.filter((operacion) => CODIGO_RENTA[operacion].includes(codigo) && operacion !== 'TARJETA')
  if (operaciones.length === 0) return undefined
  return operaciones.every((operacion) => BIENES.includes(operacion)) ? 'BIENES' : 'SERVICIOS'
}

/** Code of the law for a kind of purchase, when no other fact of the supplier decides. */
export function codigoDeLey(impuesto: ImpuestoRetenido, operacion: OperacionRetencion, sociedad: boolean): string {
  if (impuesto === IMPUESTO_RETENIDO.RENTA) {
    const [persona, deSociedad = persona] = CODIGO_RENTA[operacion]
    return sociedad ? deSociedad : persona
  }
  return codigoIva({ operacion, proveedor: { sociedad, regimen: 'GENERAL' } })[0]
}

/** Replaces a code that only the kind of purchase decides by the company's own, while that is in force. */
function conElegido(
  impuesto: ImpuestoRetenido,
  { operacion, proveedor }: Pick<CompraRetencion, 'operacion' | 'proveedor'>,
  [codigo, motivo]: [codigo: string, motivo: string],
  elegidos: readonly CodigoElegido[],
  fecha: Fecha,
): [codigo: string, motivo: string] {
  const fila = elegidos.find((one) => one.impuesto === impuesto && one.operacion === operacion)
  const elegido = fila && (proveedor.sociedad ? fila.sociedad : fila.persona)
  if (!elegido) return [codigo, motivo]
  if (retencionAt(elegido, fecha)?.impuesto === impuesto) return [elegido, 'La empresa lo eligió así.']
  return [codigo, `El código ${elegido} que eligió la empresa no rige el ${displayFecha(fecha)}. ${motivo}`]
}

/** Proposes the withholding of renta: a code of ATS table 3.10. */
export function proposeRenta(
  compra: CompraRetencion,
  condiciones: readonly CondicionTributaria[],
  fecha: Fecha,
  elegidos: readonly CodigoElegido[] = [],
): PropuestaRetencion {
  const permiso = permisoRetencion(condiciones, fecha, compra)
  if (!permiso.impuestos.includes(IMPUESTO_RETENIDO.RENTA)) return { motivo: permiso.motivos[IMPUESTO_RETENIDO.RENTA] }
  if (compra.exterior === true)
    return { motivo: 'Elija el código del pago al exterior: el porcentaje depende del concepto y de los convenios.' }
  const { valor: minimo } = parametroAt('retencionRentaMinimo', fecha)
  if (compra.base <= minimo && compra.proveedor.habitual !== true)
    return propuesta('332', fecha, compra.base, `No supera ${displayMonto(minimo)} y el proveedor no es habitual.`)
  const [codigo, motivo] = codigoRenta(compra, elegidos, fecha)
  return propuesta(codigo, fecha, compra.base, motivo)
}

function codigoRenta(compra: CompraRetencion, elegidos: readonly CodigoElegido[], fecha: Fecha): [codigo: string, motivo: string] {
  const { operacion, proveedor, liquidacion } = compra
  if (proveedor.regimen === 'NEGOCIO_POPULAR') return ['332', 'A un negocio popular no se le retiene renta.']
  if (liquidacion === true) return ['311', 'Pago con liquidación de compra.']
  if (operacion === 'TARJETA') return ['332G', 'Pago con tarjeta: retiene la emisora.']
  if (proveedor.regimen === 'RIMPE') return ['343', 'RIMPE emprendedor, sin importar el bien o servicio.']
  const deLey = codigoDeLey(IMPUESTO_RETENIDO.RENTA, operacion, proveedor.sociedad)
  return conElegido(IMPUESTO_RETENIDO.RENTA, compra, [deLey, 'Por el concepto de la compra.'], elegidos, fecha)
}

/** Proposes the withholding of IVA, by the matrix of Res. NAC-DGERCGC20-00000061. */
export function proposeIva(
  compra: CompraRetencion,
  condiciones: readonly CondicionTributaria[],
  fecha: Fecha,
  elegidos: readonly CodigoElegido[] = [],
): PropuestaRetencion {
  const permiso = permisoRetencion(condiciones, fecha, compra)
  if (!permiso.impuestos.includes(IMPUESTO_RETENIDO.IVA)) return { motivo: permiso.motivos[IMPUESTO_RETENIDO.IVA] }
  if (compra.iva <= 0) return { motivo: 'El comprobante no tiene IVA.' }
  if (compra.liquidacion === true) return propuesta('3', fecha, compra.iva, 'Liquidación de compra: se retiene todo el IVA.')
  if (compra.exterior === true) return propuesta('3', fecha, compra.iva, 'Importación de servicios: se retiene todo el IVA.')
  if (compra.proveedor.publico === true) return { motivo: 'A las instituciones del Estado no se les retiene IVA.' }
  if (compra.proveedor.exportador === true) return { motivo: 'A los exportadores habituales de bienes no se les retiene IVA.' }
  if (compra.proveedor.regimen === 'NEGOCIO_POPULAR') return { motivo: 'Un negocio popular no desglosa IVA.' }
  const { valor: minimo } = parametroAt('retencionIvaMinimo', fecha)
  if (compra.base <= minimo && compra.proveedor.habitual !== true)
    return { motivo: `No supera ${displayMonto(minimo)} y el proveedor no es habitual.` }
  const deLey = codigoIva(compra)
  // The law fixes the percentage of a contribuyente especial for every purchase.
  const [codigo, motivo] = compra.proveedor.especial === true ? deLey : conElegido(IMPUESTO_RETENIDO.IVA, compra, deLey, elegidos, fecha)
  return propuesta(codigo, fecha, compra.iva, motivo)
}

function codigoIva({ operacion, proveedor }: Pick<CompraRetencion, 'operacion' | 'proveedor'>): [codigo: string, motivo: string] {
  if (operacion === 'CONSTRUCCION') return ['1', 'Contrato de construcción, también entre contribuyentes especiales.']
  if (!proveedor.sociedad && TODO_EL_IVA.includes(operacion))
    return ['3', 'Honorario, arriendo o dieta de una persona natural: se retiene todo el IVA.']
  const isBien = BIENES.includes(operacion)
  if (proveedor.especial === true) return [isBien ? '9' : '10', 'El proveedor es contribuyente especial.']
  return [isBien ? '1' : '2', isBien ? 'Compra de bienes.' : 'Compra de servicios.']
}

function propuesta(codigo: string, fecha: Fecha, base: Monto, motivo: string): PropuestaRetencion {
  const tarifa = retencionAt(codigo, fecha)
  if (tarifa === undefined) return { motivo: `El código ${codigo} no está vigente el ${displayFecha(fecha)}.` }
  return { tarifa, ...(tarifa.porcentaje === undefined ? {} : { valor: percentOf(base, tarifa.porcentaje) }), motivo }
}
