import { ORDENES_RECIBIDO, type RecibidoFila } from '@yupana/contract'
import { displayMonto, isFecha, nombreComprobanteAts } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'

import { Button } from '../../components/button.tsx'
import { Chip } from '../../components/chip.tsx'
import type { Column } from '../../components/data-table/column.ts'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { ListFecha, ListFilter, ListSearch, ListTools } from '../../components/data-table/list-tools.tsx'
import { totalText } from '../../components/data-table/table-pager.tsx'
import { useListing } from '../../components/data-table/use-listing.ts'
import { LinkButton } from '../../components/link-button.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { aceptar, ignorar, recibidosQuery } from '../../domain/recibido/recibido.queries.ts'
import { Recibir } from '../../domain/recibido/recibir.tsx'
import { fechaText } from '../../lib/formato/format.ts'
import { untilRefused } from '../../lib/http/http-error.ts'
import { useBusy } from '../../lib/pagina/use-busy.ts'
import { useOrigin } from '../../lib/pagina/use-leave.ts'
import { hasRight } from '../../lib/sesion/rights.ts'
import classes from './recibido.module.css'

const ESTADO = {
  NUEVO: { tone: 'info', label: 'Nuevo' },
  REGISTRADO: { tone: 'success', label: 'Registrado' },
  IGNORADO: { tone: 'void', label: 'Ignorado' },
} as const
const ESTADO_OPTIONS = (['NUEVO', 'REGISTRADO', 'IGNORADO'] as const).map((value) => ({ value, label: ESTADO[value].label }))
const TIPO_OPTIONS = ['01', '04', '05', '07'].map((value) => ({ value, label: nombreComprobanteAts(value) ?? value }))

const RETENCION = '07'
const numeroText = ({ tipo, numero }: RecibidoFila) => `${nombreComprobanteAts(tipo) ?? tipo} ${numero}`

function pathOf({ id, tipo, compra_id: compra, retencion_id: retencion }: RecibidoFila): string {
  if (compra !== null) return `/documento/compra/${compra}`
  if (retencion !== null) return `/retencion/${retencion}`
  return `${tipo === RETENCION ? '/retencion' : '/documento/compra'}/registro?recibido=${id}`
}

/** One keystroke: the proposal as it stands. */
function Propuesta({ fila }: { fila: RecibidoFila }) {
  const [isBusy, accept] = useBusy(() => untilRefused(aceptar(fila.id)))
  const { estado, propuesta, tipo } = fila
  if (estado !== 'NUEVO' || !hasRight('compra:registrar')) return <Chip tone={ESTADO[estado].tone}>{ESTADO[estado].label}</Chip>
  const what = tipo === RETENCION ? 'Registrar' : `Registrar con sustento ${propuesta?.sustento ?? ''}`
  return (
    <div className={classes.propuesta}>
      <Button
        variant="default"
        busy={isBusy}
        busyLabel="Registrando…"
        aria-label={`${what}: ${numeroText(fila)} de ${fila.emisor_nombre}`}
        onClick={() => void accept()}
      >
        {what}
      </Button>
      <small>{propuesta?.motivo ?? 'Se enlaza con la factura que nombra.'}</small>
    </div>
  )
}

const COLUMNS: readonly Column<RecibidoFila>[] = [
  { id: 'numero', header: 'Comprobante', cell: numeroText, href: pathOf, card: 'title' },
  { id: 'emisor', header: 'Emisor', cell: (row) => row.emisor_nombre },
  { id: 'ruc', header: 'RUC', cell: (row) => row.emisor_ruc, whole: true },
  { id: 'fecha_emision', header: 'Emisión', sort: 'fecha_emision', cell: (row) => fechaText(row.fecha_emision), whole: true },
  { id: 'total', header: 'Total', cell: (row) => displayMonto(row.total), align: 'end' },
  { id: 'propuesta', header: 'Registro', cell: (row) => <Propuesta fila={row} /> },
]

const SHAPE = {
  sorts: ORDENES_RECIBIDO,
  filters: {
    estado: ESTADO_OPTIONS.map(({ value }) => value),
    tipo: TIPO_OPTIONS.map(({ value }) => value),
    desde: isFecha,
    hasta: isFecha,
  },
}

/** `/comprobante/recibido`: what others issued to the company, to be registered with one keystroke each (O-28). */
export function RecibidoListPage() {
  const navigate = useNavigate()
  const origin = useOrigin()
  const listing = useListing(SHAPE)
  const answer = useQuery(recibidosQuery(listing.query))
  const mayRegister = hasRight('compra:registrar')
  return (
    <>
      <PageHeader title="Comprobantes recibidos" count={answer.data && totalText(answer.data)}>
        <LinkButton to="/comprobante/compras" variant="default">
          Compras
        </LinkButton>
        <LinkButton to="/comprobante/retenciones" variant="default">
          Retenciones recibidas
        </LinkButton>
      </PageHeader>
      {mayRegister && (
        <Recibir description="El XML de un comprobante, o un ZIP de hasta 1,000. De cada uno se verifican la firma y el receptor." />
      )}
      <ListTools listing={listing}>
        <ListSearch listing={listing} label="Buscar" placeholder="Emisor, RUC o número" />
        <ListFilter listing={listing} name="estado" label="Estado" options={ESTADO_OPTIONS} />
        <ListFilter listing={listing} name="tipo" label="Tipo" options={TIPO_OPTIONS} />
        <ListFecha listing={listing} name="desde" label="Desde" />
        <ListFecha listing={listing} name="hasta" label="Hasta" />
      </ListTools>
      <DataTable
        label="Comprobantes recibidos"
        columns={COLUMNS}
        listing={listing}
        answer={answer}
        rowId={({ id }) => id}
        rowName={numeroText}
        actions={(row) => [
          { label: row.estado === 'REGISTRADO' ? 'Ver' : 'Revisar', onSelect: () => void navigate(pathOf(row), { state: origin }) },
          ...(mayRegister && row.estado !== 'REGISTRADO'
            ? [
                {
                  label: row.estado === 'IGNORADO' ? 'Devolver a la bandeja' : 'Ignorar',
                  onSelect: () => void untilRefused(ignorar(row.id, row.estado !== 'IGNORADO')),
                },
              ]
            : []),
        ]}
        firstUse={<p>Aquí llegan las facturas, notas y retenciones que le emiten: traiga sus XML y regístrelas en un paso.</p>}
      />
    </>
  )
}
