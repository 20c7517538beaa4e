import type { ComprobanteDetalle } from '@yupana/contract'
import { displayMonto, displayPorcentaje, nombreComprobante } from '@yupana/fiscal'

type Retenida = NonNullable<ComprobanteDetalle['retenciones']>[number]

/** SRI table 19. */
const IMPUESTO: Readonly<Record<string, string>> = { 1: 'Renta', 2: 'IVA', 6: 'ISD' }
export const impuestoText = ({ impuesto }: Pick<Retenida, 'impuesto'>): string => IMPUESTO[impuesto] ?? impuesto

/** The document from which it was withheld. */
export const sustentoText = ({ cod_doc, numero }: Pick<Retenida, 'cod_doc' | 'numero'>): string => `${nombreComprobante(cod_doc)} ${numero}`

/** «2% de $100.00». */
export const calculoText = ({ base, porcentaje }: Pick<Retenida, 'base' | 'porcentaje'>): string =>
  `${displayPorcentaje(porcentaje)} de ${displayMonto(base)}`
