import type { Anulacion, ComprobanteDetalle, PASOS_ANULACION } from '@yupana/contract'

type Paso = (typeof PASOS_ANULACION)[number]

/** Steps that a user confirms before voiding. */
export const PASOS: Readonly<Record<Paso, string>> = {
  CAUSA: 'Hay un error en el comprobante o la operación no se realizó.',
  PORTAL: 'La pido en el portal del SRI: SRI en línea › Facturación electrónica › Anulación de comprobantes.',
  RECEPTOR: 'El cliente lo sabe y, si el SRI le pide su aceptación, la dará en el portal.',
  DEVOLUCION: 'El comprobante no sustenta una devolución de impuestos ni fue negociado.',
}

export const ESTADOS: Readonly<Record<Anulacion['estado'], string>> = {
  SOLICITADA: 'Solicitada: falta la respuesta del SRI',
  POR_ACEPTAR: 'En el SRI: falta que el receptor la acepte',
  ANULADA: 'Anulada por el SRI',
  RETIRADA: 'Solicitud retirada',
  NO_ACEPTADA: 'El receptor no la aceptó: el comprobante sigue válido',
  VENCIDA: 'El plazo terminó sin anularse: el comprobante sigue válido',
}

type Documento = Pick<ComprobanteDetalle, 'estado' | 'anulacion' | 'puede_anular'>

/** Whether a requested voiding still waits for the SRI. */
export const isOpen = ({ anulacion }: Pick<Documento, 'anulacion'>): boolean =>
  anulacion?.estado === 'SOLICITADA' || anulacion?.estado === 'POR_ACEPTAR'

/** Whether a request at the portal makes sense and none is open (O-56). */
export const canRequest = (documento: Documento): boolean => documento.puede_anular.ofrecida && !isOpen(documento)

/** Why an authorised document is not offered for voiding. */
export const whyNotRequest = ({ estado, puede_anular: { ofrecida, motivo } }: Documento): string | undefined =>
  estado === 'AUTORIZADO' && !ofrecida && motivo !== null ? motivo : undefined

/** Warning before voiding a document of a declared month. */
export const DECLARADO =
  'Su mes ya se declaró y está cerrado. Si se anula, la declaración mostrará la diferencia: revísela y presente la sustitutiva.'

export const canRecord = ({ estado }: Pick<Documento, 'estado'>): boolean => estado === 'AUTORIZADO'
