/** RIMPE, LRTI arts. 97.1 and following; Res. NAC-DGERCGC24-00000027. Incomes are of the whole year, upper limits included (M). */

/** First day of the régimen (Ley Orgánica para el Desarrollo Económico, RO-S 587 of 29 November 2021). */
export const RIMPE_DESDE = '2022-01-01'

export const RIMPE_EMPRENDEDOR_MAXIMO = 300_000
export const RIMPE_POPULAR_MAXIMO = 20_000

/** Income from, tax up to there, percentage of the excess. Some sources print 1 047.52 and 2 797.53. */
export const RIMPE_EMPRENDEDOR: readonly (readonly [desde: number, impuesto: number, porcentaje: number])[] = [
  [0, 60, 0],
  [20_000, 60, 1],
  [50_000, 360, 1.25],
  [75_000, 672.5, 1.5],
  [100_000, 1047.5, 1.75],
  [200_000, 2797.52, 2],
]

/** First year; income up to, amount to pay. */
export const RIMPE_POPULAR: readonly { readonly desde: number; readonly cuotas: readonly (readonly [hasta: number, cuota: number])[] }[] = [
  {
    desde: 2024,
    cuotas: [
      [2500, 0],
      [5000, 5],
      [10_000, 15],
      [15_000, 35],
      [20_000, 60],
    ],
  },
  { desde: 2022, cuotas: [[20_000, 60]] },
]
