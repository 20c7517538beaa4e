import type { Cotizacion } from '@yupana/contract'
import * as z from 'zod/mini'

import { FormDialog } from '../../components/form/form-dialog.tsx'
import { TextField } from '../../components/form/text-field.tsx'
import { changeEstado } from './cotizacion.queries.ts'

const RespuestaSchema = z.object({ nota: z.string().check(z.trim(), z.maxLength(300, '300 caracteres máximos.')) })

const PALABRAS = {
  ACEPTADA: { title: 'Anotar que se aceptó', save: 'Marcar como aceptada', color: 'primary' },
  RECHAZADA: { title: 'Anotar que se rechazó', save: 'Marcar como rechazada', color: 'danger' },
} as const

interface RespuestaDialogProps {
  cotizacion: Cotizacion
  estado: keyof typeof PALABRAS
  onClose: () => void
}

/** What the client answered outside of here. */
export function RespuestaDialog({ cotizacion, estado, onClose }: RespuestaDialogProps) {
  const { title, save, color } = PALABRAS[estado]
  return (
    <FormDialog
      title={`${title} la cotización ${cotizacion.numero}`}
      saveLabel={save}
      busyLabel="Guardando…"
      saveColor={color}
      schema={RespuestaSchema}
      initial={{ nota: '' }}
      onSubmit={({ nota }) => changeEstado(cotizacion, estado, nota)}
      onClose={onClose}
      hasRequired={false}
    >
      <TextField name="nota" label="Nota" description="Qué dijo el cliente, y por qué medio. Puede quedar vacía." />
    </FormDialog>
  )
}
