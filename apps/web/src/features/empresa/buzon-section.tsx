import { BuzonAjuste, DIAS_PRIMERA_LECTURA, type Buzon, type BuzonRechazo } from '@yupana/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import type * as z from 'zod/mini'

import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import { ActionDialog } from '../../components/dialog/action-dialog.tsx'
import { CheckboxField, SelectField } from '../../components/form/choice-fields.tsx'
import { CargarActuales, useConflicto } from '../../components/form/conflicto.tsx'
import { FieldPair, FormFooter, FormSection } from '../../components/form/form-parts.tsx'
import { Form } from '../../components/form/form.tsx'
import { IntegerField } from '../../components/form/number-fields.tsx'
import { saveKeeping } from '../../components/form/save-keeping.ts'
import { tellRefusal } from '../../components/form/server-refusal.ts'
import { PasswordField, TextField } from '../../components/form/text-field.tsx'
import { LoadFailure } from '../../components/load-failure.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { BuzonLinea } from '../../domain/recibido/buzon-linea.tsx'
import { buzonQuery, guardarBuzon, probar, removeBuzon } from '../../domain/recibido/buzon.queries.ts'
import { momentoText } from '../../lib/formato/format.ts'
import { HttpError } from '../../lib/http/http-error.ts'
import { useBusy } from '../../lib/pagina/use-busy.ts'
import { useLeave } from '../../lib/pagina/use-leave.ts'
import classes from './buzon-section.module.css'

const SEGURIDAD_OPTIONS = [
  { value: 'TLS', label: 'TLS' },
  { value: 'STARTTLS', label: 'STARTTLS' },
] as const

type BuzonInput = z.input<typeof BuzonAjuste>

const initialOf = ({ activo, servidor, puerto, seguridad, usuario, carpeta }: Buzon): BuzonInput => ({
  ...{ activo, servidor, puerto, seguridad, usuario, carpeta },
  contrasena: '',
})

/** The mailbox whose attachments go to the inbox of received documents. */
export function BuzonSection({ canEdit }: { canEdit: boolean }) {
  const leave = useLeave('/')
  const { data, error, refetch } = useQuery(buzonQuery())
  if (!data && error) return <LoadFailure reason="No se pudo abrir el buzón de recibidos." onRetry={() => void refetch()} onBack={leave} />
  if (!data) return <Skeleton label="Cargando el buzón de recibidos" lines={['60%', '100%', '100%']} />
  return (
    <>
      <BuzonLinea />
      {/* After removal the form begins anew. */}
      <AjusteForm
        key={String(data.version === 0)}
        buzon={data}
        canEdit={canEdit}
        reload={() => refetch().then((answer) => (answer.isSuccess ? answer.data : undefined))}
      />
      <Rechazos rechazos={data.rechazos} />
      {data.version > 0 && canEdit && <Quitar usuario={data.usuario} />}
    </>
  )
}

interface AjusteFormProps {
  buzon: Buzon
  canEdit: boolean
  /** The stored mailbox; undefined if it could not be read. */
  reload: () => Promise<Buzon | undefined>
}

function AjusteForm({ buzon, canEdit, reload }: AjusteFormProps) {
  const leave = useLeave('/')
  // The version of the form's values: a newer save that is read meanwhile must not change it.
  const [version, setVersion] = useState(buzon.version)
  const { hasConflict, watched, settle } = useConflicto()
  const take = (leido: Buzon) => {
    setVersion(leido.version)
    return initialOf(leido)
  }
  return (
    <Form
      label="Buzón de recibidos"
      schema={BuzonAjuste}
      initial={initialOf(buzon)}
      onSubmit={(values, form) => saveKeeping(form, watched(guardarBuzon({ ...values, version })).then(take))}
      footer={<FormFooter onCancel={leave} canSave={canEdit} />}
    >
      {hasConflict && <CargarActuales read={() => reload().then((leido) => leido && take(leido))} onTaken={settle} />}
      <FormSection title="Buzón de recibidos">
        <p className={classes.quiet}>
          Los XML, ZIP y listas del SRI que lleguen adjuntos a este correo pasan solos a «Comprobantes recibidos», con las mismas revisiones
          que si usted los subiera. El buzón solo se lee: nada se borra ni se marca como visto. La primera vez se leen los correos de los
          últimos {DIAS_PRIMERA_LECTURA} días.
        </p>
        <fieldset disabled={!canEdit} className={classes.fields}>
          <CheckboxField name="activo" label="Leer este buzón" />
          <FieldPair>
            <TextField name="servidor" label="Servidor IMAP" required placeholder="imap.ejemplo.ec" />
            <TextField name="carpeta" label="Carpeta" required />
          </FieldPair>
          <FieldPair>
            <SelectField name="seguridad" label="Seguridad" options={SEGURIDAD_OPTIONS} />
            <IntegerField name="puerto" label="Puerto" required description="993 con TLS, 143 con STARTTLS." />
          </FieldPair>
          <FieldPair>
            <TextField name="usuario" label="Usuario del correo" required placeholder="compras@ejemplo.ec" />
            <PasswordField
              name="contrasena"
              label="Contraseña del correo"
              required={buzon.version === 0}
              autoComplete="new-password"
              description={
                buzon.version === 0
                  ? 'Se guarda cifrada. Gmail, Outlook y otros piden una contraseña de aplicación.'
                  : 'La guardada no se muestra. Vacía: se conserva.'
              }
            />
          </FieldPair>
        </fieldset>
        {canEdit && <Probar />}
        {buzon.guardado && (
          <p className={classes.quiet}>
            Guardado por {buzon.guardado.usuario} el {momentoText(buzon.guardado.en)}.
          </p>
        )}
      </FormSection>
    </Form>
  )
}

/** Tests the typed access to the mailbox; stores nothing. */
function Probar() {
  const form = useFormContext<BuzonInput>()
  const [correos, setCorreos] = useState<number>()
  const [isBusy, run] = useBusy(async () => {
    setCorreos(undefined)
    if (!(await form.trigger())) return
    try {
      setCorreos(await probar(BuzonAjuste.parse(form.getValues())))
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      tellRefusal(form, error)
    }
  })
  return (
    <>
      <div>
        <Button variant="default" busy={isBusy} busyLabel="Probando…" onClick={() => void run()}>
          Probar
        </Button>
      </div>
      {correos !== undefined && (
        <Alert tone="success" title={`Se ingresó al buzón: ${correos === 1 ? 'hay 1 correo' : `hay ${correos} correos`}.`} />
      )}
    </>
  )
}

const Rechazos = ({ rechazos }: { rechazos: readonly BuzonRechazo[] }) =>
  rechazos.length > 0 && (
    <section className={classes.card} aria-label="Lo que no entró">
      <h2>Lo que no entró</h2>
      <ul className={classes.rows}>
        {rechazos.map(({ en, archivo, remitente, asunto, motivo }, at) => (
          <li key={at}>
            <strong>{motivo}</strong>
            <span>{[archivo, asunto, remitente && `de ${remitente}`, momentoText(en)].filter(Boolean).join(' · ')}</span>
          </li>
        ))}
      </ul>
    </section>
  )

function Quitar({ usuario }: { usuario: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={classes.actions}>
      <Button variant="default" onClick={() => setOpen(true)}>
        Quitar el buzón
      </Button>
      {isOpen && (
        <ActionDialog
          title={`Quitar el buzón ${usuario}`}
          confirmLabel="Quitar el buzón"
          busyLabel="Quitando…"
          onConfirm={removeBuzon}
          onClose={() => setOpen(false)}
        >
          <p>Se olvida con su contraseña y no se lee más. Los comprobantes que trajo quedan en la bandeja.</p>
        </ActionDialog>
      )}
    </div>
  )
}
