import type { EmpresaPerfil } from '@yupana/contract'
import { useQuery } from '@tanstack/react-query'

import { CheckboxField, SelectField } from '../../components/form/choice-fields.tsx'
import { FieldPair, FormFooter, FormSection } from '../../components/form/form-parts.tsx'
import { Form } from '../../components/form/form.tsx'
import { IntegerField } from '../../components/form/number-fields.tsx'
import page from '../../components/form/form-page.module.css'
import { saveKeeping } from '../../components/form/save-keeping.ts'
import { TextField } from '../../components/form/text-field.tsx'
import { useLeave } from '../../lib/pagina/use-leave.ts'
import { CargarActuales, useConflicto } from '../../components/form/conflicto.tsx'
import { datosInitial, DatosSchema, inactividadOptions, STOCK_OPTIONS } from './datos-schema.ts'
import { perfilQuery, savePerfil } from './empresa.queries.ts'
import classes from './empresa.module.css'
import { LogoPanel } from './logo-panel.tsx'
import { mayEdit } from './quien-puede.ts'

/** Name, addresses and printed legal data of the company; its logo below. */
export function DatosSection({ perfil }: { perfil: EmpresaPerfil }) {
  const leave = useLeave('/')
  const { refetch } = useQuery(perfilQuery())
  const { hasConflict, watched, settle } = useConflicto()
  const canSave = mayEdit('empresa:editar')
  return (
    <div className={`${page.page} ${classes.content}`}>
      <Form
        label="Datos generales"
        schema={DatosSchema}
        initial={datosInitial(perfil)}
        disabled={!canSave}
        onSubmit={(datos, form) =>
          saveKeeping(
            form,
            watched(savePerfil({ ...datos, version: perfil.version, condiciones: perfil.condiciones, confirma: false })).then(datosInitial),
          )
        }
        footer={<FormFooter onCancel={leave} canSave={canSave} />}
      >
        {hasConflict && (
          <CargarActuales
            read={() => refetch().then(({ isSuccess, data }) => (isSuccess ? datosInitial(data) : undefined))}
            onTaken={settle}
          />
        )}
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
            <IntegerField
              name="dias_fecha_anterior"
              label="Días de fecha anterior"
              required
              description="Cuántos días antes de hoy puede fechar un comprobante, de 0 a 90."
            />
            <TextField name="gran_contribuyente" label="Gran contribuyente" description="Número de resolución, si el SRI la nombró." />
          </FieldPair>
        </FormSection>
        <FormSection title="Inventario">
          <SelectField
            name="stock_negativo"
            label="Cuando una venta lleva más de lo que hay"
            options={STOCK_OPTIONS}
            description="Vale para los productos que llevan inventario, al facturar y al registrar egresos."
          />
        </FormSection>
        <FormSection title="Seguridad">
          <SelectField
            name="inactividad_minutos"
            label="Pedir la contraseña a quien deja de usar el sistema"
            options={inactividadOptions(perfil.inactividad_minutos)}
            description="Según el rol: a un administrador después de 4 horas, a los demás nunca. Lo que estaba escrito no se pierde: continúa en el mismo lugar con su contraseña."
          />
        </FormSection>
      </Form>
      <LogoPanel hasLogo={perfil.tiene_logo} canEdit={canSave} />
    </div>
  )
}
