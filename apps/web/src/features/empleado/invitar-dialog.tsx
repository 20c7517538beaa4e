import { InvitacionForm } from '@yupana/contract'
import { ROL, nombreRol } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'
import { IconUserPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'

import { Button } from '../../components/button.tsx'
import { EnlaceDialog } from '../../components/dialog/enlace-dialog.tsx'
import { SelectField } from '../../components/form/choice-fields.tsx'
import { FormDialog } from '../../components/form/form-dialog.tsx'
import { TextField } from '../../components/form/text-field.tsx'
import { createSendingKey } from '../../lib/http/sending-key.ts'
import { invite, rolesQuery } from './empleado.queries.ts'
import { ROL_WORDS } from './empleado-words.ts'

interface Entrega {
  mail: string
  enlace: string
}

/** «Invitar», with the form and, if the installation sends no mail, the link to pass on. */
export function InvitarButton() {
  const [opened, setOpened] = useState(false)
  const [entrega, setEntrega] = useState<Entrega>()
  return (
    <>
      <Button leftSection={<IconUserPlus size={16} aria-hidden="true" />} onClick={() => setOpened(true)}>
        Invitar
      </Button>
      {opened && <InvitarDialog onEntrega={setEntrega} onClose={() => setOpened(false)} />}
      {entrega && (
        <EnlaceDialog title="Entregue este enlace" enlace={entrega.enlace} onClose={() => setEntrega(undefined)}>
          Esta instalación de prueba no envía correos. Entregue el enlace a {entrega.mail}: vale 72 horas y una sola vez.
        </EnlaceDialog>
      )}
    </>
  )
}

function InvitarDialog({ onEntrega, onClose }: { onEntrega: (entrega: Entrega) => void; onClose: () => void }) {
  const { data: roles = [] } = useQuery(rolesQuery())
  const [keyFor] = useState(createSendingKey)
  const options = roles.filter(({ asignable }) => asignable).map((rol) => ({ value: rol.id, label: nombreRol(rol) }))
  return (
    <FormDialog
      title="Invitar a la empresa"
      schema={InvitacionForm}
      initial={{ mail: '', rol: ROL.VENDEDOR }}
      saveLabel="Enviar invitación"
      busyLabel="Enviando…"
      onClose={onClose}
      onSubmit={async (form) => {
        const enlace = await invite(form, keyFor(form))
        if (enlace !== null) onEntrega({ mail: form.mail, enlace })
      }}
    >
      <TextField
        name="mail"
        label="Correo"
        type="email"
        inputMode="email"
        required
        description="Recibirá un enlace que vale 72 horas y una sola vez."
      />
      <SelectField name="rol" label="Rol" options={options} required description={<RolWords />} />
    </FormDialog>
  )
}

const RolWords = () => ROL_WORDS[useWatch<{ rol: number }, 'rol'>({ name: 'rol' })] ?? ''
