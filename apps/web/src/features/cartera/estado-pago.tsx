import type { PagoFila } from '@yupana/contract'

import { Chip } from '../../components/chip.tsx'

export const EstadoPago = ({ estado, total }: Pick<PagoFila, 'estado' | 'total'>) =>
  estado === 'REVERSADO' ? <Chip tone="void">Reversado</Chip> : <Chip tone="success">{total < 0 ? 'Devuelto' : 'Registrado'}</Chip>
