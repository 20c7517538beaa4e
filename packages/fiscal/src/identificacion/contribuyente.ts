/** Regime of a taxpayer on a day: of the company, of a client, of a supplier. */
export const REGIMENES = ['GENERAL', 'RIMPE', 'NEGOCIO_POPULAR'] as const
export type Regimen = (typeof REGIMENES)[number]
export const REGIMEN_LABEL: Readonly<Record<Regimen, string>> = {
  GENERAL: 'General',
  RIMPE: 'RIMPE emprendedor',
  NEGOCIO_POPULAR: 'RIMPE negocio popular',
}

/** Codes by which the SRI asks whether somebody is a natural person or a company. */
export const TIPO_SUJETO_LABEL = { '01': 'Persona natural', '02': 'Sociedad' } as const
export type TipoSujeto = keyof typeof TIPO_SUJETO_LABEL
export const TIPOS_SUJETO = ['01', '02'] as const satisfies readonly TipoSujeto[]
export const sujetoText = (sociedad: boolean): string => TIPO_SUJETO_LABEL[sociedad ? '02' : '01']
