import { AnulacionRegistro, type ComprobanteDetalle } from '@yupana/contract'

import { FormDialog } from '../../components/form/form-dialog.tsx'
import { TextField } from '../../components/form/text-field.tsx'
import { DECLARADO } from './anulacion.ts'
import classes from './comprobante.module.css'
import { recordAnulacionOf } from './comprobante.queries.ts'

/** An administrator records, with proof, that the SRI has voided it (O-56). */
export const RegistrarAnulacionDialog = ({
  documento: {
    id,
    numero,
    puede_anular: { mes_cerrado: isDeclarado },
  },
  onClose,
}: {
  documento: ComprobanteDetalle
  onClose: () => void
}) => (
  <FormDialog
    title={`Registrar la anulación de ${numero}`}
    saveLabel="Registrar anulación"
    busyLabel="Registrando…"
    saveColor="danger"
    schema={AnulacionRegistro}
    initial={{ prueba: '' }}
    onSubmit={({ prueba }) => recordAnulacionOf(id, prueba)}
    onClose={onClose}
  >
    <p>Solo si el SRI ya lo anuló. El comprobante quedará ANULADO para siempre y se avisará al cliente por correo.</p>
    {isDeclarado && <p className={classes.next}>{DECLARADO}</p>}
    <TextField
      name="prueba"
      label="Prueba"
      required
      description="Lo que muestra el portal: número de trámite, fecha. De 10 a 600 caracteres."
    />
  </FormDialog>
)
