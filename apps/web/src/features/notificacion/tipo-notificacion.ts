import { TIPOS_NOTIFICACION, type TipoNotificacion } from '@yupana/contract'

import type { Severity } from '../../lib/pagina/notices.ts'

/** Each type with its label and severity. */
export const TIPO: Record<TipoNotificacion, { label: string; severity: Severity }> = {
  NOVEDAD: { label: 'Novedad', severity: 'info' },
  MEJORA: { label: 'Mejora', severity: 'success' },
  ADVERTENCIA: { label: 'Advertencia', severity: 'warn' },
  INCIDENTE: { label: 'Incidente', severity: 'error' },
}

export const TIPO_OPTIONS = TIPOS_NOTIFICACION.map((value) => ({ value, label: TIPO[value].label }))
