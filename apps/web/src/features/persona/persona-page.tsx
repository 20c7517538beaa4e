import { MAX_CONTACTOS, type Persona } from '@yupana/contract'
import { checkIdentificacion } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useNavigate, useParams } from 'react-router'

import { CheckboxField, CheckboxGroupField, SelectField } from '../../components/form/choice-fields.tsx'
import { FieldPair, FormFooter, FormSection } from '../../components/form/form-parts.tsx'
import { Form } from '../../components/form/form.tsx'
import { ListField } from '../../components/form/list-field.tsx'
import { IntegerField } from '../../components/form/number-fields.tsx'
import { TextField } from '../../components/form/text-field.tsx'
import page from '../../components/form/form-page.module.css'
import { LoadFailure } from '../../components/load-failure.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { RecordTabs } from '../../domain/auditoria/record-tabs.tsx'
import { savePersona } from '../../domain/persona/persona-save.ts'
import { CONTRIBUYENTE_OPTIONS, personaInitial, PersonaSchema, ROL_OPTIONS, TIPO_OPTIONS, type PersonaInput } from '../../domain/persona/persona-schema.ts'
import { hasRight } from '../../lib/rights.ts'
import { createSendingKey } from '../../lib/sending-key.ts'
import { useLeave } from '../../lib/use-leave.ts'
import { personaQuery } from './persona.queries.ts'

/** `/persona/registro` and `/persona/{uuid}`. */
export function PersonaPage() {
  const { uuid = '' } = useParams()
  return uuid === 'registro' ? <Editor key="registro" /> : <Stored key={uuid} id={uuid} />
}

function Stored({ id }: { id: string }) {
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery(personaQuery(id))
  if (data) return <Editor persona={data} />
  if (!error) return <PageHeader title="Persona" />
  return (
    <>
      <PageHeader title="Persona" />
      <LoadFailure reason="No se pudo abrir esta persona." onRetry={() => void refetch()} onBack={() => void navigate('/persona')} />
    </>
  )
}

function Editor({ persona }: { persona?: Persona }) {
  const leave = useLeave('/persona')
  const [keyFor] = useState(createSendingKey)
  const canSave = hasRight(persona ? 'persona:editar' : 'persona:crear')
  return (
    <div className={page.page}>
      <PageHeader title={persona ? persona.razon_social : 'Nueva persona'} />
      <RecordTabs label="Secciones de la persona" base="/persona" id={persona?.id}>
        <Form
          label="Persona" schema={PersonaSchema} initial={personaInitial(persona)}
          onSubmit={(form) => savePersona(form, persona, keyFor(form))} onDone={leave} disabled={!canSave}
          footer={<FormFooter onCancel={leave} canSave={canSave} />}
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
              <ListField name="telefonos" label="Teléfonos" itemLabel="Teléfono" addLabel="Añadir teléfono" max={MAX_CONTACTOS} inputMode="tel" />
            </FieldPair>
            <TextField name="direccion" label="Dirección" />
          </FormSection>
          <FormSection title="Comercial">
            <FieldPair>
              <IntegerField name="dias_credito" label="Días de crédito" />
            </FieldPair>
            <CheckboxField name="activo" label="Activo" description="Quien no está activo no se ofrece al facturar." />
          </FormSection>
        </Form>
      </RecordTabs>
    </div>
  )
}

/** What does not block and still deserves a look: said while there is time to correct it. */
function SecondLook() {
  const [tipo, identificacion] = useWatch<PersonaInput, ['tipo_identificacion', 'identificacion']>({ name: ['tipo_identificacion', 'identificacion'] })
  const { warning } = checkIdentificacion(tipo, identificacion.trim())
  return warning ? (
    <span role="status" className={page.warning}>
      {warning}
    </span>
  ) : null
}
