import type { FactorPedido } from '@yupana/contract'
import { useState } from 'react'
import * as z from 'zod/mini'

import { Button } from '../../components/button.tsx'
import { DialogFooter } from '../../components/dialog/dialog-footer.tsx'
import { Dialog } from '../../components/dialog/dialog.tsx'
import dialog from '../../components/dialog/dialog.module.css'
import { Form } from '../../components/form/form.tsx'
import { REQUIRED } from '../../components/form/messages.ts'
import { PasswordField, TextField } from '../../components/form/text-field.tsx'
import { codigoCualquiera, codigoDeApp, CodigoField } from '../../domain/segundo-factor/codigo-field.tsx'
import { CodigoQr } from '../../domain/segundo-factor/codigo-qr.tsx'
import { CodigosRecuperacion } from '../../domain/segundo-factor/codigos-recuperacion.tsx'
import { begin, confirm, remove, renew } from './factor.queries.ts'
import type { What } from './factor-section.tsx'

const pass = z.string().check(z.minLength(1, REQUIRED))
const ClaveSchema = z.object({ pass })
const CodigoSchema = z.object({ codigo: codigoDeApp })
const AmbosSchema = z.object({ pass, codigo: codigoCualquiera })

const TITLE: Readonly<Record<What, string>> = {
  activar: 'Activar la verificación en dos pasos', codigos: 'Nuevos códigos de recuperación', desactivar: 'Desactivar la verificación en dos pasos',
}

interface FactorDialogProps {
  what: What
  username: string
  isRequired: boolean
  onClose: () => void
}

/** Each change of the second factor; whoever was given recovery codes says that they are kept before the dialog goes. */
export function FactorDialog({ what, username, isRequired, onClose }: FactorDialogProps) {
  const [codigos, setCodigos] = useState<string[]>()
  const title = TITLE[what]
  if (codigos)
    return (
      <Dialog opened title="Códigos de recuperación" size={600}>
        <CodigosRecuperacion codigos={codigos} username={username} />
        <div className={dialog.actions}>
          <Button onClick={onClose} data-autofocus>
            Ya los guardé
          </Button>
        </div>
      </Dialog>
    )
  return (
    <Dialog opened title={title} onClose={onClose} size={480}>
      {what === 'activar' && <Activar title={title} username={username} onCodigos={setCodigos} onClose={onClose} />}
      {what === 'codigos' && (
        <ConAmbos title={title} saveLabel="Crear códigos" onClose={onClose} onSubmit={async (form) => setCodigos(await renew(form.pass, form.codigo))}>
          Los anteriores dejan de servir.
        </ConAmbos>
      )}
      {what === 'desactivar' && (
        <ConAmbos
          title={title} saveLabel="Desactivar verificación" onClose={onClose}
          onSubmit={async (form) => {
            await remove(form.pass, form.codigo, isRequired)
            onClose()
          }}
        >
          {isRequired ? 'Su usuario la necesita: esta sesión termina, y al ingresar de nuevo configurará otra.' : 'Su cuenta volverá a abrirse solo con la contraseña.'}
        </ConAmbos>
      )}
    </Dialog>
  )
}

function Activar({ title, username, onCodigos, onClose }: { title: string; username: string; onCodigos: (codigos: string[]) => void; onClose: () => void }) {
  const [pedido, setPedido] = useState<FactorPedido>()
  if (!pedido)
    return (
      <Form label={title} schema={ClaveSchema} initial={{ pass: '' }} onSubmit={async (form) => setPedido(await begin(form.pass))}>
        <p>Confirme que es usted. Después escaneará un código QR con su teléfono.</p>
        <input type="text" name="username" value={username} autoComplete="username" readOnly hidden />
        <PasswordField name="pass" label="Su contraseña" autoComplete="current-password" required autoFocus />
        <DialogFooter label="Continuar" busyLabel="Comprobando…" onCancel={onClose} />
      </Form>
    )
  return (
    <Form key="codigo" label={title} schema={CodigoSchema} initial={{ codigo: '' }} onSubmit={async (form) => onCodigos(await confirm(form.codigo))}>
      <CodigoQr pedido={pedido} />
      <CodigoField autoFocus />
      <DialogFooter label="Activar" busyLabel="Activando…" onCancel={onClose} />
    </Form>
  )
}

interface ConAmbosProps {
  title: string
  saveLabel: string
  onSubmit: (form: { pass: string; codigo: string }) => Promise<void>
  onClose: () => void
  children: string
}

function ConAmbos({ title, saveLabel, onSubmit, onClose, children }: ConAmbosProps) {
  return (
    <Form label={title} schema={AmbosSchema} initial={{ pass: '', codigo: '' }} onSubmit={onSubmit}>
      <p>{children}</p>
      <PasswordField name="pass" label="Su contraseña" autoComplete="current-password" required autoFocus />
      <TextField name="codigo" label="Código de verificación" autoComplete="one-time-code" required description="De su aplicación, o uno de recuperación." />
      <DialogFooter label={saveLabel} busyLabel="Guardando…" onCancel={onClose} />
    </Form>
  )
}
