import { COLUMNAS_PERSONA, ORDENES_PERSONA, type Persona } from '@yupana/contract'
import { IconInbox, IconQrcode, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'

import { ActivoChip } from '../../components/activo-chip.tsx'
import type { Column } from '../../components/data-table/column.ts'
import { loadedPart } from '../../components/loaded-part.tsx'
import { CatalogoList } from '../../domain/catalogo/catalogo-list.tsx'
import { PERSONAS } from '../../domain/persona/persona-save.ts'
import { ROL_OPTIONS } from '../../domain/persona/persona-schema.ts'
import { rolesText } from '../../domain/persona/persona-palabras.ts'
import { RecibidosAviso } from '../../domain/registro-cliente/recibidos-aviso.tsx'
import { useOrigin } from '../../lib/pagina/use-leave.ts'
import { hasRight } from '../../lib/sesion/rights.ts'
import { enlacesOf } from './persona-enlaces.ts'

const RegistroDialog = loadedPart(async () => (await import('../../domain/registro-cliente/registro-dialog.tsx')).RegistroDialog)

const COLUMNS: readonly Column<Persona>[] = [
  {
    id: 'identificacion',
    header: COLUMNAS_PERSONA.identificacion,
    sort: 'identificacion',
    cell: (row) => row.identificacion,
    href: PERSONAS.pathOf,
    whole: true,
  },
  { id: 'razon_social', header: COLUMNAS_PERSONA.razon_social, sort: 'razon_social', cell: (row) => row.razon_social, card: 'title' },
  { id: 'roles', header: COLUMNAS_PERSONA.roles, cell: (row) => rolesText(row.roles), whole: true },
  { id: 'correo', header: COLUMNAS_PERSONA.correo, cell: (row) => row.correos[0] ?? '—', line: true },
  { id: 'telefono', header: COLUMNAS_PERSONA.telefono, cell: (row) => row.telefonos[0] ?? '—', whole: true },
  { id: 'activo', header: COLUMNAS_PERSONA.activo, cell: (row) => <ActivoChip activo={row.activo} /> },
]

const FILTERS = [
  { name: 'rol', label: 'Rol', options: ROL_OPTIONS },
  {
    name: 'activo',
    label: 'Estado',
    options: [
      { value: 'true', label: 'Activos' },
      { value: 'false', label: 'Inactivos' },
    ],
  },
]

export function PersonaListPage() {
  const navigate = useNavigate()
  const origin = useOrigin()
  const [registro, setRegistro] = useState<'enlace' | 'bandeja'>()
  const canCreate = hasRight('persona:crear')
  const more = [
    { label: 'Registro del cliente', icon: <IconQrcode size={16} />, onPick: () => setRegistro('enlace') },
    { label: 'Datos por aceptar', icon: <IconInbox size={16} />, onPick: () => setRegistro('bandeja') },
    { label: 'Importar', icon: <IconUpload size={16} />, to: '/persona/carga' },
  ]
  return (
    <>
      <CatalogoList
        catalogo={PERSONAS}
        columns={COLUMNS}
        sorts={ORDENES_PERSONA}
        filters={FILTERS}
        rowName={(row) => row.razon_social}
        placeholder="Nombre, RUC o cédula"
        rowActions={(row) => enlacesOf(row).map(({ label, to }) => ({ label, onSelect: () => void navigate(to, { state: origin }) }))}
        more={canCreate ? more : []}
        notice={canCreate && <RecibidosAviso onOpen={() => setRegistro('bandeja')} />}
        firstUse="Registre a sus clientes y proveedores para elegirlos al facturar."
        deleteTitle={(row) => `Eliminar a ${row.razon_social}`}
        deleteNote="Si consta en documentos, desactívela en lugar de eliminarla."
      />
      {registro && <RegistroDialog desde={registro} onClose={() => setRegistro(undefined)} />}
    </>
  )
}
