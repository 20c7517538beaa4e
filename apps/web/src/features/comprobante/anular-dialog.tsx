import { AnulacionForm, PASOS_ANULACION, type ComprobanteDetalle } from '@yupana/contract'
import { nombreEnFraseOf } from '@yupana/fiscal'

import { CheckboxGroupField } from '../../components/form/choice-fields.tsx'
import { FormDialog } from '../../components/form/form-dialog.tsx'
import { TextField } from '../../components/form/text-field.tsx'
import { fechaText } from '../../lib/formato/format.ts'
import { DECLARADO, PASOS } from './anulacion.ts'
import classes from './comprobante.module.css'
import { requestAnulacionOf } from './comprobante.queries.ts'

const OPTIONS = PASOS_ANULACION.map((value) => ({ value, label: PASOS[value] }))

/** Records a request at the portal: the deadline, the receiver's part, and the steps to confirm first (O-56). */
export const AnularDialog = ({
  documento: { id, numero, puede_anular: consejo },
  onClose,
}: {
  documento: ComprobanteDetalle
  onClose: () => void
}) => (
  <FormDialog
    title={`Solicitar la anulación de ${numero}`}
    saveLabel="Solicitar anulación"
    busyLabel="Solicitando…"
    saveColor="danger"
    schema={AnulacionForm}
    initial={{ motivo: '', pasos: [] }}
    onSubmit={(form) => requestAnulacionOf(id, form)}
    onClose={onClose}
  >
    <p>El SRI anula en su portal. Aquí se anota la solicitud y se consulta su respuesta; mientras tanto el comprobante sigue autorizado.</p>
    <p className={classes.next}>{consejo.tarde && consejo.motivo ? consejo.motivo : plazoText(consejo)}</p>
    {consejo.aceptacion !== null && (
      <p>El receptor debe aceptarla en {consejo.aceptacion} días hábiles; si no responde, el comprobante sigue válido.</p>
    )}
    {consejo.mes_cerrado && <p className={classes.next}>{DECLARADO}</p>}
    {consejo.ligados.length > 0 && <p className={classes.next}>{ligadosText(consejo)}</p>}
    <TextField name="motivo" label="Motivo" required description="De 5 a 300 caracteres." />
    <CheckboxGroupField name="pasos" label="Antes de solicitarla" required options={OPTIONS} />
  </FormDialog>
)

/** Linked documents: neither makes sense without the other. */
const ligadosText = ({ ligados }: ComprobanteDetalle['puede_anular']) =>
  `Va con ${ligados.map(({ tipo, numero }) => `la ${nombreEnFraseOf(tipo)} ${numero}`).join(' y ')}: si anula este comprobante, pida también su anulación.`

const plazoText = ({ plazo, extendido }: ComprobanteDetalle['puede_anular']) =>
  plazo === extendido
    ? `El portal la admite hasta el ${fechaText(plazo)}.`
    : `El portal la admite hasta el ${fechaText(plazo)}; si ese día no es hábil, quizá hasta el ${fechaText(extendido)}.`
