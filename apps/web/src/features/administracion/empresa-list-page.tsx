import { NOMBRE_AMBIENTE, ESTADOS_EMPRESA, type EmpresaAdministrada } from '@yupana/contract'
import { useQuery } from '@tanstack/react-query'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'

import { Button } from '../../components/button.tsx'
import { Chip } from '../../components/chip.tsx'
import type { Column } from '../../components/data-table/column.ts'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { ListFilter, ListSearch, ListTools } from '../../components/data-table/list-tools.tsx'
import { totalText } from '../../components/data-table/table-pager.tsx'
import { useListing } from '../../components/data-table/use-listing.ts'
import { EnlaceDialog } from '../../components/dialog/enlace-dialog.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { addNotice } from '../../lib/pagina/notices.ts'
import { type AdminInvitado, empresasQuery, reactivate, suspend } from './administracion.queries.ts'
import { EmpresaNuevaDialog, InvitarAdministradorDialog, PlanDialog } from './empresa-dialogs.tsx'
import { MotivoDialog } from './motivo-dialog.tsx'

const SHAPE = { sorts: [], filters: { estado: ESTADOS_EMPRESA } }
const ESTADOS = [
  { value: 'ACTIVA', label: 'Activas' },
  { value: 'SUSPENDIDA', label: 'Suspendidas' },
]

const ofLimit = (used: number, limite: number | null) => (limite === null ? String(used) : `${used} de ${limite}`)

function Estado({ row: { suspendida_en, excede, usuarios, administrada } }: { row: EmpresaAdministrada }) {
  if (suspendida_en !== null) return <Chip tone="danger">Suspendida</Chip>
  if (usuarios === 0) return <Chip tone="warning">Espera que su administrador acepte</Chip>
  if (!administrada) return <Chip tone="warning">Sin administrador activo</Chip>
  return excede.length > 0 ? <Chip tone="warning">{`Supera su plan: ${excede.join(', ')}`}</Chip> : <Chip tone="success">Activa</Chip>
}

const COLUMNS: readonly Column<EmpresaAdministrada>[] = [
  { id: 'razon_social', header: 'Empresa', cell: (row) => row.nombre_comercial ?? row.razon_social, card: 'title' },
  { id: 'ruc', header: 'RUC', cell: (row) => row.ruc, whole: true },
  { id: 'ambiente', header: 'Ambiente', cell: (row) => NOMBRE_AMBIENTE[row.ambiente], whole: true },
  { id: 'documentos', header: 'Documentos del mes', cell: (row) => ofLimit(row.documentos, row.limite_documentos), whole: true },
  { id: 'usuarios', header: 'Usuarios', cell: (row) => ofLimit(row.usuarios, row.limite_usuarios), whole: true },
  { id: 'puntos', header: 'Puntos', cell: (row) => ofLimit(row.puntos, row.limite_puntos), whole: true },
  { id: 'estado', header: 'Estado', cell: (row) => <Estado row={row} /> },
]

type Open = { what: 'plan' | 'invitar' | 'suspender' | 'reactivar'; empresa: EmpresaAdministrada }

/** `/administracion/empresas`: every company of the installation. */
export function EmpresaListPage() {
  const listing = useListing(SHAPE)
  const answer = useQuery(empresasQuery(listing.query))
  const [open, setOpen] = useState<Open>()
  const [isNew, setNew] = useState(false)
  const [invitado, setInvitado] = useState<AdminInvitado & { title: string }>()
  const close = () => setOpen(undefined)
  const tell = (title: string) => (nuevo: AdminInvitado) => {
    setInvitado({ ...nuevo, title })
    if (nuevo.enlace === null)
      addNotice({ severity: 'info', detail: `La invitación se envió a ${nuevo.invitado}. La empresa espera a que la acepte.` })
  }
  return (
    <>
      <PageHeader title="Empresas" count={answer.data && totalText(answer.data)}>
        <Button leftSection={<IconPlus size={16} />} onClick={() => setNew(true)}>
          Nueva empresa
        </Button>
      </PageHeader>
      <ListTools listing={listing}>
        <ListSearch listing={listing} label="Buscar" placeholder="RUC o nombre" />
        <ListFilter listing={listing} name="estado" label="Estado" options={ESTADOS} anyLabel="Todas" />
      </ListTools>
      <DataTable
        label="Empresas"
        columns={COLUMNS}
        listing={listing}
        answer={answer}
        rowId={(row) => row.id}
        rowName={(row) => row.razon_social}
        actions={(empresa) => [
          ...(empresa.administrada || empresa.suspendida_en !== null
            ? []
            : [{ label: 'Invitar administrador', onSelect: () => setOpen({ what: 'invitar', empresa }) }]),
          { label: 'Plan', onSelect: () => setOpen({ what: 'plan', empresa }) },
          empresa.suspendida_en === null
            ? { label: 'Suspender', danger: true, onSelect: () => setOpen({ what: 'suspender', empresa }) }
            : { label: 'Reactivar', onSelect: () => setOpen({ what: 'reactivar', empresa }) },
        ]}
      />
      {isNew && <EmpresaNuevaDialog onCreated={tell('Empresa registrada')} onClose={() => setNew(false)} />}
      {open?.what === 'invitar' && (
        <InvitarAdministradorDialog empresa={open.empresa} onInvited={tell('Administrador invitado')} onClose={close} />
      )}
      {invitado?.enlace && (
        <EnlaceDialog title={invitado.title} enlace={invitado.enlace} onClose={() => setInvitado(undefined)}>
          {`La invitación es para ${invitado.invitado}. Esta instalación no envía correos: entréguela usted mismo. Sirve una vez, durante 72 horas.`}
        </EnlaceDialog>
      )}
      {open?.what === 'plan' && <PlanDialog empresa={open.empresa} onClose={close} />}
      {open?.what === 'suspender' && (
        <MotivoDialog
          title={`Suspender ${open.empresa.razon_social}`}
          saveLabel="Suspender empresa"
          busyLabel="Suspendiendo…"
          saveColor="danger"
          onSave={(motivo) => suspend(open.empresa.id, motivo)}
          onClose={close}
        >
          <p>
            Nadie podrá ingresar a la empresa y sus sesiones terminan ahora. Lo que ya emitió se sigue enviando al SRI y a los correos: nada
            se pierde.
          </p>
        </MotivoDialog>
      )}
      {open?.what === 'reactivar' && (
        <MotivoDialog
          title={`Reactivar ${open.empresa.razon_social}`}
          saveLabel="Reactivar empresa"
          busyLabel="Reactivando…"
          onSave={(motivo) => reactivate(open.empresa.id, motivo)}
          onClose={close}
        >
          <p>{`Está suspendida por: ${open.empresa.suspendida_motivo ?? ''}`}</p>
        </MotivoDialog>
      )}
    </>
  )
}
