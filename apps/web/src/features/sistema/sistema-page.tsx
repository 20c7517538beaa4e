import { LOGO_MAX_BYTES, LOGO_MAX_SIDE, SistemaForm, type Sistema } from '@yupana/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type * as z from 'zod/mini'

import { Button } from '../../components/button.tsx'
import { DeleteDialog } from '../../components/dialog/delete-dialog.tsx'
import { SelectField } from '../../components/form/choice-fields.tsx'
import { FieldPair, FormFooter, FormSection } from '../../components/form/form-parts.tsx'
import page from '../../components/form/form-page.module.css'
import { Form } from '../../components/form/form.tsx'
import { saveKeeping } from '../../components/form/save-keeping.ts'
import { TextAreaField } from '../../components/form/text-area-field.tsx'
import { TextField } from '../../components/form/text-field.tsx'
import { LoadFailure } from '../../components/load-failure.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { UploadNow } from '../../components/upload/upload-now.tsx'
import { useLeave } from '../../lib/pagina/use-leave.ts'
import classes from './sistema.module.css'
import { removeLogo, saveSistema, sistemaQuery, uploadLogo } from './sistema.queries.ts'

const AVISO_OPTIONS = [
  { value: 'AUTOMATICO', label: 'Cuando el SRI no responde' },
  { value: 'ANUNCIADO', label: 'Ahora, con el mensaje de abajo' },
  { value: 'APAGADO', label: 'Nunca' },
] as const

const initialOf = (sistema: Sistema): z.input<typeof SistemaForm> => ({
  facebook: sistema.facebook ?? '',
  instagram: sistema.instagram ?? '',
  twitter: sistema.twitter ?? '',
  whatsapp: sistema.whatsapp ?? '',
  producto: sistema.producto ?? '',
  aviso_sri: sistema.aviso_sri,
  aviso_sri_mensaje: sistema.aviso_sri_mensaje ?? '',
})

/** `/administracion/sistema`: name, logo, contacts and notices of the whole installation. */
export function SistemaPage() {
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery(sistemaQuery())
  return (
    <div className={page.page}>
      <PageHeader title="Sistema" />
      {data && <Editor sistema={data} />}
      {error && !data && (
        <LoadFailure reason="No se pudo abrir la configuración." onRetry={() => void refetch()} onBack={() => void navigate('/')} />
      )}
    </div>
  )
}

function Editor({ sistema }: { sistema: Sistema }) {
  const leave = useLeave('/')
  return (
    <div className={classes.page}>
      <Form
        label="Configuración del sistema"
        schema={SistemaForm}
        initial={initialOf(sistema)}
        onSubmit={(values, form) => saveKeeping(form, saveSistema(values, sistema.version).then(initialOf))}
        footer={<FormFooter onCancel={leave} />}
      >
        <FormSection title="Nombre">
          <TextField
            name="producto"
            label="Nombre del sistema"
            description="En lugar de Yupana: en la entrada, las pestañas, los correos, el pie de los RIDE y la documentación de la API. La página lo muestra al recargarla."
          />
        </FormSection>
        <FormSection title="Contactos">
          <FieldPair>
            <TextField name="facebook" label="Facebook" description="Dirección completa: https://…" />
            <TextField name="instagram" label="Instagram" />
          </FieldPair>
          <FieldPair>
            <TextField name="twitter" label="Twitter" />
            <TextField name="whatsapp" label="Whatsapp" />
          </FieldPair>
        </FormSection>
        <FormSection title="Aviso de mantenimiento del SRI">
          <SelectField name="aviso_sri" label="Avisar a los usuarios" options={AVISO_OPTIONS} required />
          <TextAreaField name="aviso_sri_mensaje" label="Mensaje" rows={2} />
        </FormSection>
      </Form>
      <LogoSection sistema={sistema} />
    </div>
  )
}

function LogoSection({ sistema }: { sistema: Sistema }) {
  const [isRemoving, setRemoving] = useState(false)
  return (
    <section className={classes.card} aria-label="Logo">
      <h2>Logo</h2>
      <p>
        {sistema.tiene_logo
          ? 'La entrada y la barra superior muestran su logo.'
          : 'La entrada y la barra superior muestran el logo del producto.'}
      </p>
      {sistema.tiene_logo && (
        <div>
          <Button variant="default" onClick={() => setRemoving(true)}>
            Quitar logo
          </Button>
        </div>
      )}
      <UploadNow
        label="Nuevo logo"
        kind="image"
        accept="image/png,image/jpeg"
        maxBytes={LOGO_MAX_BYTES}
        onUpload={uploadLogo}
        description={`PNG o JPEG de hasta ${LOGO_MAX_SIDE} píxeles por lado. Se ve al recargar la página.`}
      />
      {isRemoving && (
        <DeleteDialog title="Quitar el logo" confirmLabel="Quitar logo" onDelete={removeLogo} onClose={() => setRemoving(false)}>
          <p>Volverá a verse el logo del producto.</p>
        </DeleteDialog>
      )}
    </section>
  )
}
