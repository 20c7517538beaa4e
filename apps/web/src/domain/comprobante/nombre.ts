import { NOMBRE_COMPROBANTE, type CodDoc } from '@yupana/fiscal'

/** What people call a document of this SRI code. */
export const nombreComprobante = (codDoc: string): string => NOMBRE_COMPROBANTE[codDoc as CodDoc] ?? 'Comprobante'
