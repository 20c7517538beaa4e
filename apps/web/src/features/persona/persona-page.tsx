import { MAX_CONTACTOS, type Persona } from '@yupana/contract'
import { checkIdentificacion } from '@yupana/fiscal'
import { useWatch } from 'react-hook-form'

import { CheckboxField, CheckboxGroupField, SelectField } from '../../components/form/choice-fields.tsx'
import page from '../../components/form/form-page.module.css'
import { FieldPair, FormSection } from '../../components/form/form-parts.tsx'
import { ListField } from '../../components/form/list-field.tsx'
import { IntegerField } from '../../components/form/number-fields.tsx'
import { TextField } from '../../components/form/text-field.tsx'
import { RecordForm, RecordPage } from '../../domain/catalogo/record-page.tsx'
import { PERSONAS, savePersona } from '../../domain/persona/persona-save.ts'
import {
  CONTRIBUYENTE_OPTIONS,
  personaInitial,
  PersonaSchema,
  ROL_OPTIONS,
  TIPO_OPTIONS,
  type PersonaInput,
} from '../../domain/persona/persona-schema.ts'

export const PersonaPage = () => <RecordPage catalogo={PERSONAS} Editor={Editor} />

function Editor({ record: persona }: { record?: Persona }) {
  return (
    <RecordForm
      catalogo={PERSONAS}
      record={persona}
      name={persona?.razon_social}
      schema={PersonaSchema}
      initial={personaInitial(persona)}
      onSave={(form, headers) => savePersona(form, persona, headers)}
    >
      <FormSection title="Datos de la persona">
        <FieldPair>
          <SelectField name="tipo_identificacion" label="Tipo de identificación" options={TIPO_OPTIONS} required />
          <TextField name="identificacion" label="Identificación" required description={<SecondLook />} />
        </FieldPair>
        <TextField name="razon_social" label="Razón social o nombres" required />
        <FieldPair>
          <TextField name="nombre_comercial" label="Nombre comercial" />
          <SelectField name="tipo_contribuyente" label="Tipo de contribuyente" options={CONTRIBUYENTE_OPTIONS} />
        </FieldPair>
        <CheckboxGroupField name="roles" label="Rol" options={ROL_OPTIONS} required />
      </FormSection>
      <FormSection title="Contacto">
        <FieldPair>
          <ListField name="correos" label="Correos" itemLabel="Correo" addLabel="Añadir correo" max={MAX_CONTACTOS} />
          <ListField
            name="telefonos"
            label="Teléfonos"
            itemLabel="Teléfono"
            addLabel="Añadir teléfono"
            max={MAX_CONTACTOS}
            inputMode="tel"
          />
        </FieldPair>
        <TextField name="direccion" label="Dirección" />
      </FormSection>
      <FormSection title="Comercial">
        <FieldPair>
          <IntegerField name="dias_credito" label="Días de crédito" />
        </FieldPair>
        <CheckboxField name="activo" label="Activo" description="Quien no está activo no se ofrece al facturar." />
      </FormSection>
    </RecordForm>
  )
}

/** What does not block and still deserves a look: said while there is time to correct it. */
function SecondLook() {
  const [tipo, identificacion] = useWatch<PersonaInput, ['tipo_identificacion', 'identificacion']>({
    name: ['tipo_identificacion', 'identificacion'],
  })
  const { warning } = checkIdentificacion(tipo, identificacion.trim())
  return warning ? (
    <span role="status" className={page.warning}>
      {warning}
    </span>
  ) : null
}
