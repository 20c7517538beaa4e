import { searchCorreo, type CorreoEstado, type Listing } from '@yupana/contract'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'

import type { Column } from '../../components/data-table/column.ts'
import { ColumnsButton } from '../../components/data-table/columns-button.tsx'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { totalText } from '../../components/data-table/table-pager.tsx'
import { useListing } from '../../components/data-table/use-listing.ts'
import { LinkButton } from '../../components/link-button.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { CartaDialog } from '../../domain/correo/carta-dialog.tsx'
import { DestinatarioChip } from '../../domain/correo/destinatario-chip.tsx'
import { usePreferencia } from '../../domain/preferencia/use-preferencia.ts'
import { momentoText } from '../../lib/formato/format.ts'
import { fetchData } from '../../lib/http/http.ts'
import { currentSession } from '../../lib/sesion/session.ts'
import { useOrigin } from '../../lib/pagina/use-leave.ts'
import classes from './correo.module.css'

type Fila = CorreoEstado & { documento_id: string; numero: string; receptor_nombre: string }

const correosQuery = (query: { page: number; size: number }) =>
  queryOptions({
    queryKey: ['correo', 'lista', query],
    queryFn: ({ signal }): Promise<Listing<Fila>> => fetchData(searchCorreo, { query, signal }),
    placeholderData: keepPreviousData,
  })

const Destinatarios = ({ fila }: { fila: Fila }) => (
  <ul className={classes.destinatarios}>
    {fila.destinatarios.map(({ direccion, estado, copia }) => (
      <li key={direccion}>
        <span title={direccion}>{direccion}</span> {copia && '(copia) '}
        <DestinatarioChip estado={estado} />
      </li>
    ))}
  </ul>
)

const MOTIVO = { AUTORIZACION: 'Autorización', REENVIO: 'Reenvío', ANULACION: 'Anulación' } as const

const COLUMNS: readonly Column<Fila>[] = [
  {
    id: 'numero',
    header: 'Comprobante',
    cell: (fila) => fila.numero,
    href: (fila) => `/comprobante/${fila.documento_id}`,
    card: 'title',
    whole: true,
  },
  { id: 'receptor', header: 'Cliente', cell: (fila) => fila.receptor_nombre },
  { id: 'destinatarios', header: 'Para', cell: (fila) => <Destinatarios fila={fila} /> },
  { id: 'motivo', header: 'Motivo', cell: (fila) => MOTIVO[fila.motivo], whole: true },
  { id: 'creado_en', header: 'Fecha', cell: (fila) => momentoText(fila.creado_en), whole: true },
]

const SHAPE = { sorts: [] }

/** `/comprobante/correos`: mails of the present environment, with the state of each. */
export function CorreoListPage() {
  const navigate = useNavigate()
  const origin = useOrigin()
  const layout = usePreferencia('correo')
  const listing = useListing(SHAPE, layout)
  const { page, size } = listing.state
  const answer = useQuery({ ...correosQuery({ page, size }), enabled: layout.isReady })
  const [opened, setOpened] = useState<string>()
  return (
    <>
      <PageHeader title="Bandeja de correos" count={answer.data && totalText(answer.data)}>
        <ColumnsButton columns={COLUMNS} layout={layout} />
        <LinkButton to="/comprobante" variant="default">
          Comprobantes
        </LinkButton>
      </PageHeader>
      {currentSession()?.ambiente !== 'PRODUCCION' && (
        <p className={classes.note}>En este ambiente los correos no salen a sus clientes: quedan aquí, como los recibirían.</p>
      )}
      <DataTable
        label="Correos"
        columns={COLUMNS}
        layout={layout}
        listing={listing}
        answer={answer}
        rowId={({ id }) => id}
        rowName={({ numero, creado_en: en }) => `${numero}, ${momentoText(en)}`}
        actions={(fila) => [
          { label: 'Ver correo', onSelect: () => setOpened(fila.id) },
          { label: 'Ver comprobante', onSelect: () => void navigate(`/comprobante/${fila.documento_id}`, { state: origin }) },
        ]}
        firstUse={<p>Aquí aparecen los correos con RIDE y XML que reciben sus clientes cuando el SRI autoriza una factura.</p>}
      />
      {opened !== undefined && <CartaDialog id={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}
