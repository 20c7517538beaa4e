import { COMPROBANTES_ATS } from '../tablas/comprobantes-ats.ts'

/** Name of a kind of document in the ATS: «Factura», «Nota o boleta de venta». */
export const nombreComprobanteAts = (codigo: string): string | undefined => COMPROBANTES_ATS.find((one) => one.codigo === codigo)?.nombre
