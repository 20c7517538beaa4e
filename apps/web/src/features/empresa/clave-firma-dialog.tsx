import type { ClaveFirma } from '@yupana/contract'
import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'

import { Button } from '../../components/button.tsx'
import { DialogFooter } from '../../components/dialog/dialog-footer.tsx'
import { Dialog } from '../../components/dialog/dialog.tsx'
import dialog from '../../components/dialog/dialog.module.css'
import { Form, RequiredNote } from '../../components/form/form.tsx'
import { REQUIRED } from '../../components/form/messages.ts'
import { PasswordField } from '../../components/form/text-field.tsx'
import { TextInput } from '../../components/text-input.tsx'
import { readClaveFirma } from './empresa.queries.ts'

const Schema = z.object({ pass: z.string().check(z.minLength(1, REQUIRED)) })

/** What the link of the mail opens: the password of the signature, once, for who gives that of the own account again (O-15). */
export function ClaveFirmaDialog({ codigo, onClose }: { codigo: string; onClose: () => void }) {
  const [shown, setShown] = useState<ClaveFirma>()
  // It leaves the address bar at once: neither history nor whoever looks over a shoulder keeps it.
  useEffect(() => {
    const { location, history } = window
    history.replaceState(history.state, '', location.href.replace(`&clave=${codigo}`, ''))
  }, [codigo])
  return (
    <Dialog opened title="Contraseña de la firma electrónica" onClose={onClose}>
      {shown ? (
        <Shown firma={shown} onClose={onClose} />
      ) : (
        <Form
          label="Contraseña de la firma electrónica" schema={Schema} initial={{ pass: '' }} onSubmit={async ({ pass }) => setShown(await readClaveFirma(codigo, pass))}
          footer={
            <>
              <div className={dialog.note}>
                <RequiredNote />
              </div>
              <DialogFooter label="Ver contraseña" busyLabel="Comprobando…" onCancel={onClose} />
            </>
          }
        >
          <p>Escriba la contraseña con la que ingresa. La de la firma se mostrará una sola vez.</p>
          <PasswordField name="pass" label="Contraseña de su cuenta" autoComplete="current-password" required />
        </Form>
      )}
    </Dialog>
  )
}

function Shown({ firma: { filename, titular, clave }, onClose }: { firma: ClaveFirma; onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [])
  return (
    <>
      <p>
        Archivo «{filename}» de {titular}. Guárdela ahora: este enlace ya no sirve.
      </p>
      <TextInput ref={field} label="Contraseña de la firma" value={clave} readOnly autoComplete="off" spellCheck={false} />
      <div className={dialog.actions}>
        <Button onClick={onClose}>Listo</Button>
      </div>
    </>
  )
}
