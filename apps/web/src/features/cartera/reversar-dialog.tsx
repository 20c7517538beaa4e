import * as z from 'zod/mini'

import { FormDialog } from '../../components/form/form-dialog.tsx'
import { TextField } from '../../components/form/text-field.tsx'

const MOTIVO = z.object({
  motivo: z.string().check(z.trim(), z.minLength(5, 'De 5 a 300 caracteres.'), z.maxLength(300, 'De 5 a 300 caracteres.')),
})

interface ReversarProps {
  /** What is taken back: its number. */
  numero: string
  /** What will happen. */
  efecto: string
  onReversar: (motivo: string) => Promise<void>
  onClose: () => void
}

/** Asks why something of what is owed is taken back. */
export const ReversarDialog = ({ numero, efecto, onReversar, onClose }: ReversarProps) => (
  <FormDialog
    title={`Reversar ${numero}`}
    saveLabel="Reversar"
    busyLabel="Reversando…"
    saveColor="danger"
    schema={MOTIVO}
    initial={{ motivo: '' }}
    onSubmit={({ motivo }) => onReversar(motivo)}
    onClose={onClose}
  >
    <p>{efecto}</p>
    <TextField name="motivo" label="Motivo" required description="De 5 a 300 caracteres." />
  </FormDialog>
)
