import { numeroSri, type DeclaracionEnCola } from '@yupana/contract'
import { conPunto } from '@yupana/fiscal'
import * as z from 'zod/mini'

import { CampoFecha } from '../../components/form/campo-fecha.tsx'
import { fechaEntrada } from '../../components/form/fecha-entrada.ts'
import { FormDialog } from '../../components/form/form-dialog.tsx'
import { TextField } from '../../components/form/text-field.tsx'
import { today } from '../../lib/formato/format.ts'
import { fileDeclaracion } from './mesa.queries.ts'

const Schema = z.object({
  numero: numeroSri,
  fecha: fechaEntrada(),
})

export type PorPresentar = Pick<
  DeclaracionEnCola,
  'empresa_id' | 'empresa' | 'orden_id' | 'formulario' | 'periodo' | 'nombre' | 'numero_sri' | 'fecha_sri' | 'version'
>

/** Records that the SRI has accepted a bought declaration. */
export const PresentadaDialog = ({ declaracion, onClose }: { declaracion: PorPresentar; onClose: () => void }) => (
  <FormDialog
    title="Comprobante del SRI"
    schema={Schema}
    initial={{ numero: declaracion.numero_sri ?? '', fecha: declaracion.fecha_sri ?? today() }}
    onSubmit={(acuse) => fileDeclaracion(declaracion, acuse)}
    onClose={onClose}
  >
    <p>
      {declaracion.nombre}, de {conPunto(declaracion.empresa)} Quien la compró la ve como declarada y recibe un correo.
    </p>
    <TextField name="numero" label="Número del comprobante" inputMode="numeric" description="El que el SRI dio al presentarla." required />
    <CampoFecha name="fecha" label="Fecha" max={today()} required />
  </FormDialog>
)
