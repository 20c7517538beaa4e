import type { SolicitudFirmaFila } from '@yupana/contract'
import { fechaIn } from '@yupana/fiscal'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'

import type { Column } from '../../components/data-table/column.ts'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { ListFilter, ListSearch, ListTools } from '../../components/data-table/list-tools.tsx'
import { totalText } from '../../components/data-table/table-pager.tsx'
import { useListing } from '../../components/data-table/use-listing.ts'
import { DeleteDialog } from '../../components/dialog/delete-dialog.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { fechaText } from '../../lib/formato/format.ts'
import { hasRight } from '../../lib/sesion/rights.ts'
import { firmasQuery, removeSolicitud } from './firma.queries.ts'
import { EmpezarPage } from './empezar-page.tsx'
import { ESTADO_FIRMA_OPTIONS, EstadoFirmaChip, firmaText, vigenciaText } from './firma-words.tsx'
import { Requisitos } from './requisitos.tsx'
import { SolicitudPage } from './solicitud-page.tsx'

const NUEVA = 'nueva'
const RENOVAR = 'renovar'
const PAGADA = 'pagada'
const pathOf = (id: string) => `/firmas_electronicas?solicitud=${id}`

const COLUMNS: readonly Column<SolicitudFirmaFila>[] = [
  { id: 'titular', header: 'Titular', cell: (row) => row.titular || 'Sin nombre todavía', card: 'title' },
  { id: 'firma', header: 'Firma', cell: firmaText },
  { id: 'estado', header: 'Estado', cell: (row) => <EstadoFirmaChip estado={row.estado} /> },
  { id: 'vigencia', header: 'Vigencia', cell: vigenciaText },
  { id: 'entidad', header: 'Entidad', cell: (row) => row.entidad ?? '—' },
  { id: 'uso', header: 'En uso', cell: ({ en_uso }) => en_uso.join(', ') || '—' },
  { id: 'solicitante', header: 'Solicitó', cell: (row) => row.solicitante || '—' },
  { id: 'creada', header: 'Empezada', cell: (row) => fechaText(fechaIn(new Date(row.creada_en))), whole: true },
]

const SHAPE = { sorts: [], filters: { estado: ESTADO_FIRMA_OPTIONS.map(({ value }) => value) } }

/** `/firmas_electronicas`: requested and issued signatures, or one of them by its address, so that another device can open it. */
export function FirmaListPage() {
  const [params] = useSearchParams()
  const id = params.get('solicitud')
  if (id === null) return <Lista />
  const [de, orden, firma] = [params.get('de'), params.get('orden'), params.get('firma')]
  if (id === RENOVAR) return <EmpezarPage title="Renovar la firma" nueva={{ renovar: true, ...(de !== null && { de }) }} />
  if (id === PAGADA && orden !== null)
    return (
      <EmpezarPage key={firma} title="Solicitud de firma nueva" nueva={{ orden_id: orden, ...(firma !== null && { n: Number(firma) }) }} />
    )
  return <SolicitudPage key={id === NUEVA ? NUEVA : 'una'} id={id === NUEVA ? undefined : id} />
}

function Lista() {
  const navigate = useNavigate()
  const listing = useListing(SHAPE)
  const answer = useQuery(firmasQuery(listing.query))
  const [removing, setRemoving] = useState<SolicitudFirmaFila>()
  const compra = hasRight('tienda:comprar')
  const create = compra && (
    <LinkButton to={pathOf(NUEVA)} icon={<IconPlus size={16} />}>
      Solicitar firma
    </LinkButton>
  )
  const actionsOf = (row: SolicitudFirmaFila) =>
    compra && row.es_mia
      ? [
          {
            label: row.estado === 'BORRADOR' || row.estado === 'OBSERVADA' ? 'Continuar' : 'Ver',
            onSelect: () => void navigate(pathOf(row.id)),
          },
          ...(row.estado === 'EMITIDA' ? [{ label: 'Renovar', onSelect: () => void navigate(`${pathOf(RENOVAR)}&de=${row.id}`) }] : []),
          ...(row.estado === 'BORRADOR' ? [{ label: 'Eliminar', danger: true, onSelect: () => setRemoving(row) }] : []),
        ]
      : []
  return (
    <>
      <PageHeader title="Firmas Compradas" count={answer.data && totalText(answer.data)}>
        <Requisitos />
        {create}
      </PageHeader>
      <ListTools listing={listing}>
        <ListSearch listing={listing} label="Buscar" placeholder="Titular" />
        <ListFilter listing={listing} name="estado" label="Estado" options={ESTADO_FIRMA_OPTIONS} />
      </ListTools>
      <DataTable
        label="Firmas"
        columns={COLUMNS}
        listing={listing}
        answer={answer}
        rowId={({ id }) => id}
        rowName={(row) => row.titular || 'la solicitud sin nombre'}
        actions={actionsOf}
        firstUse={
          create && (
            <>
              <p>La firma electrónica firma sus comprobantes. Tenga a mano los requisitos y solicítela aquí.</p>
              {create}
            </>
          )
        }
      />
      {removing && (
        <DeleteDialog
          title="Eliminar la solicitud"
          confirmLabel="Eliminar solicitud"
          onDelete={() => removeSolicitud(removing.id)}
          onClose={() => setRemoving(undefined)}
        >
          <p>Se borran lo escrito y los documentos que haya subido. No se puede deshacer.</p>
        </DeleteDialog>
      )}
    </>
  )
}
