/** Every box of form 104, from sums of documents, balances of the previous period and typed adjustments. */
import { TIPO_IVA, tarifaIvaAt, tipoIvaGeneralAt } from '../impuesto/iva.ts'
import type { Fecha } from '../valor/fecha.ts'
import { add, fromUnits, largest, negate, percentOf, shareOf, smallest, subtract, sum, type Monto } from '../valor/monto.ts'
import { casillerosOf, filaDeCasillero, type Conteo, type Fila, type Lado } from './casillero.ts'
import { saldosDe } from './f104-saldos.ts'
import { FORMULARIO_104 } from './f104-formulario.ts'
import { evaluate, valorDe, type Valores } from './formula.ts'

/** Lines of one kind of document that fall into one row. */
export interface Sumado {
  fila: string
  /** Whether the lines are of credit notes, which are subtracted. */
  esNota: boolean
  tipoIva: number
  /** A sale with a term of payment. */
  aCredito?: boolean
  base: Monto
  iva: Monto
}

export interface Entrada104 {
  /** Last day of the period. */
  hasta: Fecha
  ventas: readonly Sumado[]
  compras: readonly Sumado[]
  /** IVA that the company withheld, by code of the XML. */
  retencionesIva: Readonly<Record<string, Monto>>
  /** IVA that was withheld from the company. */
  retencionRecibida: Monto
  conteos: Readonly<Record<Conteo, number>>
  /** Boxes of the previous period. */
  anterior: Readonly<Valores>
  /** Typed adjustments, added to the sums of documents, by box. */
  ajustes: Readonly<Valores>
  /** Defers the IVA of sales on credit to the next period. */
  difiere: boolean
}

interface Sobra {
  base: Monto
  iva: Monto
  cero: Monto
  /** Tax of credit notes at old rates: excess that the row subtracts (`aPagar`), or lack of it (`aFavor`). */
  aPagar: Monto
  aFavor: Monto
}

/** Whether a group holds credit notes of an expired rate in a row of the general rate. */
export const esDeOtraTarifa = ({ tipoIva, esNota }: Pick<Sumado, 'tipoIva' | 'esNota'>, fila: Fila, hasta: Fecha): boolean =>
  esNota && fila.tarifa === '15%' && ![tipoIvaGeneralAt(hasta), TIPO_IVA.CINCO, TIPO_IVA.OCHO].some((tipo) => tipo === tipoIva)

/** IVA of a base at the general rate of `hasta`: a credit note of an expired rate is subtracted at this rate. */
export const ivaGeneralDe = (base: Monto, hasta: Fecha): Monto => percentOf(base, tarifaIvaAt(tipoIvaGeneralAt(hasta), hasta)?.tarifa ?? 0)

/** IVA of a group in its row. The difference to the expired rate of a credit note has a box of its own. */
const ivaEnFila = (sumado: Sumado, fila: Fila, hasta: Fecha): Monto =>
  esDeOtraTarifa(sumado, fila, hasta) ? ivaGeneralDe(sumado.base, hasta) : sumado.iva

function fillFila(valores: Valores, fila: Fila, sumados: readonly Sumado[], { hasta, ajustes }: Entrada104): Sobra {
  const of = (esNota: boolean) => sumados.filter((one) => one.esNota === esNota && one.fila === fila.id)
  const bruto = add(sum(of(false).map(({ base }) => base)), valorDe(ajustes, fila.bruto))
  const neto = sum([bruto, negate(sum(of(true).map(({ base }) => base))), valorDe(ajustes, fila.neto)])
  const deNotas = of(true).map((one) => ({ real: one.iva, enFila: ivaEnFila(one, fila, hasta) }))
  const ajuste = fila.impuesto === undefined ? 0 : valorDe(ajustes, fila.impuesto)
  const impuesto = sum([...of(false).map(({ iva }) => iva), negate(sum(deNotas.map(({ enFila }) => enFila))), ajuste])
  const diferencias = deNotas.map(({ real, enFila }) => subtract(enFila, real))
  valores[fila.bruto] = bruto
  valores[fila.neto] = largest(0, neto)
  if (fila.impuesto !== undefined) valores[fila.impuesto] = largest(0, impuesto)
  const over = largest(0, negate(neto))
  const isTaxed = fila.impuesto !== undefined
  return {
    base: isTaxed ? over : 0,
    iva: isTaxed ? largest(0, negate(impuesto)) : 0,
    cero: isTaxed ? 0 : over,
    aPagar: sum(diferencias.map((diferencia) => largest(0, diferencia))),
    aFavor: sum(diferencias.map((diferencia) => largest(0, negate(diferencia)))),
  }
}

const SOBRAN: Readonly<Record<Lado, Readonly<Record<keyof Sobra, string>>>> = {
  ventas: { base: '443', iva: '453', cero: '442', aPagar: '423', aFavor: '424' },
  compras: { base: '544', iva: '554', cero: '543', aPagar: '526', aFavor: '527' },
}

/** The leftover of rows that a box holds; undefined for all other boxes. */
export function sobraDe(codigo: string): { lado: Lado; que: keyof Sobra } | undefined {
  for (const lado of ['ventas', 'compras'] as const)
    for (const que of Object.keys(SOBRAN[lado]) as (keyof Sobra)[]) if (SOBRAN[lado][que] === codigo) return { lado, que }
  return undefined
}

/** Credit notes left over from the previous period, which join the general rows of this one. */
function pendientesDe(lado: Lado, anterior: Readonly<Valores>, hasta: Fecha): Sumado[] {
  const { base, iva, cero } = SOBRAN[lado]
  const general = { esNota: true, tipoIva: tipoIvaGeneralAt(hasta) }
  const zero = { esNota: true, tipoIva: TIPO_IVA.CERO, iva: 0 } as const
  const filas = lado === 'ventas' ? (['ventas_gravadas', 'ventas_0_sin_derecho'] as const) : (['compras_con_credito', 'compras_0'] as const)
  return [
    { ...general, fila: filas[0], base: valorDe(anterior, base), iva: valorDe(anterior, iva) },
    { ...zero, fila: filas[1], base: valorDe(anterior, cero) },
  ]
}

function fillLado(valores: Valores, lado: Lado, sumados: readonly Sumado[], entrada: Entrada104): void {
  const { anterior, hasta } = entrada
  const todos = [...sumados, ...pendientesDe(lado, anterior, hasta)]
  const filas = FORMULARIO_104.secciones.flatMap((seccion) => (seccion.lado === lado ? (seccion.filas ?? []) : []))
  const sobras = filas.map((fila) => fillFila(valores, fila, todos, entrada))
  for (const que of Object.keys(SOBRAN[lado]) as (keyof Sobra)[]) valores[SOBRAN[lado][que]] = sum(sobras.map((sobra) => sobra[que]))
}

const GRAVADAS = new Set(['ventas_gravadas', 'ventas_activos_gravadas', 'ventas_tarifa_variable', 'ventas_5'])

/** 480 and 481: taxed sales without and with a term; credit notes lower the sales without a term first. */
function fillContado(valores: Valores, ventas: readonly Sumado[]): void {
  const gravadas = ventas.filter(({ fila }) => GRAVADAS.has(fila))
  const credito = sum(gravadas.map(({ aCredito, esNota, base }) => (aCredito && !esNota ? base : 0)))
  const neto = sum(['411', '412', '420', '435'].map((codigo) => valorDe(valores, codigo)))
  valores['481'] = smallest(credito, neto)
  valores['480'] = subtract(neto, valorDe(valores, '481'))
}

function fillSueltos(valores: Valores, entrada: Entrada104): void {
  for (const { codigo, origen } of casillerosOf(FORMULARIO_104)) {
    if (origen.de === 'RETENCION_IVA') valores[codigo] = entrada.retencionesIva[origen.codigo] ?? 0
    if (origen.de === 'RETENCION_RECIBIDA') valores[codigo] = entrada.retencionRecibida
    if (origen.de === 'CONTEO') valores[codigo] = fromUnits(entrada.conteos[origen.que])
    if (origen.de === 'SALDO') valores[codigo] = valorDe(entrada.anterior, origen.casillero)
    if (origen.de === 'DIGITADO') valores[codigo] = 0
  }
}

/** The tax due this month: when deferred, without the part of sales on credit. */
const enEsteMes = (valores: Readonly<Valores>, difiere: boolean): Monto => {
  const [contado, credito, generado] = [valorDe(valores, '480'), valorDe(valores, '481'), valorDe(valores, '482')]
  return difiere && credito > 0 ? shareOf(generado, contado, contado + credito) : generado
}

/**
 * Fills the boxes (amounts ×10⁶) in this order: documents, typed adjustments, formulas. An adjusted gross value moves its net value too.
 */
export function calcular104(entrada: Entrada104): Valores {
  const valores: Valores = {}
  fillLado(valores, 'ventas', entrada.ventas, entrada)
  fillLado(valores, 'compras', entrada.compras, entrada)
  fillSueltos(valores, entrada)
  fillContado(valores, entrada.ventas)
  for (const [codigo, ajuste] of Object.entries(entrada.ajustes))
    if (filaDeCasillero(FORMULARIO_104, codigo) === undefined) valores[codigo] = add(valorDe(valores, codigo), ajuste)
  for (const { codigo, origen } of casillerosOf(FORMULARIO_104)) {
    if (origen.de !== 'FORMULA') continue
    const valor = codigo === '484' ? enEsteMes(valores, entrada.difiere) : evaluate(origen.formula, valores)
    if (valor !== undefined) valores[codigo] = valor
    if (codigo === '602') Object.assign(valores, saldosDe(valores))
  }
  return valores
}

/** Whether a person may adjust this box: every box without a formula. */
export const esAjustable = (codigo: string): boolean =>
  casillerosOf(FORMULARIO_104).some((casillero) => casillero.codigo === codigo && casillero.origen.de !== 'FORMULA')
