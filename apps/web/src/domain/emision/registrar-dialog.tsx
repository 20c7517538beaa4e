import { whyNotNumero, type Fecha } from '@yupana/fiscal'
import * as z from 'zod/mini'

import { CampoFecha } from '../../components/form/campo-fecha.tsx'
import { SelectField } from '../../components/form/choice-fields.tsx'
import { fechaEntrada } from '../../components/form/fecha-entrada.ts'
import { FormDialog } from '../../components/form/form-dialog.tsx'
import { FieldPair } from '../../components/form/form-parts.tsx'
import { TextField } from '../../components/form/text-field.tsx'
import classes from './hoja.module.css'

/** Where, when and under what authorisation a document was issued outside (O-101). */
export interface RegistroValores {
  modo: 'FISICA' | 'PORTAL'
  numero: string
  autorizacion: string
  fecha: Fecha
}

const MODOS = [
  { value: 'FISICA', label: 'En un formulario preimpreso' },
  { value: 'PORTAL', label: 'En el portal del SRI' },
] as const
const DIGITOS = { FISICA: 10, PORTAL: 49 } as const
const SIN_DIGITOS = {
  FISICA: 'La autorización de un comprobante preimpreso tiene diez dígitos.',
  PORTAL: 'La autorización de un comprobante del portal es su clave de acceso, de 49 dígitos.',
} as const

const schemaOf = (hoy: Fecha) =>
  z.object({
    // By the names of the call, so that its refusals find their field.
    registro: z
      .object({
        modo: z.enum(['FISICA', 'PORTAL']),
        numero: z.string().check(
          z.trim(),
          z.refine((numero) => whyNotNumero(numero) === undefined, 'Escriba el número como 001-001-000000123.'),
        ),
        autorizacion: z.string().check(z.trim()),
        fecha: fechaEntrada(undefined, hoy),
      })
      .check(
        z.check(({ value: { modo, autorizacion }, issues }) => {
          if (/^\d+$/.test(autorizacion) && autorizacion.length === DIGITOS[modo]) return
          issues.push({ code: 'custom', message: SIN_DIGITOS[modo], input: autorizacion, path: ['autorizacion'] })
        }),
      ),
  })

interface RegistrarDialogProps {
  /** A feminine noun inside a sentence. */
  nombre: string
  hoy: Fecha
  /** @throws HttpError */
  onRegister: (registro: RegistroValores) => Promise<void>
  onClose: () => void
}

/** A document that was issued outside is registered with its number: it counts everywhere and is never sent. */
export function RegistrarDialog({ nombre, hoy, onRegister, onClose }: RegistrarDialogProps) {
  return (
    <FormDialog
      title={`Registrar ${nombre} emitida fuera`}
      schema={schemaOf(hoy)}
      initial={{ registro: { modo: 'FISICA' as const, numero: '', autorizacion: '', fecha: hoy } }}
      saveLabel="Registrar"
      busyLabel="Registrando…"
      onSubmit={({ registro }) => onRegister(registro)}
      onClose={onClose}
      onDone={() => undefined}
    >
      <p className={classes.nota}>
        Entra en listas, inventario, cartera y reportes con lo que llenó en esta pantalla. No se envía al SRI ni toma un número de la serie.
      </p>
      <SelectField name="registro.modo" label="Cómo se emitió" options={MODOS} required />
      <FieldPair>
        <TextField name="registro.numero" label="Número" placeholder="001-001-000000123" required />
        <CampoFecha name="registro.fecha" label="Fecha de emisión" required />
      </FieldPair>
      <TextField name="registro.autorizacion" label="Autorización" inputMode="numeric" required />
    </FormDialog>
  )
}
