import type { EmpresaPerfil } from '@yupana/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'

import { Button } from '../../components/button.tsx'
import { CheckboxField } from '../../components/form/choice-fields.tsx'
import { FieldPair, FormFooter, FormSection } from '../../components/form/form-parts.tsx'
import { Form } from '../../components/form/form.tsx'
import { IntegerField } from '../../components/form/number-fields.tsx'
import page from '../../components/form/form-page.module.css'
import { TextField } from '../../components/form/text-field.tsx'
import { HttpError } from '../../lib/http-error.ts'
import { useLeave } from '../../lib/use-leave.ts'
import { datosInitial, DatosSchema, type DatosInput } from './datos-schema.ts'
import { perfilQuery, savePerfil } from './empresa.queries.ts'
import classes from './empresa.module.css'
import { LogoPanel } from './logo-panel.tsx'
import { mayEdit } from './quien-puede.ts'

const isConflict = (error: unknown) => error instanceof HttpError && error.status === 409

/** Name, addresses and what the law asks to be printed of the company; its logo below. */
export function DatosSection({ perfil }: { perfil: EmpresaPerfil }) {
  const leave = useLeave('/')
  const [hasConflict, setConflict] = useState(false)
  const canSave = mayEdit('empresa:editar')
  return (
    <div className={`${page.page} ${classes.content}`}>
      <Form
        label="Datos generales" schema={DatosSchema} initial={datosInitial(perfil)} disabled={!canSave}
        onSubmit={async (datos, form) => {
          try {
            form.reset(datosInitial(await savePerfil({ ...datos, version: perfil.version, condiciones: perfil.condiciones })))
            setConflict(false)
          } catch (error) {
            setConflict(isConflict(error))
            throw error
          }
        }}
        footer={<FormFooter onCancel={leave} canSave={canSave} />}
      >
        {hasConflict && <PresentData onTaken={() => setConflict(false)} />}
        <FormSection title="Identificación">
          <dl className={classes.facts}>
            <div>
              <dt>RUC</dt>
              <dd>{perfil.ruc}</dd>
            </div>
          </dl>
          <TextField name="razon_social" label="Razón social" required />
          <TextField name="nombre_comercial" label="Nombre comercial" />
        </FormSection>
        <FormSection title="Contacto">
          <TextField name="dir_matriz" label="Dirección matriz" required />
          <FieldPair>
            <TextField name="telefono" label="Teléfono" inputMode="tel" />
            <TextField name="correo" label="Correo" inputMode="email" />
          </FieldPair>
        </FormSection>
        <FormSection title="Emisión">
          <CheckboxField name="obligado_contabilidad" label="Obligado a llevar contabilidad" />
          <FieldPair>
            <IntegerField name="dias_fecha_anterior" label="Días de fecha anterior" required description="Cuántos días antes de hoy puede fechar un comprobante, de 0 a 90." />
            <TextField name="gran_contribuyente" label="Gran contribuyente" description="Número de resolución, si el SRI la nombró." />
          </FieldPair>
        </FormSection>
      </Form>
      <LogoPanel hasLogo={perfil.tiene_logo} canEdit={canSave} />
    </div>
  )
}

/** Somebody else saved in between: what was typed stays until the user asks for what is there now. */
function PresentData({ onTaken }: { onTaken: () => void }) {
  const { reset } = useFormContext<DatosInput>()
  const { refetch } = useQuery(perfilQuery())
  const take = async () => {
    const { data } = await refetch()
    if (!data) return
    reset(datosInitial(data))
    onTaken()
  }
  return (
    <div>
      <Button variant="default" onClick={() => void take()}>
        Descartar lo escrito y cargar los datos actuales
      </Button>
    </div>
  )
}
