import { AnulacionRegistro } from '@yupana/contract'

import { Dialog } from '../../components/dialog/dialog.tsx'
import { DialogFooter } from '../../components/dialog/dialog-footer.tsx'
import { Form } from '../../components/form/form.tsx'
import { TextField } from '../../components/form/text-field.tsx'
import { recordAnulacionOf } from './comprobante.queries.ts'

/** An administrator says, with proof, that the SRI voided it already (O-56). */
export const RegistrarAnulacionDialog = ({ id, numero, onClose }: { id: string; numero: string; onClose: () => void }) => (
  <Dialog opened title={`Registrar la anulación de ${numero}`} onClose={onClose}>
    <Form
      label="Registrar anulación" schema={AnulacionRegistro} initial={{ prueba: '' }} onSubmit={({ prueba }) => recordAnulacionOf(id, prueba)} onDone={onClose}
      footer={<DialogFooter label="Registrar anulación" busyLabel="Registrando…" isDanger onCancel={onClose} />}
    >
      <p>Solo si el SRI ya lo anuló. El comprobante quedará ANULADO para siempre y se avisará al cliente por correo.</p>
      <TextField name="prueba" label="Prueba" required description="Lo que muestra el portal: número de trámite, fecha. De 10 a 600 caracteres." />
    </Form>
  </Dialog>
)
