import type { Cotizacion } from '@yupana/contract'
import * as z from 'zod/mini'

import { FormDialog } from '../../components/form/form-dialog.tsx'
import { TextField } from '../../components/form/text-field.tsx'
import { changeEstado } from './cotizacion.queries.ts'

const RespuestaSchema = z.object({ nota: z.string().check(z.trim(), z.maxLength(300, '300 caracteres máximos.')) })

const CLIENTE = 'Qué dijo el cliente, y por qué medio. Puede quedar vacía.'

const PALABRAS = {
  ACEPTADA: { title: 'Anotar que se aceptó', save: 'Marcar como aceptada', color: 'primary', nota: CLIENTE },
  RECHAZADA: { title: 'Anotar que se rechazó', save: 'Marcar como rechazada', color: 'danger', nota: CLIENTE },
  CUMPLIDA: {
    title: 'Dar por cumplida',
    save: 'Dar por cumplida',
    color: 'primary',
    nota: 'Por qué no se factura lo que queda: por ejemplo, se vendió otro producto en su lugar. Puede quedar vacía.',
  },
} as const

interface RespuestaDialogProps {
  cotizacion: Cotizacion
  estado: keyof typeof PALABRAS
  onClose: () => void
}

/** Records an answer given outside the application, or closes the rest. */
export function RespuestaDialog({ cotizacion, estado, onClose }: RespuestaDialogProps) {
  const { title, save, color, nota: description } = PALABRAS[estado]
  return (
    <FormDialog
      title={`${title} la cotización ${cotizacion.numero}`}
      saveLabel={save}
      busyLabel="Guardando…"
      saveColor={color}
      schema={RespuestaSchema}
      initial={{ nota: '' }}
      onSubmit={({ nota }) => changeEstado(cotizacion, estado === 'CUMPLIDA' ? 'RECHAZADA' : estado, nota)}
      onClose={onClose}
      hasRequired={false}
    >
      <TextField name="nota" label="Nota" description={description} />
    </FormDialog>
  )
}
