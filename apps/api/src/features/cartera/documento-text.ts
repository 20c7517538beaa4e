import { nombreComprobante } from '@yupana/fiscal'

/** A document as a receipt names it; an advance has no type. */
export const documentoText = (tipo: string | null, numero: string): string =>
  tipo === null ? `Anticipo ${numero}` : `${nombreComprobante(tipo)} ${numero}`
