import { texto } from '@yupana/contract'
import * as z from 'zod/mini'

import { FormDialog } from '../../components/form/form-dialog.tsx'
import { TextField } from '../../components/form/text-field.tsx'
import { closeDocumento } from './comprobante.queries.ts'

const CloseSchema = z.object({ motivo: texto(300, 5) })

/** Gives up a number for good, with a reason; it stays in the report of numbers without an authorised document (O-97). */
export const CloseDialog = ({ id, numero, onClose }: { id: string; numero: string; onClose: () => void }) => (
  <FormDialog
    title={`Cerrar el número ${numero}`}
    saveLabel="Cerrar número"
    busyLabel="Cerrando…"
    saveColor="danger"
    schema={CloseSchema}
    initial={{ motivo: '' }}
    onSubmit={({ motivo }) => closeDocumento(id, motivo)}
    onClose={onClose}
  >
    <p>
      El documento no se podrá corregir ni reenviar. Su número queda en «Números sin documento autorizado», con su historia y este motivo.
    </p>
    <TextField name="motivo" label="Motivo" required description="De 5 a 300 caracteres." />
  </FormDialog>
)
