import { MAX_CONTACTOS, type Persona } from '@yupana/contract'

import { CheckboxField, CheckboxGroupField, SelectField } from '../../components/form/choice-fields.tsx'
import { FieldPair, FormLinks, FormSection } from '../../components/form/form-parts.tsx'
import { ListField } from '../../components/form/list-field.tsx'
import { TextField } from '../../components/form/text-field.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { loadedPart } from '../../components/loaded-part.tsx'
import { RecordForm, RecordPage } from '../../domain/catalogo/record-page.tsx'
import { Conocida } from '../../domain/persona/conocida.tsx'
import { IdentificacionFields } from '../../domain/persona/identificacion-fields.tsx'
import { PERSONAS, savePersona } from '../../domain/persona/persona-save.ts'
import { RazonSocialField } from '../../domain/persona/razon-social-field.tsx'
import { LISTA_OPTIONS, personaInitial, PersonaSchema, ROL_OPTIONS } from '../../domain/persona/persona-schema.ts'
import { pestanasOf } from './actividad.tsx'
import { CreditoFields } from './credito-fields.tsx'
import { Direcciones } from './direcciones.tsx'
import { enlacesOf } from './persona-enlaces.ts'

const Condiciones = loadedPart(async () => (await import('./condiciones.tsx')).Condiciones)
const Uniones = loadedPart(async () => (await import('./uniones.tsx')).Uniones)
const Unida = loadedPart(async () => (await import('./uniones.tsx')).Unida)

export const PersonaPage = () => <RecordPage catalogo={PERSONAS} Editor={Ficha} />

/** A record that was merged into another only names it. */
const Ficha = ({ record }: { record?: Persona }) =>
  record && record.unida_a !== null ? <Unida persona={record} /> : <Editor {...(record && { record })} />

function Editor({ record: persona }: { record?: Persona }) {
  return (
    <RecordForm
      catalogo={PERSONAS}
      record={persona}
      name={persona?.razon_social}
      schema={PersonaSchema}
      initial={personaInitial(persona)}
      onSave={(form, headers) => savePersona(form, persona, headers)}
      more={
        persona && [
          { seccion: 'regimen', label: 'Régimen', content: <Condiciones persona={persona} /> },
          ...pestanasOf(persona),
          { seccion: 'unidas', label: 'Duplicados', content: <Uniones persona={persona} /> },
        ]
      }
    >
      <FormSection title="Datos de la persona">
        <IdentificacionFields />
        {!persona && (
          <Conocida
            wayTo={({ id }) => (
              <LinkButton to={`/persona/${id}`} variant="default">
                Abrir su ficha
              </LinkButton>
            )}
          />
        )}
        <RazonSocialField />
        <TextField name="nombre_comercial" label="Nombre comercial" />
        <CheckboxGroupField name="roles" label="Rol" options={ROL_OPTIONS} required />
      </FormSection>
      <FormSection title="Contacto">
        <FieldPair>
          <ListField name="correos" label="Correos" itemLabel="Correo" addLabel="Añadir correo" max={MAX_CONTACTOS} startsOpen />
          <ListField
            name="telefonos"
            label="Teléfonos"
            itemLabel="Teléfono"
            addLabel="Añadir teléfono"
            max={MAX_CONTACTOS}
            startsOpen
            inputMode="tel"
          />
        </FieldPair>
        <TextField name="direccion" label="Dirección" description="La principal: es la que llevan sus documentos." />
        <Direcciones />
      </FormSection>
      <FormSection title="Comercial">
        <CreditoFields persona={persona} />
        <FieldPair>
          <SelectField name="lista_precios" label="Lista de precios" options={LISTA_OPTIONS} description="La que se propone al venderle." />
        </FieldPair>
        <CheckboxField name="activo" label="Activo" description="Quien no está activo no se ofrece al facturar." />
        {persona && (
          <FormLinks>
            {enlacesOf(persona).map(({ label, to }) => (
              <LinkButton key={to} to={to} variant="default">
                {label}
              </LinkButton>
            ))}
          </FormLinks>
        )}
      </FormSection>
    </RecordForm>
  )
}
