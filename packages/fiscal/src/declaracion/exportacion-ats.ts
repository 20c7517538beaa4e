/** Data of an export that the ATS asks for besides its factura: customs, the client's country, income from abroad. */
import { DISTRITOS_ADUANEROS, INGRESOS_EXTERIOR, REGIMENES_ADUANEROS } from '../tablas/exportacion-ats.ts'
import { PAISES } from '../tablas/paises.ts'
import { displayFecha, isFecha, type Fecha } from '../valor/fecha.ts'
import { fitsDecimals, type Monto } from '../valor/monto.ts'
import type { Problema } from '../valor/problema.ts'
import type { MarcaVenta } from './clasificacion.ts'
import type { RegimenExterior } from './regimen-exterior.ts'

/** Table 10. */
export const CLASE_EXPORTACION = { CON_REFRENDO: '01', SIN_REFRENDO: '02', SERVICIOS: '03' } as const
export type ClaseExportacion = (typeof CLASE_EXPORTACION)[keyof typeof CLASE_EXPORTACION]
export const CLASES_EXPORTACION = ['01', '02', '03'] as const satisfies readonly ClaseExportacion[]
export const CLASE_EXPORTACION_LABEL: Readonly<Record<ClaseExportacion, string>> = {
  '01': 'Bienes con refrendo',
  '02': 'Bienes sin refrendo',
  '03': 'Servicios u otros ingresos del exterior',
}

const PREFERENTE: RegimenExterior = '03'

const CLASES_DE: Readonly<Partial<Record<MarcaVenta, readonly ClaseExportacion[]>>> = {
  EXPORTACION_BIENES: ['01', '02'],
  EXPORTACION_SERVICIOS: ['03'],
}
/** Marks of exports: form 104 counts these sales apart, and the ATS has a section for them. */
export const MARCAS_EXPORTACION = ['EXPORTACION_BIENES', 'EXPORTACION_SERVICIOS'] as const satisfies readonly MarcaVenta[]
export const esExportacion = (marca: MarcaVenta | null): boolean => MARCAS_EXPORTACION.some((one) => one === marca)
/** Kinds of export that a sale with this mark may be; empty for a sale inside the country. */
export const clasesDeMarca = (marca: MarcaVenta | null): readonly ClaseExportacion[] => (marca === null ? [] : (CLASES_DE[marca] ?? []))

export interface Refrendo {
  distrito: string
  anio: string
  regimen: string
  correlativo: string
}

const REFRENDO = /^(\d{3})-(\d{4})-([0-9A-Z]{2})-(\d{6,8})$/

/** The parts of a customs declaration's number as it is printed: `028-2026-40-01234567`. */
export function parseRefrendo(text: string): Refrendo | undefined {
  const [, distrito, anio, regimen, correlativo] = REFRENDO.exec(text) ?? []
  return distrito && anio && regimen && correlativo ? { distrito, anio, regimen, correlativo } : undefined
}

/** Typed data of an export; null for a field that its kind does not need. */
export interface DatosExportacion {
  clase: ClaseExportacion
  regimen: RegimenExterior
  pais: string
  regimen_nombre: string | null
  pais_destino: string
  refrendo: string | null
  documento_transporte: string | null
  fecha_embarque: Fecha | null
  valor_fob: Monto | null
  tipo_ingreso: string | null
  /** Income tax taken by the other country; null when it took none. */
  impuesto_exterior: Monto | null
}

const ECUADOR = '593'
const isOf = (tabla: readonly { codigo: string }[], codigo: string | null) => tabla.some((one) => one.codigo === codigo)
const FALTA = 'Este campo es requerido.'

function checkRefrendo(refrendo: string | null): string | undefined {
  const parts = refrendo === null ? undefined : parseRefrendo(refrendo)
  if (!parts) return 'Escriba el refrendo como 028-2026-40-01234567: distrito, año, régimen y número.'
  if (!isOf(DISTRITOS_ADUANEROS, parts.distrito)) return `El distrito aduanero ${parts.distrito} no existe.`
  if (!isOf(REGIMENES_ADUANEROS, parts.regimen)) return `El régimen aduanero ${parts.regimen} no es de exportación.`
  return Number(parts.anio) < 2000 ? 'El año del refrendo no es válido.' : undefined
}

function checkEmbarque(embarque: Fecha | null, hoy: Fecha): string | undefined {
  if (embarque === null) return FALTA
  if (!isFecha(embarque)) return 'Fecha no válida.'
  return embarque > hoy ? `La fecha de embarque no puede ser posterior a hoy, ${displayFecha(hoy)}.` : undefined
}

const checkMonto = (monto: Monto | null): string | undefined =>
  monto === null || monto <= 0 || !fitsDecimals(monto) ? 'Escriba un valor mayor que cero, con dos decimales.' : undefined

const checkPais = (pais: string): string | undefined => {
  if (!isOf(PAISES, pais)) return 'Elija el país.'
  return pais === ECUADOR ? 'El país no puede ser Ecuador.' : undefined
}

/** Problems of the fields that this kind of export needs. */
function byClase(datos: DatosExportacion, hoy: Fecha): [campo: keyof DatosExportacion, mensaje: string | undefined][] {
  const { clase, refrendo, documento_transporte: transporte, fecha_embarque: embarque, valor_fob: fob } = datos
  if (clase === CLASE_EXPORTACION.SERVICIOS)
    return [
      ['tipo_ingreso', isOf(INGRESOS_EXTERIOR, datos.tipo_ingreso) ? undefined : 'Elija el tipo de ingreso.'],
      ['impuesto_exterior', datos.impuesto_exterior === null ? undefined : checkMonto(datos.impuesto_exterior)],
    ]
  const bienes: [keyof DatosExportacion, string | undefined][] = [
    ['fecha_embarque', checkEmbarque(embarque, hoy)],
    ['valor_fob', checkMonto(fob)],
  ]
  if (clase === CLASE_EXPORTACION.SIN_REFRENDO) return bienes
  const isTransporte = /^[0-9A-Za-z]{3,13}$/.test(transporte ?? '')
  return [
    ['refrendo', checkRefrendo(refrendo)],
    ['documento_transporte', isTransporte ? undefined : 'Escriba de 3 a 13 letras y números, sin guiones ni espacios.'],
    ...bienes,
  ]
}

/** The ATS keeps only plain letters and digits of a name. */
const isNombre = (text: string | null) => (text ?? '').normalize('NFD').replaceAll(/[^a-zA-Z0-9]+/g, '').length >= 5

export function checkExportacionAts(datos: DatosExportacion, hoy: Fecha): Problema[] {
  const { regimen, pais, regimen_nombre: nombre, pais_destino: destino } = datos
  const all: [keyof DatosExportacion, string | undefined][] = [
    ['pais', checkPais(pais)],
    ['pais_destino', checkPais(destino)],
    ['regimen_nombre', regimen !== PREFERENTE || isNombre(nombre) ? undefined : 'Escriba el nombre del régimen, al menos cinco letras.'],
    ...byClase(datos, hoy),
  ]
  return all.flatMap(([campo, mensaje]) => (mensaje === undefined ? [] : [{ campo, mensaje }]))
}

/** The data without the fields that its kind of export does not need. */
export function soloDeClase<D extends DatosExportacion>(datos: D): D {
  const isServicio = datos.clase === CLASE_EXPORTACION.SERVICIOS
  const conRefrendo = datos.clase === CLASE_EXPORTACION.CON_REFRENDO
  return {
    ...datos,
    regimen_nombre: datos.regimen === PREFERENTE ? datos.regimen_nombre : null,
    refrendo: conRefrendo ? datos.refrendo : null,
    documento_transporte: conRefrendo ? datos.documento_transporte : null,
    fecha_embarque: isServicio ? null : datos.fecha_embarque,
    valor_fob: isServicio ? null : datos.valor_fob,
    tipo_ingreso: isServicio ? datos.tipo_ingreso : null,
    impuesto_exterior: isServicio ? datos.impuesto_exterior : null,
  }
}
