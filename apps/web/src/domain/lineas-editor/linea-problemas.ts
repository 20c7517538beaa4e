import {
  checkTexto,
  displayMonto,
  multiplyToCents,
  normalizeTexto,
  parseEntrada,
  tarifaIvaAt,
  TIPO_IVA,
  whyNotTarifaIva,
  type Monto,
} from '@yupana/fiscal'

import { REQUIRED } from '../../components/form/messages.ts'
import { isEmptyLinea, lineaFormOf, type LineaValores } from './linea-valores.ts'
import type { ReglasLinea } from './reglas-linea.ts'

/** Cells and fields of a line that may be wrong. */
export type CampoLinea =
  | 'codigo'
  | 'descripcion'
  | 'cantidad'
  | 'precio'
  | 'descuento'
  | 'iva'
  | 'codigo_auxiliar'
  | 'ice'
  | 'irbpnr'
  | 'sin_subsidio'
/** A construction material of table 31. */
export interface Material {
  codigo: string
  nombre: string
}

export const codesOf = (materiales: readonly Material[]): ReadonlySet<string> => new Set(materiales.map(({ codigo }) => codigo))

export type ProblemasLinea = Partial<Record<CampoLinea, string>>

const TOO_LARGE = 'El valor de la línea es demasiado grande.'

function amountProblem(text: string, maxDecimals: number, isRequired: boolean): string | undefined {
  if (text.trim() === '') return isRequired ? REQUIRED : undefined
  const entrada = parseEntrada(text, maxDecimals)
  if (!entrada.ok) return entrada.problem
  if (entrada.monto < 0) return 'Tiene que ser como mínimo 0.'
  return undefined
}

function cantidadProblem(text: string): string | undefined {
  const problem = amountProblem(text, 6, true)
  const entrada = parseEntrada(text)
  return problem ?? (entrada.ok && entrada.monto === 0 ? 'La cantidad debe ser mayor que cero.' : undefined)
}

function descuentoProblem(linea: LineaValores): string | undefined {
  const isPercentage = linea.descuento_en === 'PORCENTAJE'
  const problem = amountProblem(linea.descuento, isPercentage ? 6 : 2, false)
  if (problem !== undefined) return problem
  const form = lineaFormOf(linea)
  if (!form) return undefined
  if (isPercentage && form.descuento > grossOf(form)) return 'Tiene que ser como máximo 100.'
  return form.descuento > grossOf(form) ? `El descuento supera el valor de la línea (${displayMonto(grossOf(form))}).` : undefined
}

const grossOf = ({ cantidad, precio_unitario }: { cantidad: number; precio_unitario: Monto }) => multiplyToCents(precio_unitario, cantidad)

/** Past the safe bound nothing can be added up. */
function sizeProblem({ cantidad, precio }: LineaValores): string | undefined {
  const [units, price] = [parseEntrada(cantidad), parseEntrada(precio)]
  if (!units.ok || !price.ok) return undefined
  try {
    multiplyToCents(price.monto, units.monto)
    return undefined
  } catch {
    return TOO_LARGE
  }
}

function ivaProblems(
  { iva, codigo_auxiliar }: LineaValores,
  { fecha, lugar }: ReglasLinea,
  materiales: ReadonlySet<string>,
): ProblemasLinea {
  if (!tarifaIvaAt(iva, fecha)) return { iva: 'La tarifa de IVA elegida no está vigente en la fecha del documento.' }
  const whyNot = whyNotTarifaIva(iva, fecha, lugar)
  if (whyNot !== undefined) return { iva: whyNot }
  if (iva !== TIPO_IVA.CINCO || materiales.has(codigo_auxiliar.trim())) return {}
  return { codigo_auxiliar: 'La tarifa 5 % exige elegir el material de construcción (tabla 31).' }
}

function iceProblem({ codigo, tarifa = '', especifico = '' }: NonNullable<LineaValores['ice']>): string | undefined {
  if (!/^\d{1,4}$/.test(codigo)) return 'El código de ICE tiene de 1 a 4 dígitos.'
  if (tarifa.trim() === '' && especifico.trim() === '') return 'Indique la tarifa del ICE.'
  return amountProblem(tarifa, 6, false) ?? amountProblem(especifico, 6, false)
}

/** What is wrong with a line, by cell; an empty line is dropped and never wrong. */
export function problemasOfLinea(linea: LineaValores, reglas: ReglasLinea, materiales: ReadonlySet<string>): ProblemasLinea {
  if (isEmptyLinea(linea)) return {}
  const found: Record<string, string | undefined> = {
    descripcion: checkTexto(normalizeTexto(linea.descripcion), { min: 1, max: 300 }),
    cantidad: cantidadProblem(linea.cantidad),
    precio: amountProblem(linea.precio, 6, true) ?? sizeProblem(linea),
    descuento: descuentoProblem(linea),
    ...ivaProblems(linea, reglas, materiales),
    ice: linea.ice && iceProblem(linea.ice),
    irbpnr: linea.irbpnr && amountProblem(linea.irbpnr.tarifa, 6, true),
    sin_subsidio: amountProblem(linea.sin_subsidio ?? '', 6, false),
  }
  return Object.fromEntries(Object.entries(found).filter(([, problem]) => problem !== undefined))
}

/** Every problem of the lines, as the form names its fields, in reading order. */
export const problemasOfLineas = (
  lineas: readonly LineaValores[],
  reglas: ReglasLinea,
  materiales: readonly Material[],
): { campo: string; message: string }[] => {
  const codes = codesOf(materiales)
  return lineas.flatMap((linea, at) =>
    Object.entries(problemasOfLinea(linea, reglas, codes)).map(([campo, message]) => ({ campo: `lineas.${at}.${campo}`, message })),
  )
}
