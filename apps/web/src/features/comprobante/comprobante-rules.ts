import type { ComprobanteFila } from '@yupana/contract'

/** The mail waits for the authorisation (O-98). */
export const canMail = ({ estado }: Pick<ComprobanteFila, 'estado'>): boolean => estado === 'AUTORIZADO' || estado === 'ANULADO'

/** States whose number may be given up for good (O-97). */
export const canClose = ({ estado }: Pick<ComprobanteFila, 'estado'>): boolean => ['RECHAZADO', 'RETENIDO', 'CUARENTENA'].includes(estado)

export const duplicatePathOf = (id: string) => `/documento/registro?duplicar=${id}`
export const correctPathOf = (id: string) => `/documento/${id}?corregir=1`
