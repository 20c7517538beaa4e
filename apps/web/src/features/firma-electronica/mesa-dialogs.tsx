import type { SolicitudFirmaRevisada } from '@yupana/contract'
import { addMonths, canMoveFirma } from '@yupana/fiscal'
import * as z from 'zod/mini'

import { ActionDialog } from '../../components/dialog/action-dialog.tsx'
import { CampoFecha } from '../../components/form/campo-fecha.tsx'
import { fechaEntrada } from '../../components/form/fecha-entrada.ts'
import { FieldPair } from '../../components/form/form-parts.tsx'
import { FormDialog } from '../../components/form/form-dialog.tsx'
import { REQUIRED } from '../../components/form/messages.ts'
import { TextAreaField } from '../../components/form/text-area-field.tsx'
import { TextField } from '../../components/form/text-field.tsx'
import { momentoText, today } from '../../lib/formato/format.ts'
import { moveSolicitud, savePaquete } from './mesa.queries.ts'

interface MesaDialogProps {
  solicitud: SolicitudFirmaRevisada
  onClose: () => void
}

export const SinPagoDialog = ({ solicitud, onClose }: MesaDialogProps) => (
  <ActionDialog
    title="Aprobar sin pago"
    confirmLabel="Aprobar sin pago"
    busyLabel="Aprobando…"
    onConfirm={() => moveSolicitud(solicitud, { estado: 'APROBADA', sin_pago: true })}
    onClose={onClose}
  >
    <p>Ninguna orden pagó esta firma. Apruébela así solo si se pagó de otra forma; queda en la auditoría.</p>
  </ActionDialog>
)

export const PaqueteDialog = ({ solicitud, onClose }: MesaDialogProps) => (
  <ActionDialog
    title="Descargar otra vez"
    confirmLabel="Descargar otra vez"
    busyLabel="Descargando…"
    onConfirm={() => savePaquete(solicitud, true)}
    onClose={onClose}
  >
    <p>
      Ya se descargó el {momentoText(solicitud.paquete_en ?? '')}. Si la entidad la recibe dos veces, la cobra dos veces: compruebe antes
      que no la tiene.
    </p>
  </ActionDialog>
)

const texto = (max: number, min: number, message: string) =>
  z.string().check(z.trim(), z.minLength(min, message), z.maxLength(max, `${max} caracteres máximos.`))

const RechazoSchema = z.object({ motivo: texto(300, 5, 'Escriba por qué se rechaza.') })

export const RechazoDialog = ({ solicitud, onClose }: MesaDialogProps) => (
  <FormDialog
    title="Rechazar la solicitud"
    schema={RechazoSchema}
    initial={{ motivo: '' }}
    saveLabel="Rechazar"
    busyLabel="Rechazando…"
    saveColor="danger"
    onSubmit={({ motivo }) => moveSolicitud(solicitud, { estado: 'RECHAZADA', motivo })}
    onClose={onClose}
  >
    <p>
      La firma no se emitirá{solicitud.pago && ', y lo que la pagó queda libre para otra solicitud'}.
      {canMoveFirma(solicitud.estado, 'OBSERVADA') && ' Si algo se puede corregir, devuélvala con observaciones.'}
    </p>
    <TextAreaField name="motivo" label="Motivo" required description="Lo lee quien la solicitó." />
  </FormDialog>
)

/** Validity of an issued signature may begin in the past and end far in the future. */
const LEJOS = 120
const EmisionSchema = z.object({
  entidad: texto(200, 1, REQUIRED),
  valida_desde: fechaEntrada(),
  valida_hasta: fechaEntrada(undefined, addMonths(today(), LEJOS)),
})

export const EmisionDialog = ({ solicitud, onClose }: MesaDialogProps) => (
  <FormDialog
    title="Registrar la emisión"
    schema={EmisionSchema}
    initial={{ entidad: '', valida_desde: today(), valida_hasta: addMonths(today(), 12 * solicitud.anios) }}
    saveLabel="Registrar"
    busyLabel="Registrando…"
    onSubmit={(form) => moveSolicitud(solicitud, { estado: 'EMITIDA', ...form })}
    onClose={onClose}
  >
    <p>La entidad ya envió el archivo de la firma al correo del titular. Aquí nunca se guarda ese archivo.</p>
    <TextField name="entidad" label="Entidad de certificación" required />
    <FieldPair>
      <CampoFecha name="valida_desde" label="Válida desde" required />
      <CampoFecha name="valida_hasta" label="Válida hasta" max={addMonths(today(), LEJOS)} required />
    </FieldPair>
  </FormDialog>
)
