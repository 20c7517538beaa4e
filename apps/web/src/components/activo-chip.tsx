import { ESTADO_REGISTRO_LABEL } from '@yupana/fiscal'

import { Chip } from './chip.tsx'

/** Whether a record is in use. */
export const ActivoChip = ({ activo }: { activo: boolean }) => (
  <Chip tone={activo ? 'success' : 'neutral'}>{activo ? ESTADO_REGISTRO_LABEL.ACTIVO : ESTADO_REGISTRO_LABEL.INACTIVO}</Chip>
)
