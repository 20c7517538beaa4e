import { codigoSerie, EstablecimientoForm, PuntoForm, type Establecimiento, type PuntoEmision } from '@yupana/contract'
import { listCantones } from '@yupana/fiscal'
import * as z from 'zod/mini'

import { CheckboxField, CheckboxGroupField, SelectField } from '../../components/form/choice-fields.tsx'
import { FormDialog } from '../../components/form/form-dialog.tsx'
import { TextField } from '../../components/form/text-field.tsx'
import { saveEstablecimiento, savePunto } from './empresa.queries.ts'

const CANTON_OPTIONS = [
  { value: null, label: 'Sin indicar' },
  ...listCantones().map(({ codigo, nombre, provincia }) => ({ value: codigo, label: `${provincia} · ${nombre}` })),
]
const EstablecimientoSchema = z.extend(EstablecimientoForm, { codigo: codigoSerie })

export function EstablecimientoDialog({ present, onClose }: { present: Establecimiento | undefined; onClose: () => void }) {
  const initial = {
    codigo: present?.codigo ?? '',
    nombre: present?.nombre ?? '',
    direccion: present?.direccion ?? '',
    canton: present?.canton ?? null,
    activo: present?.activo ?? true,
  }
  return (
    <FormDialog
      title={present ? `Establecimiento ${present.codigo}` : 'Nuevo establecimiento'}
      schema={EstablecimientoSchema}
      initial={initial}
      onSubmit={(form) => saveEstablecimiento(form, present?.version)}
      onClose={onClose}
    >
      {!present && (
        <TextField name="codigo" label="Código" inputMode="numeric" required description="Tres dígitos, como constan en su RUC: 001." />
      )}
      <TextField name="nombre" label="Nombre" />
      <TextField name="direccion" label="Dirección" required />
      <SelectField name="canton" label="Cantón" options={CANTON_OPTIONS} description="Algunas tarifas y feriados se decretan por cantón." />
      <CheckboxField name="activo" label="Activo" description="En un establecimiento inactivo no se puede emitir." />
    </FormDialog>
  )
}

interface PuntoDialogProps {
  establecimiento: string
  present: PuntoEmision | undefined
  usuarios: readonly { id: string; username: string; name: string; surname: string }[]
  onClose: () => void
}

const PuntoSchema = z.extend(PuntoForm, { codigo: codigoSerie })

export function PuntoDialog({ establecimiento, present, usuarios, onClose }: PuntoDialogProps) {
  const initial = {
    codigo: present?.codigo ?? '',
    descripcion: present?.descripcion ?? '',
    activo: present?.activo ?? true,
    usuarios: present?.usuarios ?? [],
  }
  const options = usuarios.map(({ id, username, name, surname }) => ({ value: id, label: `${name} ${surname} (${username})` }))
  return (
    <FormDialog
      title={present ? `Punto de emisión ${establecimiento}-${present.codigo}` : `Nuevo punto de emisión en ${establecimiento}`}
      schema={PuntoSchema}
      initial={initial}
      onSubmit={(form) => savePunto({ ...form, establecimiento }, present?.version)}
      onClose={onClose}
    >
      {!present && (
        <TextField name="codigo" label="Código" inputMode="numeric" required description="Tres dígitos: 001. Sus series empiezan en 1." />
      )}
      <TextField name="descripcion" label="Descripción" description="Para reconocerlo: Caja 1, Mostrador." />
      <CheckboxGroupField name="usuarios" label="Usuarios asignados" options={options} />
      <CheckboxField name="activo" label="Activo" description="En un punto inactivo no se puede emitir." />
    </FormDialog>
  )
}
