/** SRI table 20: codes of the withholding of IVA and of ISD. 721 to 731 are boxes of form 104, never codes of the XML. */

/** Code, percentage of the IVA, name. */
export const RETENCION_IVA: readonly (readonly [codigo: string, porcentaje: number, concepto: string, nota?: string])[] = [
  ['9', 10, 'Retención del 10% del IVA'],
  ['10', 20, 'Retención del 20% del IVA'],
  ['1', 30, 'Retención del 30% del IVA'],
  ['11', 50, 'Retención del 50% del IVA'],
  ['2', 70, 'Retención del 70% del IVA'],
  ['3', 100, 'Retención del 100% del IVA'],
  ['7', 0, 'Retención de IVA en cero', 'Disposición transitoria única, Res. NAC-DGERCGC15-00000284'],
  ['8', 0, 'No procede retención de IVA'],
]

/** Code, percentage, first and last day. January 2023 has no row in the ficha. */
export const RETENCION_ISD: readonly (readonly [
  codigo: string,
  porcentaje: number,
  desde?: string | undefined,
  hasta?: string | undefined,
  nota?: string,
])[] = [
  ['4580', 5, '2024-04-01'],
  ['4580', 3.5, '2023-07-01', '2024-03-31'],
  ['4580', 3.75, '2023-02-01', '2023-06-30'],
  ['4580', 4, '2022-10-01', '2022-12-31'],
  ['4580', 4.25, '2022-07-01', '2022-09-30'],
  ['4580', 4.5, '2022-04-01', '2022-06-30'],
  ['4580', 4.75, '2022-01-01', '2022-03-31'],
  ['4580', 5, undefined, '2021-12-31'],
  ['4586', 2.5, '2025-05-01', undefined, 'D.E. 589; convive con 4580'],
]
