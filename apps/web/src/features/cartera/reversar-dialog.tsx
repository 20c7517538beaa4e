import type { ReactNode } from 'react'
import * as z from 'zod/mini'

import { CheckboxField } from '../../components/form/choice-fields.tsx'
import { FormDialog } from '../../components/form/form-dialog.tsx'
import { TextField } from '../../components/form/text-field.tsx'

const MOTIVO = z.string().check(z.trim(), z.minLength(5, 'De 5 a 300 caracteres.'), z.maxLength(300, 'De 5 a 300 caracteres.'))
const SCHEMA = z.object({ motivo: MOTIVO, sin_caja: z.boolean() })
const SIN_CAJA = z.object({
  motivo: MOTIVO,
  sin_caja: z.boolean().check(z.refine(Boolean, 'Abra su caja, o marque que se reversa sin caja.')),
})

interface ReversarProps {
  /** Number of the entry to reverse. */
  numero: string
  /** Effect of the reversal. */
  efecto: ReactNode
  /** If given, the reversal requires agreement to this text. */
  sinCaja?: string | undefined
  onReversar: (motivo: string, sinCaja: boolean) => Promise<void>
  onClose: () => void
}

/** Asks for the reason of a reversal. */
export const ReversarDialog = ({ numero, efecto, sinCaja, onReversar, onClose }: ReversarProps) => (
  <FormDialog
    title={`Reversar ${numero}`}
    saveLabel="Reversar"
    busyLabel="Reversando…"
    saveColor="danger"
    schema={sinCaja === undefined ? SCHEMA : SIN_CAJA}
    initial={{ motivo: '', sin_caja: false }}
    onSubmit={({ motivo, sin_caja }) => onReversar(motivo, sin_caja)}
    onClose={onClose}
  >
    {typeof efecto === 'string' ? <p>{efecto}</p> : efecto}
    <TextField name="motivo" label="Motivo" required description="De 5 a 300 caracteres." />
    {sinCaja !== undefined && <CheckboxField name="sin_caja" label={sinCaja} />}
  </FormDialog>
)
