import { EmpresaNuevaForm, InvitarAdministradorForm, PlanForm, type EmpresaAdministrada } from '@yupana/contract'
import { useState } from 'react'
import * as z from 'zod/mini'

import { FormDialog } from '../../components/form/form-dialog.tsx'
import { IntegerField } from '../../components/form/number-fields.tsx'
import { TextField } from '../../components/form/text-field.tsx'
import { createSendingKey } from '../../lib/http/sending-key.ts'
import { type AdminInvitado, inviteAdmin, saveEmpresa, savePlan } from './administracion.queries.ts'

const NUEVA = { ruc: '', razon_social: '', nombre_comercial: '', dir_matriz: '', admin_correo: '', admin_usuario: '' }

/** `onCreated` receives the invited person, and the link if no mail server sends it. */
export function EmpresaNuevaDialog({ onCreated, onClose }: { onCreated: (creada: AdminInvitado) => void; onClose: () => void }) {
  return (
    <FormDialog
      title="Nueva empresa"
      schema={EmpresaNuevaForm}
      initial={NUEVA}
      onSubmit={async (form) => onCreated(await saveEmpresa(form))}
      onClose={onClose}
    >
      <TextField name="ruc" label="RUC" required inputMode="numeric" />
      <TextField name="razon_social" label="Razón social" required />
      <TextField name="nombre_comercial" label="Nombre comercial" />
      <TextField name="dir_matriz" label="Dirección de la matriz" required />
      <TextField
        name="admin_correo"
        label="Correo del primer administrador"
        type="email"
        description="Recibe una invitación válida por 72 horas."
      />
      <TextField
        name="admin_usuario"
        label="O un usuario que ya existe"
        description="Su usuario o su correo verificado: recibe la invitación en ese correo y administra la empresa cuando la acepta."
      />
    </FormDialog>
  )
}

interface InvitarAdministradorProps {
  empresa: EmpresaAdministrada
  onInvited: (invitado: AdminInvitado) => void
  onClose: () => void
}

/** For a company whose administrator has not accepted: the same person gets a new link, or another person is invited. */
export function InvitarAdministradorDialog({
  empresa: { id, razon_social, admin_invitado },
  onInvited,
  onClose,
}: InvitarAdministradorProps) {
  const [keyFor] = useState(createSendingKey)
  return (
    <FormDialog
      title={`Invitar administrador a ${razon_social}`}
      schema={InvitarAdministradorForm}
      initial={{ mail: admin_invitado ?? '' }}
      saveLabel="Enviar invitación"
      busyLabel="Enviando…"
      onSubmit={async (form) => onInvited(await inviteAdmin(id, form, keyFor(form)))}
      onClose={onClose}
    >
      <p>
        Nadie administra esta empresa. La persona recibe un enlace que sirve una vez, durante 72 horas; el enlace anterior deja de valer.
      </p>
      <TextField name="mail" label="Correo del administrador" type="email" required />
    </FormDialog>
  )
}

/** Empty means no limit. */
const limite = z.optional(z.int().check(z.positive('Tiene que ser como mínimo 1.')))
const PlanTyped = z.pipe(
  z.object({ limite_documentos: limite, limite_usuarios: limite, limite_puntos: limite }),
  z.transform(({ limite_documentos = null, limite_usuarios = null, limite_puntos = null }): Omit<PlanForm, 'id'> => ({
    limite_documentos,
    limite_usuarios,
    limite_puntos,
  })),
)

export function PlanDialog({
  empresa: { id, razon_social, limite_documentos, limite_usuarios, limite_puntos },
  onClose,
}: {
  empresa: EmpresaAdministrada
  onClose: () => void
}) {
  const initial = {
    limite_documentos: limite_documentos ?? undefined,
    limite_usuarios: limite_usuarios ?? undefined,
    limite_puntos: limite_puntos ?? undefined,
  }
  return (
    <FormDialog
      title={`Plan de ${razon_social}`}
      schema={PlanTyped}
      initial={initial}
      onSubmit={(plan) => savePlan({ id, ...plan })}
      onClose={onClose}
      hasRequired={false}
    >
      <p>Un límite solo avisa: la empresa sigue emitiendo, y lo que pase de él se liquida después. Vacío es sin límite.</p>
      <IntegerField name="limite_documentos" label="Documentos por mes" />
      <IntegerField name="limite_usuarios" label="Usuarios" />
      <IntegerField name="limite_puntos" label="Puntos de emisión" />
    </FormDialog>
  )
}
