import type { SolicitudFirma } from '@yupana/contract'
import { edadVideoAt, exigeVideo, isFecha, type TipoFirma } from '@yupana/fiscal'
import { useState } from 'react'
import { useFormContext, useFormState, useWatch } from 'react-hook-form'

import { Button } from '../../components/button.tsx'
import { CampoFecha } from '../../components/form/campo-fecha.tsx'
import { SelectField } from '../../components/form/choice-fields.tsx'
import { FieldPair, FormSection } from '../../components/form/form-parts.tsx'
import { Form, RequiredNote } from '../../components/form/form.tsx'
import { TextField } from '../../components/form/text-field.tsx'
import { UnsavedGuard } from '../../components/form/unsaved-guard.tsx'
import { addNotice } from '../../lib/pagina/notices.ts'
import { untilRefused } from '../../lib/http/http-error.ts'
import { useBusy } from '../../lib/pagina/use-busy.ts'
import { datosInitial, datosSchema, type DatosInput } from './datos-schema.ts'
import classes from './firma.module.css'
import { saveSolicitud } from './firma.queries.ts'

const DOCUMENTO_OPTIONS = [
  { value: 'CEDULA', label: 'Cédula' },
  { value: 'PASAPORTE', label: 'Pasaporte' },
] as const
const SEXO_OPTIONS = [
  { value: '', label: 'Seleccione' },
  { value: 'MUJER', label: 'Mujer' },
  { value: 'HOMBRE', label: 'Hombre' },
] as const

interface PasoDatosProps {
  solicitud: SolicitudFirma
  onBack: (() => void) | undefined
  onDone: () => void
}

const save = ({ id, tipo, anios, version }: SolicitudFirma, datos: DatosInput) =>
  saveSolicitud(id, { tipo, anios: anios as 1 | 2 | 3, datos, version })

/** Data of the holder: «Continuar» saves it when all is valid, «Guardar borrador» at any time. */
export function PasoDatos({ solicitud, onBack, onDone }: PasoDatosProps) {
  const [schema] = useState(() => datosSchema(solicitud.tipo, solicitud.fecha))
  return (
    <Form label="Datos" schema={schema} initial={datosInitial(solicitud)} onSubmit={(datos) => save(solicitud, datos)} onDone={onDone}>
      <Campos tipo={solicitud.tipo} fecha={solicitud.fecha} />
      <Botones solicitud={solicitud} onBack={onBack} />
      <RequiredNote />
    </Form>
  )
}

function Campos({ tipo, fecha }: { tipo: TipoFirma; fecha: string }) {
  const [documento, nacimiento] = useWatch<DatosInput, ['tipo_documento', 'nacimiento']>({ name: ['tipo_documento', 'nacimiento'] })
  const isJuridica = tipo === 'JURIDICA'
  return (
    <>
      {isJuridica && (
        <FormSection title="Empresa">
          <FieldPair>
            <TextField name="razon_social" label="Razón social" required />
            <TextField name="ruc" label="RUC de la empresa" inputMode="numeric" required />
          </FieldPair>
        </FormSection>
      )}
      <FormSection title={isJuridica ? 'Representante legal' : 'Titular'}>
        <FieldPair>
          <SelectField name="tipo_documento" label="Documento" options={DOCUMENTO_OPTIONS} required />
          <TextField name="numero_documento" label="Número de documento" required />
        </FieldPair>
        <TextField name="nombres" label="Nombres" autoComplete="given-name" required />
        <FieldPair>
          <TextField name="apellido1" label="Primer apellido" required />
          <TextField name="apellido2" label="Segundo apellido" />
        </FieldPair>
        <FieldPair>
          <CampoFecha name="nacimiento" label="Fecha de nacimiento" min="1900-01-01" max={fecha} required />
          <SelectField name="sexo" label="Sexo" options={SEXO_OPTIONS} required />
        </FieldPair>
        {isFecha(nacimiento) && exigeVideo(nacimiento, fecha) && (
          <p className={classes.aviso} role="status">
            {edadVideoAt(fecha)} años o más: el video es obligatorio, sin excepción. Se le mostrará el texto que el titular debe decir.
          </p>
        )}
        <FieldPair>
          <TextField name="nacionalidad" label="Nacionalidad" required />
          {documento === 'CEDULA' ? (
            <TextField
              name="codigo_dactilar"
              label="Código dactilar"
              required
              description="Al reverso de la cédula, arriba a la derecha."
            />
          ) : (
            <span />
          )}
        </FieldPair>
        {isJuridica ? (
          <TextField name="cargo" label="Cargo" required />
        ) : (
          <TextField name="ruc" label="RUC" inputMode="numeric" required description="Empieza con la cédula del titular." />
        )}
      </FormSection>
      <FormSection title="Contacto">
        <FieldPair>
          <TextField
            name="correo"
            label="Correo"
            type="email"
            inputMode="email"
            autoComplete="email"
            required
            description="Aquí llegará el archivo de la firma."
          />
          <TextField name="celular" label="Celular" type="tel" inputMode="tel" required placeholder="0991234567" />
        </FieldPair>
        <FieldPair>
          <TextField name="provincia" label="Provincia" required />
          <TextField name="ciudad" label="Ciudad" required />
        </FieldPair>
        <TextField name="direccion" label="Dirección" required />
      </FormSection>
    </>
  )
}

function Botones({ solicitud, onBack }: Pick<PasoDatosProps, 'solicitud' | 'onBack'>) {
  const { getValues, reset } = useFormContext<DatosInput>()
  const { isSubmitting } = useFormState()
  const [isSaving, keep] = useBusy(async () => {
    const values = getValues()
    await save(solicitud, values)
    reset(values)
    addNotice({ severity: 'success', detail: 'Borrador guardado. Puede continuar después, también en otro equipo.' })
  })
  return (
    <div className={classes.botones}>
      <UnsavedGuard />
      {onBack && (
        <Button variant="default" onClick={onBack}>
          Atrás
        </Button>
      )}
      {solicitud.estado === 'BORRADOR' && (
        <Button variant="default" busy={isSaving} busyLabel="Guardando…" onClick={() => void untilRefused(keep())}>
          Guardar borrador
        </Button>
      )}
      <Button type="submit" busy={isSubmitting} busyLabel="Guardando…">
        Continuar
      </Button>
    </div>
  )
}
