import type { ClaveFirma } from '@yupana/contract'
import { conPunto } from '@yupana/fiscal'
import { useState } from 'react'
import * as z from 'zod/mini'

import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog/dialog.tsx'
import dialog from '../../components/dialog/dialog.module.css'
import { FormDialog } from '../../components/form/form-dialog.tsx'
import { REQUIRED } from '../../components/form/messages.ts'
import { PasswordField } from '../../components/form/text-field.tsx'
import { TextInput } from '../../components/text-input.tsx'
import { readClaveFirma } from './empresa.queries.ts'

const TITLE = 'Contraseña de la firma electrónica'
const Schema = z.object({ pass: z.string().check(z.minLength(1, REQUIRED)) })

/** Opened by the mailed link: shows the password of the signature once, after the user's own password (O-15). */
export function ClaveFirmaDialog({ codigo, onClose }: { codigo: string; onClose: () => void }) {
  const [shown, setShown] = useState<ClaveFirma>()
  if (shown) return <Shown firma={shown} onClose={onClose} />
  return (
    <FormDialog
      title={TITLE}
      saveLabel="Ver contraseña"
      busyLabel="Comprobando…"
      schema={Schema}
      initial={{ pass: '' }}
      onSubmit={({ pass }) => readClaveFirma(codigo, pass)}
      onDone={setShown}
      onClose={onClose}
    >
      <p>Escriba la contraseña con la que ingresa. La de la firma se mostrará una sola vez.</p>
      <PasswordField name="pass" label="Contraseña de su cuenta" autoComplete="current-password" required />
    </FormDialog>
  )
}

/** Only «Listo» closes it: the password cannot be shown again after a stray click. */
function Shown({ firma: { filename, titular, clave }, onClose }: { firma: ClaveFirma; onClose: () => void }) {
  return (
    <Dialog opened title={TITLE} size="var(--form-dialog-width)">
      <div className={dialog.message}>
        <p>
          Archivo «{filename}» de {conPunto(titular)} Guárdela ahora: este enlace ya no sirve.
        </p>
        <TextInput
          label="Contraseña de la firma"
          value={clave}
          readOnly
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      </div>
      <div className={dialog.actions}>
        <Button onClick={onClose}>Listo</Button>
      </div>
    </Dialog>
  )
}
