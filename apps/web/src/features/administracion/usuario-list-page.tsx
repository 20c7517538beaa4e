import type { UsuarioAdministrado } from '@yupana/contract'
import { SI_NO_LABEL, nombreRol } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { ActivoChip } from '../../components/activo-chip.tsx'
import type { Column } from '../../components/data-table/column.ts'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { ListSearch, ListTools } from '../../components/data-table/list-tools.tsx'
import { totalText } from '../../components/data-table/table-pager.tsx'
import { useListing } from '../../components/data-table/use-listing.ts'
import { ActionDialog } from '../../components/dialog/action-dialog.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { currentSession } from '../../lib/sesion/session.ts'
import { closeSesiones, quitarFactor, restablecer, setActivo, usuariosQuery } from './administracion.queries.ts'
import { enterableOf, ImpersonarDialog } from './impersonar-dialog.tsx'
import { MotivoDialog } from './motivo-dialog.tsx'

const SHAPE = { sorts: [] }

const COLUMNS: readonly Column<UsuarioAdministrado>[] = [
  { id: 'username', header: 'Usuario', cell: (row) => row.username, card: 'title', whole: true },
  { id: 'nombre', header: 'Nombre', cell: (row) => `${row.name} ${row.surname}`.trim() },
  { id: 'mail', header: 'Correo', cell: (row) => row.mail, line: true },
  {
    id: 'empresas',
    header: 'Empresas',
    cell: ({ super_admin, empresas }) =>
      [
        ...(super_admin ? ['Superadministrador de la instalación'] : []),
        ...empresas.map(({ nombre, rol, activo }) => `${nombre} (${nombreRol(rol)}${activo ? '' : ', sin acceso'})`),
      ].join(' · ') || '—',
  },
  { id: 'sesiones', header: 'Sesiones', cell: (row) => row.sesiones, whole: true },
  { id: 'factor', header: 'Dos pasos', cell: (row) => (row.segundo_factor ? SI_NO_LABEL.SI : SI_NO_LABEL.NO), whole: true },
  { id: 'estado', header: 'Estado', cell: (row) => <ActivoChip activo={row.activo} /> },
]

type What = 'impersonar' | 'activar' | 'desactivar' | 'sesiones' | 'restablecer' | 'factor'

/** `/administracion/usuarios`: all users of this installation. */
export function UsuarioListPage() {
  const listing = useListing(SHAPE)
  const answer = useQuery(usuariosQuery(listing.query))
  const [open, setOpen] = useState<{ what: What; usuario: UsuarioAdministrado }>()
  const close = () => setOpen(undefined)
  const actionsOf = (usuario: UsuarioAdministrado) => {
    const pick = (what: What) => () => setOpen({ what, usuario })
    if (usuario.id === currentSession()?.id) return []
    return [
      ...(enterableOf(usuario).length > 0 ? [{ label: 'Trabajar como este usuario', onSelect: pick('impersonar') }] : []),
      ...(usuario.activo ? [{ label: 'Enviar enlace de restauración', onSelect: pick('restablecer') }] : []),
      ...(usuario.sesiones > 0 ? [{ label: 'Cerrar sus sesiones', onSelect: pick('sesiones') }] : []),
      ...(usuario.segundo_factor ? [{ label: 'Quitar verificación en dos pasos', danger: true, onSelect: pick('factor') }] : []),
      usuario.activo
        ? { label: 'Desactivar', danger: true, onSelect: pick('desactivar') }
        : { label: 'Activar', onSelect: pick('activar') },
    ]
  }
  const usuario = open?.usuario
  return (
    <>
      <PageHeader title="Usuarios" count={answer.data && totalText(answer.data)} />
      <ListTools listing={listing}>
        <ListSearch listing={listing} label="Buscar" placeholder="Usuario, nombre, correo o cédula" />
      </ListTools>
      <DataTable
        label="Usuarios"
        columns={COLUMNS}
        listing={listing}
        answer={answer}
        rowId={(row) => row.id}
        rowName={(row) => row.username}
        actions={actionsOf}
      />
      {usuario && open.what === 'impersonar' && <ImpersonarDialog usuario={usuario} onClose={close} />}
      {usuario && open.what === 'activar' && (
        <MotivoDialog
          title={`Activar a ${usuario.username}`}
          saveLabel="Activar usuario"
          busyLabel="Activando…"
          onSave={(motivo) => setActivo(usuario.id, true, motivo)}
          onClose={close}
        >
          <p>Podrá volver a ingresar con su contraseña.</p>
        </MotivoDialog>
      )}
      {usuario && open.what === 'desactivar' && (
        <MotivoDialog
          title={`Desactivar a ${usuario.username}`}
          saveLabel="Desactivar usuario"
          busyLabel="Desactivando…"
          saveColor="danger"
          onSave={(motivo) => setActivo(usuario.id, false, motivo)}
          onClose={close}
        >
          <p>No podrá ingresar a ninguna empresa y sus sesiones terminan ahora.</p>
        </MotivoDialog>
      )}
      {usuario && open.what === 'factor' && (
        <MotivoDialog
          title={`Quitar la verificación en dos pasos a ${usuario.username}`}
          saveLabel="Quitar verificación"
          busyLabel="Quitando…"
          saveColor="danger"
          onSave={(motivo) => quitarFactor(usuario.id, motivo)}
          onClose={close}
        >
          <p>
            Solo para quien perdió su teléfono y sus códigos: compruebe antes que es esa persona. Sus sesiones terminan, se le avisa por
            correo y podrá ingresar solo con su contraseña.
          </p>
        </MotivoDialog>
      )}
      {usuario && open.what === 'sesiones' && (
        <ActionDialog
          title={`Cerrar las sesiones de ${usuario.username}`}
          confirmLabel="Cerrar sesiones"
          busyLabel="Cerrando…"
          onConfirm={() => closeSesiones(usuario.id)}
          onClose={close}
        >
          <p>Tendrá que volver a ingresar en todos sus equipos. Los borradores que escribe se conservan.</p>
        </ActionDialog>
      )}
      {usuario && open.what === 'restablecer' && (
        <ActionDialog
          title={`Enviar el enlace de restauración a ${usuario.username}`}
          confirmLabel="Enviar enlace"
          busyLabel="Enviando…"
          onConfirm={() => restablecer(usuario.id)}
          onClose={close}
        >
          <p>{`Recibirá en ${usuario.mail} un enlace para poner una contraseña nueva. Sirve 15 minutos.`}</p>
        </ActionDialog>
      )}
    </>
  )
}
