import { ESTADOS_CAJA, ORDENES_CAJA, type CajaFila, type ContextoCaja } from '@yupana/contract'
import { displayMonto, isFecha, isUuid } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'

import { Button } from '../../components/button.tsx'
import type { Column } from '../../components/data-table/column.ts'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { ExportButton } from '../../components/data-table/export-button.tsx'
import { ListTabs } from '../../components/data-table/list-tabs.tsx'
import { ListFecha, ListFilter, ListTools } from '../../components/data-table/list-tools.tsx'
import { totalText } from '../../components/data-table/table-pager.tsx'
import { useListing } from '../../components/data-table/use-listing.ts'
import { LinkButton } from '../../components/link-button.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useHistorial } from '../../domain/auditoria/historial-dialog.tsx'
import { momentoText } from '../../lib/formato/format.ts'
import { useOrigin } from '../../lib/pagina/use-leave.ts'
import { hasRight } from '../../lib/sesion/rights.ts'
import { AbrirDialog } from './abrir-dialog.tsx'
import { cajasQuery, contextoQuery, downloadArqueo, exportCajas } from './caja.queries.ts'
import { arqueoPath, EstadoCaja } from './caja-words.tsx'
import classes from './caja.module.css'

const COLUMNS: readonly Column<CajaFila>[] = [
  {
    id: 'numero',
    header: 'Número',
    sort: 'numero',
    cell: (row) => row.numero,
    href: ({ id }) => arqueoPath(id),
    whole: true,
    card: 'title',
  },
  { id: 'cajero', header: 'Cajero', cell: ({ cajero }) => cajero ?? '—' },
  { id: 'punto', header: 'Punto', cell: ({ punto }) => punto ?? '—', whole: true },
  { id: 'abierta', header: 'Abierta', sort: 'abierta_en', cell: (row) => momentoText(row.abierta_en), whole: true },
  { id: 'cerrada', header: 'Cerrada', cell: (row) => (row.cerrada_en === null ? '—' : momentoText(row.cerrada_en)), whole: true },
  { id: 'estado', header: 'Estado', cell: (row) => <EstadoCaja {...row} /> },
  { id: 'esperado', header: 'Esperado', cell: ({ esperado }) => displayMonto(esperado), align: 'end' },
  { id: 'contado', header: 'Contado', cell: ({ contado }) => (contado === null ? '—' : displayMonto(contado)), align: 'end' },
]
const SHAPE = { sorts: ORDENES_CAJA, filters: { estado: ESTADOS_CAJA, usuario_id: isUuid, desde: isFecha, hasta: isFecha } }
const TABS = [
  { value: '', label: 'Todas' },
  { value: 'ABIERTA', label: 'Abiertas' },
  { value: 'CERRADA', label: 'Cerradas' },
  { value: 'DIFERENCIA', label: 'Con diferencia' },
]

/** `/comprobante/caja`: the user's own till and earlier ones; all tills for administrators. */
export function CajaListPage() {
  const navigate = useNavigate()
  const origin = useOrigin()
  const listing = useListing(SHAPE)
  const answer = useQuery(cajasQuery(listing.query))
  const { data: contexto } = useQuery(contextoQuery)
  const [opening, setOpening] = useState(false)
  const { openHistorial, dialogo } = useHistorial()
  const abierta = contexto?.abierta
  const cajeros = contexto?.cajeros ?? []
  return (
    <>
      <PageHeader title="Cajas" count={answer.data && totalText(answer.data)}>
        <ExportButton onExport={(formato) => exportCajas(listing.query, formato)} />
        <LinkButton to="/comprobante/cobros" variant="default">
          Cobros
        </LinkButton>
        {abierta && <LinkButton to={arqueoPath(abierta.id)}>Mi caja</LinkButton>}
        {abierta === null && hasRight('caja:abrir') && <Button onClick={() => setOpening(true)}>Abrir caja</Button>}
      </PageHeader>
      {contexto && <Aviso {...contexto} />}
      <ListTabs listing={listing} name="estado" label="Estado" tabs={TABS} />
      <ListTools listing={listing}>
        {cajeros.length > 1 && (
          <ListFilter
            listing={listing}
            name="usuario_id"
            label="Cajero"
            options={cajeros.map(({ id, nombre }) => ({ value: id, label: nombre }))}
          />
        )}
        <ListFecha listing={listing} name="desde" label="Desde" />
        <ListFecha listing={listing} name="hasta" label="Hasta" />
      </ListTools>
      <DataTable
        label="Cajas"
        columns={COLUMNS}
        listing={listing}
        answer={answer}
        rowId={({ id }) => id}
        rowName={({ numero }) => numero}
        actions={(row) => [
          { label: 'Ver', onSelect: () => void navigate(arqueoPath(row.id), { state: origin }) },
          { label: row.cerrada_en === null ? 'Corte en PDF' : 'Arqueo en PDF', onSelect: () => void downloadArqueo(row) },
          ...(openHistorial
            ? [{ label: 'Historial', onSelect: () => openHistorial({ id: row.id, nombre: `la caja ${row.numero}` }) }]
            : []),
        ]}
        firstUse={<p>Abra una caja con el efectivo que tiene para dar vueltos; al terminar, cuéntelo y ciérrela.</p>}
      />
      {dialogo}
      {opening && contexto && <AbrirDialog puntos={contexto.puntos} onClose={() => setOpening(false)} />}
    </>
  )
}

/** Notice of money received or given back without a till; it is not forced into one. */
const Aviso = ({ abierta, sin_caja: { cobros, valor, reversos, devuelto } }: ContextoCaja) => (
  <>
    {cobros > 0 && (
      <p className={classes.aviso} role="status">
        {`Hoy recibió ${displayMonto(valor)} en efectivo sin caja abierta (${cobros} ${cobros === 1 ? 'cobro' : 'cobros'}).`}
        {abierta ? ' No forma parte de su caja: si está en ella, anótelo como ingreso.' : ''}
      </p>
    )}
    {reversos > 0 && (
      <p className={classes.aviso} role="status">
        {`Hoy reversó sin caja ${displayMonto(devuelto)} en efectivo que habían entrado en una (${reversos} ${reversos === 1 ? 'cobro' : 'cobros'}).`}
        {abierta ? ' No salieron de su caja: si los tomó de ella, anótelo como egreso.' : ''}
      </p>
    )}
  </>
)
