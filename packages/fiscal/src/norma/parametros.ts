/** Legal parameters that change with time, each with its source. Newest first. */
import { tablaOf, vigenciaOf } from './enmienda.ts'
import type { Fecha } from '../valor/fecha.ts'
import { fromCents, fromDecimal, fromUnits, type Monto } from '../valor/monto.ts'
import { readDolares, readEntero, readPorcentaje, readSiNo } from './norma-valor.ts'
import { vigenteAt, type Vigencia } from './vigencia.ts'

/** A parameter in one period. */
export interface Parametro<T> extends Vigencia {
  valor: T
}

const RES_25 = 'Res. NAC-DGERCGC25-00000014, reformada por NAC-DGERCGC25-00000017'

/** The program's dated parameters. Amounts and percentages ×10^6, days as plain numbers. */
export const PARAMETROS = {
  /** Highest importeTotal of a factura to consumidor final (O-58). */
  consumidorFinalMaximo: [
    {
      valor: fromUnits(50),
      source: 'Ficha técnica offline v2.34',
      confidence: 'V',
      note: 'La ficha no dice si incluye IVA: se aplica al importe total, lo más estricto',
    },
  ],
  /** Above this an operation must go through the financial system to be deductible (O-59). */
  bancarizacionMinimo: [
    {
      valor: fromUnits(500),
      validFrom: '2023-12-20',
      source: 'Ley de Eficiencia Económica, R.O. 461-S de 20/12/2023 (art. 103 LRTI)',
      confidence: 'M',
    },
    { valor: fromUnits(1000), validTo: '2023-12-19', source: 'Art. 103 LRTI, texto anterior', confidence: 'M' },
  ],
  /** Highest propina, as a percentage of totalSinImpuestos. */
  propinaMaxima: [{ valor: fromUnits(10), source: 'Ficha técnica offline v2.34, tabla 21', confidence: 'V' }],
  /** Largest difference between the VAT of a rate group and base × tarifa (O-60). */
  toleranciaIva: [
    {
      valor: fromCents(1),
      source: 'Práctica: la tolerancia del error 52 no está publicada',
      confidence: 'R',
      note: 'Por confirmar en pruebas',
    },
  ],
  /** Whether a credit note or an annulment may touch a factura to consumidor final (O-56, O-57). */
  consumidorFinalModificable: [
    { valor: false, validFrom: '2026-01-01', source: RES_25, confidence: 'M' },
    { valor: true, validTo: '2025-12-31', source: 'Régimen anterior', confidence: 'R' },
  ],
  /** Last day of the next month on which the SRI's portal voids a document (O-56), by the issue date. */
  anulacionDia: [
    {
      valor: 7,
      validFrom: '2025-08-01',
      source: RES_25,
      confidence: 'M',
      note: 'Si es feriado, el siguiente día hábil; se muestra la lectura más temprana',
    },
    { valor: 10, validTo: '2025-07-31', source: 'Régimen anterior', confidence: 'M' },
  ],
  /** Working days for the receiver to accept an annulment (retención, nota de crédito, nota de débito). */
  anulacionAceptacionDias: [{ valor: 5, source: RES_25, confidence: 'M' }],
  /** Up to this base no renta is withheld, unless payments to that supplier are habitual (O-99). */
  retencionRentaMinimo: [
    {
      valor: fromUnits(50),
      source: 'Res. NAC-DGERCGC14-00787',
      confidence: 'M',
      note: 'Salvo pagos habituales al mismo proveedor. No consta en el texto a mano de la resolución de 2026',
    },
  ],
  /** Up to this base no withholding of IVA is proposed, unless payments to that supplier are habitual (O-99). */
  retencionIvaMinimo: [
    {
      valor: fromUnits(50),
      source: 'Práctica: el mismo mínimo de renta',
      confidence: 'R',
      note: 'No se encontró un mínimo propio del IVA. Solo decide lo que se propone',
    },
  ],
  /** Whether commercial land transport must print its plate on the factura (codes H492001 and H492002). */
  transporteComercialPlaca: [
    {
      valor: true,
      validFrom: '2027-01-01',
      source: 'Res. NAC-DGERCGC26-00000024, plazo de NAC-DGERCGC26-00000028',
      confidence: 'M',
      note: 'El plazo al 31/12/2026 consta en una fuente secundaria',
    },
    { valor: false, validTo: '2026-12-31', source: 'Res. NAC-DGERCGC26-00000028', confidence: 'M' },
  ],
  /** Days from receiving the sales document to issue its withholding voucher. */
  retencionPlazoDias: [
    { valor: 5, source: 'LRTI, art. 50', confidence: 'M', note: 'Algunas fuentes leen días hábiles: se muestra la lectura más temprana' },
  ],
  /** Basic family basket of January (INEC); the ceiling of personal expenses is a number of baskets (O-78). */
  canastaBasica: [
    {
      valor: fromDecimal(821.8),
      validFrom: '2027-01-01',
      source: 'INEC, enero de 2026',
      confidence: 'R',
      note: 'La canasta de enero de 2027 aún no consta: se usa la de 2026',
    },
    { valor: fromDecimal(821.8), validFrom: '2026-01-01', validTo: '2026-12-31', source: 'INEC, enero de 2026', confidence: 'V' },
    { valor: fromDecimal(798.31), validFrom: '2025-01-01', validTo: '2025-12-31', source: 'INEC, enero de 2025', confidence: 'V' },
    { valor: fromDecimal(789.57), validFrom: '2024-01-01', validTo: '2024-12-31', source: 'INEC, enero de 2024', confidence: 'V' },
    { valor: fromDecimal(763.44), validFrom: '2023-01-01', validTo: '2023-12-31', source: 'INEC, enero de 2023', confidence: 'V' },
    { valor: fromDecimal(719.65), validTo: '2022-12-31', source: 'INEC, enero de 2022', confidence: 'R' },
  ],
  /** Share of personal expenses that lowers the income tax. In 2022 it was 20 % or 10 %, by income. */
  gastosPersonalesTasa: [
    {
      valor: fromUnits(18),
      validFrom: '2023-01-01',
      source: 'Ley para el Fortalecimiento de la Economía Familiar, junio de 2023',
      confidence: 'V',
    },
    {
      valor: fromUnits(10),
      validTo: '2022-12-31',
      source: 'Ley Orgánica para el Desarrollo Económico, noviembre de 2021',
      confidence: 'M',
    },
  ],
} as const satisfies Record<string, readonly Parametro<Monto | number | boolean>[]>

export type NombreParametro = keyof typeof PARAMETROS
export type Unidad = 'DOLARES' | 'PORCENTAJE' | 'DIAS' | 'DIA_DEL_MES' | 'SI_NO'

export interface ParametroFicha {
  nombre: string
  unidad: Unidad
  /** Plausible range, in the parameter's unit. */
  rango: readonly [desde: number, hasta: number]
}
const ficha = (nombre: string, unidad: Unidad, desde = 0, hasta = 1): ParametroFicha => ({ nombre, unidad, rango: [desde, hasta] })

/** Name, unit and plausible range of each parameter. */
export const PARAMETRO_FICHAS: Readonly<Record<NombreParametro, ParametroFicha>> = {
  consumidorFinalMaximo: ficha('Máximo de una factura a consumidor final', 'DOLARES', 1, 10_000),
  bancarizacionMinimo: ficha('Valor desde el que se paga por el sistema financiero', 'DOLARES', 1, 100_000),
  propinaMaxima: ficha('Propina máxima sobre el subtotal', 'PORCENTAJE', 0, 100),
  toleranciaIva: ficha('Diferencia admitida entre el IVA y base por tarifa', 'DOLARES', 0, 1),
  consumidorFinalModificable: ficha('Una factura a consumidor final se puede anular o acreditar', 'SI_NO'),
  anulacionDia: ficha('Día del mes siguiente hasta el que se anula en línea', 'DIA_DEL_MES', 1, 28),
  anulacionAceptacionDias: ficha('Días hábiles del receptor para aceptar una anulación', 'DIAS', 0, 60),
  retencionRentaMinimo: ficha('Base hasta la que no se retiene renta', 'DOLARES', 0, 10_000),
  retencionIvaMinimo: ficha('Base hasta la que no se propone retener IVA', 'DOLARES', 0, 10_000),
  retencionPlazoDias: ficha('Plazo para emitir la retención', 'DIAS', 0, 90),
  canastaBasica: ficha('Canasta básica familiar de enero', 'DOLARES', 100, 10_000),
  gastosPersonalesTasa: ficha('Rebaja por gastos personales, de lo gastado', 'PORCENTAJE', 0, 100),
  transporteComercialPlaca: ficha('El transporte comercial lleva placa en la factura', 'SI_NO'),
}

export const isNombreParametro = (codigo: string): codigo is NombreParametro => Object.hasOwn(PARAMETRO_FICHAS, codigo)

/** Reads the text of a parameter as its value. */
export function readParametro(codigo: string, texto: string): number | boolean | undefined {
  if (!isNombreParametro(codigo)) return undefined
  const { unidad } = PARAMETRO_FICHAS[codigo]
  if (unidad === 'DOLARES') return readDolares(texto, 2)
  if (unidad === 'PORCENTAJE') return readPorcentaje(texto)
  return unidad === 'SI_NO' ? readSiNo(texto) : readEntero(texto)
}

/** A parameter in one period, with its name. */
export interface FilaParametro extends Parametro<number | boolean> {
  codigo: string
}

export const tablaParametros = tablaOf<FilaParametro>({
  temas: ['PARAMETRO'],
  base: Object.entries<readonly Parametro<number | boolean>[]>(PARAMETROS).flatMap(([codigo, periods]) =>
    periods.map((period) => ({ codigo, ...period })),
  ),
  codigoOf: ({ codigo }) => codigo,
  read: (enmienda) => {
    const valor = readParametro(enmienda.codigo, enmienda.valor)
    return valor === undefined ? undefined : { codigo: enmienda.codigo, valor, ...vigenciaOf(enmienda) }
  },
})

/** Widens literal types: callers compare amounts, they do not switch over them. */
type Valor<N extends NombreParametro> = (typeof PARAMETROS)[N][number]['valor'] extends infer V
  ? V extends boolean
    ? boolean
    : V extends Monto
      ? Monto
      : number
  : never

/** The parameter on a date, with its source. RangeError for a date outside all periods. */
export function parametroAt<N extends NombreParametro>(name: N, fecha: Fecha): Parametro<Valor<N>> {
  const found = vigenteAt(
    tablaParametros.rows().filter(({ codigo }) => codigo === name),
    fecha,
  )
  if (!found) throw new RangeError(`Sin valor de ${name} para ${fecha}`)
  return found as Vigencia as Parametro<Valor<N>>
}
