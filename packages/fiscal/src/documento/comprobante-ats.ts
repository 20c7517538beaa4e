import { COMPROBANTES_ATS } from '../tablas/comprobantes-ats.ts'

/** The name of a kind of document, as the ATS counts them: «Factura», «Nota o boleta de venta». */
export const nombreComprobanteAts = (codigo: string): string | undefined => COMPROBANTES_ATS.find((one) => one.codigo === codigo)?.nombre
