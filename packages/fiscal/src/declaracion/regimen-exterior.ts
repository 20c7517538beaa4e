/** Tax regime of a country abroad for a payment to it, or an income from it (ATS, table 19). */
export const REGIMENES_EXTERIOR = ['01', '02', '03'] as const
export type RegimenExterior = (typeof REGIMENES_EXTERIOR)[number]
export const REGIMEN_EXTERIOR_LABEL: Readonly<Record<RegimenExterior, string>> = {
  '01': 'General',
  '02': 'Paraíso fiscal',
  '03': 'Preferente o de menor imposición',
}
