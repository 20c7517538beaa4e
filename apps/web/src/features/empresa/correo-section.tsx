import { MAX_DIRECCIONES_CORREO, type AjusteCorreoGuardado, type ClaseCorreo } from '@yupana/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { CheckboxField } from '../../components/form/choice-fields.tsx'
import { FormFooter, FormSection } from '../../components/form/form-parts.tsx'
import { Form } from '../../components/form/form.tsx'
import { ListField } from '../../components/form/list-field.tsx'
import { saveKeeping } from '../../components/form/save-keeping.ts'
import { TextAreaField } from '../../components/form/text-area-field.tsx'
import { TextField } from '../../components/form/text-field.tsx'
import { LoadFailure } from '../../components/load-failure.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { useLeave } from '../../lib/pagina/use-leave.ts'
import { CargarActuales, useConflicto } from '../../components/form/conflicto.tsx'
import { correoInitial, CorreoSchema } from './correo-schema.ts'
import classes from './correo-section.module.css'
import { CorreoTextos } from './correo-textos.tsx'
import { CorreoVista } from './correo-vista.tsx'
import { ajusteCorreoQuery, saveAjusteCorreo } from './correo.queries.ts'
import { mayEdit } from './quien-puede.ts'

/** Design of the company's mails to clients, with a preview beside it. */
export function CorreoSection() {
  const leave = useLeave('/')
  const { data, error, refetch } = useQuery(ajusteCorreoQuery())
  if (data) return <CorreoForm ajuste={data} />
  if (error) return <LoadFailure reason="No se pudieron abrir los correos de la empresa." onRetry={() => void refetch()} onBack={leave} />
  return <Skeleton label="Cargando los correos de la empresa" lines={['60%', '100%', '100%']} />
}

function CorreoForm({ ajuste }: { ajuste: AjusteCorreoGuardado }) {
  const leave = useLeave('/')
  const { refetch } = useQuery(ajusteCorreoQuery())
  const { hasConflict, watched, settle } = useConflicto()
  const [clase, setClase] = useState<ClaseCorreo>('factura')
  const canSave = mayEdit('empresa:editar')
  const { normal } = ajuste
  return (
    <Form
      label="Correo"
      schema={CorreoSchema}
      initial={correoInitial(ajuste)}
      onSubmit={(values, form) => saveKeeping(form, watched(saveAjusteCorreo(values, ajuste.version)).then(correoInitial))}
      footer={<FormFooter onCancel={leave} canSave={canSave} hasRequired={false} />}
    >
      {hasConflict && (
        <CargarActuales
          read={() => refetch().then(({ isSuccess, data }) => (isSuccess ? correoInitial(data) : undefined))}
          onTaken={settle}
        />
      )}
      <div className={classes.grid}>
        <div className={classes.fields}>
          {/* The choice of the shown text stays usable for users without the right to change it. */}
          <fieldset disabled={!canSave} className={classes.fields}>
            <FormSection title="Remitente">
              <p className={classes.quiet}>
                Los correos salen de <strong>{normal.direccion}</strong>, la dirección de la plataforma, con el nombre de su empresa: así
                los servidores de sus clientes los reconocen (SPF, DKIM) y no los apartan como no deseados. Lo que sus clientes respondan
                llega a las direcciones que usted indique.
              </p>
              <TextField
                name="remitente"
                label="Nombre del remitente"
                placeholder={normal.remitente}
                description="Vacío: el nombre comercial o la razón social."
              />
              <ListField
                name="responder_a"
                label="Responder a"
                itemLabel="Correo de respuesta"
                addLabel="Añadir correo de respuesta"
                max={MAX_DIRECCIONES_CORREO}
                description={
                  normal.responder_a
                    ? `Sin ninguno: ${normal.responder_a}, el correo de la empresa.`
                    : 'Sin ninguno, sus clientes no tienen a quién responder: la empresa no tiene correo en «Datos generales».'
                }
              />
              <ListField
                name="copia"
                label="Copia para la empresa"
                itemLabel="Correo de copia"
                addLabel="Añadir correo de copia"
                max={MAX_DIRECCIONES_CORREO}
                description="Reciben una copia de cada correo automático, sin que el cliente lo vea. En PRUEBAS no se envían copias."
              />
            </FormSection>
            <FormSection title="Cobros">
              <CheckboxField
                name="recibo_al_cobrar"
                label="Enviar el recibo al registrar un cobro"
                description="En PDF, a los correos que el cliente tenga registrados. En PRUEBAS llega al correo de la empresa."
              />
            </FormSection>
          </fieldset>
          <FormSection title="Textos">
            <CorreoTextos clase={clase} onClase={setClase} canEdit={canSave} />
            <fieldset disabled={!canSave} className={classes.fields}>
              <TextAreaField
                name="pie"
                label="Pie"
                rows={3}
                placeholder={normal.remitente}
                description="Al final de todos los correos: dirección, teléfono, horario. Vacío: el nombre de la empresa."
              />
            </fieldset>
            <p className={classes.quiet}>
              Cada correo lleva además los datos del comprobante y sus archivos. El aviso de una anulación tiene siempre el texto estándar.
              Lo que cambie aquí vale para los correos que se hagan desde ahora.
            </p>
          </FormSection>
        </div>
        {canSave && <CorreoVista clase={clase} />}
      </div>
    </Form>
  )
}
