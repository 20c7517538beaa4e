import type { FactorPedido } from '@yupana/contract'
import { useState } from 'react'
import * as z from 'zod/mini'

import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog/dialog.tsx'
import dialog from '../../components/dialog/dialog.module.css'
import { FormDialog } from '../../components/form/form-dialog.tsx'
import { REQUIRED } from '../../components/form/messages.ts'
import { PasswordField, TextField } from '../../components/form/text-field.tsx'
import { codigoCualquiera, codigoDeApp, CodigoField } from '../../domain/segundo-factor/codigo-field.tsx'
import { CodigoQr } from '../../domain/segundo-factor/codigo-qr.tsx'
import { CodigosRecuperacion } from '../../domain/segundo-factor/codigos-recuperacion.tsx'
import { begin, confirm, remove, renew } from './factor.queries.ts'
import type { What } from './factor-section.tsx'

const pass = z.string().check(z.minLength(1, REQUIRED))
const PasswordSchema = z.object({ pass })
const CodigoSchema = z.object({ codigo: codigoDeApp })
const AmbosSchema = z.object({ pass, codigo: codigoCualquiera })

const TITLE: Readonly<Record<What, string>> = {
  activar: 'Activar la verificación en dos pasos',
  codigos: 'Nuevos códigos de recuperación',
  desactivar: 'Desactivar la verificación en dos pasos',
}

interface FactorDialogProps {
  what: What
  username: string
  isRequired: boolean
  onClose: () => void
}

/** Changes of the second factor; a user with new recovery codes confirms having kept them before the dialog closes. */
export function FactorDialog({ what, username, isRequired, onClose }: FactorDialogProps) {
  const [codigos, setCodigos] = useState<string[]>()
  if (codigos)
    return (
      <Dialog opened title="Códigos de recuperación" size="var(--form-dialog-width)">
        <CodigosRecuperacion codigos={codigos} username={username} />
        <div className={dialog.actions}>
          <Button onClick={onClose} data-autofocus>
            Ya los guardé
          </Button>
        </div>
      </Dialog>
    )
  if (what === 'activar') return <Activar username={username} onDone={setCodigos} onClose={onClose} />
  if (what === 'codigos')
    return (
      <ConAmbos title={TITLE.codigos} saveLabel="Crear códigos" busyLabel="Creando…" onSubmit={renew} onDone={setCodigos} onClose={onClose}>
        Los anteriores dejan de servir.
      </ConAmbos>
    )
  return (
    <ConAmbos
      title={TITLE.desactivar}
      saveLabel="Desactivar verificación"
      busyLabel="Desactivando…"
      saveColor="danger"
      onSubmit={(pass, codigo) => remove(pass, codigo, isRequired)}
      onDone={onClose}
      onClose={onClose}
    >
      {isRequired
        ? 'Su usuario la necesita: se cierran todas sus sesiones, y al ingresar de nuevo configurará otra.'
        : 'Su cuenta volverá a abrirse solo con la contraseña.'}
    </ConAmbos>
  )
}

function Activar({ username, onDone, onClose }: { username: string; onDone: (codigos: string[]) => void; onClose: () => void }) {
  const [pedido, setPedido] = useState<FactorPedido>()
  if (!pedido)
    return (
      <FormDialog
        title={TITLE.activar}
        saveLabel="Continuar"
        busyLabel="Comprobando…"
        schema={PasswordSchema}
        initial={{ pass: '' }}
        onSubmit={({ pass }) => begin(pass)}
        onDone={setPedido}
        onClose={onClose}
      >
        <p>Confirme que es usted. Después escaneará un código QR con su teléfono. Al activarla se cierran sus demás sesiones.</p>
        <input type="text" name="username" value={username} autoComplete="username" readOnly hidden />
        <PasswordField name="pass" label="Su contraseña" autoComplete="current-password" required />
      </FormDialog>
    )
  return (
    <FormDialog
      key="codigo"
      title={TITLE.activar}
      saveLabel="Activar"
      busyLabel="Activando…"
      schema={CodigoSchema}
      initial={{ codigo: '' }}
      onSubmit={({ codigo }) => confirm(codigo)}
      onDone={onDone}
      onClose={onClose}
    >
      <CodigoQr pedido={pedido} />
      <CodigoField />
    </FormDialog>
  )
}

interface ConAmbosProps<Done> {
  title: string
  saveLabel: string
  busyLabel: string
  saveColor?: 'primary' | 'danger'
  onSubmit: (pass: string, codigo: string) => Promise<Done>
  onDone: (done: Done) => void
  onClose: () => void
  children: string
}

/** A form with password and code. */
const ConAmbos = <Done,>({ onSubmit, children, ...shown }: ConAmbosProps<Done>) => (
  <FormDialog {...shown} schema={AmbosSchema} initial={{ pass: '', codigo: '' }} onSubmit={({ pass, codigo }) => onSubmit(pass, codigo)}>
    <p>{children}</p>
    <PasswordField name="pass" label="Su contraseña" autoComplete="current-password" required />
    <TextField
      name="codigo"
      label="Código de verificación"
      autoComplete="one-time-code"
      required
      description="De su aplicación, o uno de recuperación."
    />
  </FormDialog>
)
