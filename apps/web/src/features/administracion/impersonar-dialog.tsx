import { Motivo, type UsuarioAdministrado } from '@yupana/contract'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import * as z from 'zod/mini'

import { Button } from '../../components/button.tsx'
import { EnlaceDialog } from '../../components/dialog/enlace-dialog.tsx'
import { SelectField } from '../../components/form/choice-fields.tsx'
import { FormDialog } from '../../components/form/form-dialog.tsx'
import { REQUIRED } from '../../components/form/messages.ts'
import { TextAreaField } from '../../components/form/text-area-field.tsx'
import { askImpersonacion } from './administracion.queries.ts'

const Schema = z.object({ empresa_id: z.string().check(z.minLength(1, REQUIRED)), motivo: Motivo })

/** Companies in which the user can be impersonated. */
export const enterableOf = ({ activo, super_admin, empresas }: UsuarioAdministrado) =>
  activo && !super_admin ? empresas.filter((empresa) => empresa.activo) : []

/** Asks for the code with a reason, then offers to use it here or in another window (O-14). */
export function ImpersonarDialog({ usuario, onClose }: { usuario: UsuarioAdministrado; onClose: () => void }) {
  const navigate = useNavigate()
  const [token, setToken] = useState<string>()
  const empresas = enterableOf(usuario)
  if (token !== undefined)
    return (
      <EnlaceDialog
        title={`Trabajar como ${usuario.username}`}
        enlace={`${window.location.origin}${window.location.pathname}#/impersonate/${token}`}
        onClose={onClose}
        action={
          <Button variant="default" onClick={() => void navigate(`/impersonate/${token}`)}>
            Entrar aquí
          </Button>
        }
      >
        El enlace sirve una vez, durante dos minutos, y abre una sesión de una hora. Para conservar la suya, ábralo en una ventana privada:
        «Entrar aquí» la reemplaza en todas las pestañas.
      </EnlaceDialog>
    )
  return (
    <FormDialog
      title={`Trabajar como ${usuario.username}`}
      saveLabel="Pedir acceso"
      busyLabel="Pidiendo…"
      schema={Schema}
      initial={{ empresa_id: empresas[0]?.id ?? '', motivo: '' }}
      onSubmit={({ empresa_id, motivo }) => askImpersonacion({ empresa_id, usuario_id: usuario.id, motivo })}
      onDone={setToken}
      onClose={onClose}
    >
      <p>Todo quedará registrado con su nombre y el de la persona, y los administradores de la empresa reciben un correo.</p>
      <SelectField
        name="empresa_id"
        label="Empresa"
        required
        options={empresas.map(({ id, nombre, ruc }) => ({ value: id, label: `${nombre} · ${ruc}` }))}
      />
      <TextAreaField name="motivo" label="Motivo" required />
    </FormDialog>
  )
}
