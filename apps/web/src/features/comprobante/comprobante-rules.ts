import type { ComprobanteFila } from '@yupana/contract'

/** What was issued outside has its RIDE and XML there (O-101). */
export const hasFiles = ({ origen }: Pick<ComprobanteFila, 'origen'>): boolean => origen === 'SISTEMA'

/** The mail waits for the authorisation (O-98). */
export const canMail = ({ estado, origen }: Pick<ComprobanteFila, 'estado' | 'origen'>): boolean => hasFiles({ origen }) && (estado === 'AUTORIZADO' || estado === 'ANULADO')

/** States whose number may be given up for good (O-97). */
export const canClose = ({ estado }: Pick<ComprobanteFila, 'estado'>): boolean => ['RECHAZADO', 'RETENIDO', 'CUARENTENA'].includes(estado)
