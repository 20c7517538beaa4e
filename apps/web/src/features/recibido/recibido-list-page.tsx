import { MAX_ARCHIVOS_RECIBIDO, MAX_RECIBIDOS_ZIP, ORDENES_RECIBIDO, type RecibidoFila } from '@yupana/contract'
import { displayMonto, displayNumero, fromUnits, isFecha, nombreComprobanteAts, RECIBIBLES } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'

import { BulkBar } from '../../components/data-table/bulk-bar.tsx'
import { Button } from '../../components/button.tsx'
import type { Column } from '../../components/data-table/column.ts'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { ListFecha, ListFilter, ListSearch, ListTools } from '../../components/data-table/list-tools.tsx'
import { totalText } from '../../components/data-table/table-pager.tsx'
import { useListing, type ListingControl } from '../../components/data-table/use-listing.ts'
import { useSelection } from '../../components/data-table/use-selection.ts'
import { loadedPart } from '../../components/loaded-part.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { PorRetenerFilter } from '../../domain/retencion/por-retener-filter.tsx'
import { ANULADO_OPTIONS } from '../../domain/recibido/anulado-emisor.ts'
import { Claves } from '../../domain/recibido/claves.tsx'
import { ignorar, fetchRecibidos, recibidosQuery } from '../../domain/recibido/bandeja.queries.ts'
import { Recibir } from '../../domain/recibido/recibir.tsx'
import { fechaText } from '../../lib/formato/format.ts'
import { untilRefused } from '../../lib/http/http-error.ts'
import { useOrigin } from '../../lib/pagina/use-leave.ts'
import { hasRight } from '../../lib/sesion/rights.ts'
import { PropuestaCelda } from './propuesta-celda.tsx'
import { canWithhold, ESTADO, numeroText, pathOf } from './recibido-words.ts'

const RetenerLote = loadedPart(async () => (await import('../../domain/retencion/retener-lote.tsx')).RetenerLote)
const ReglasDialog = loadedPart(async () => (await import('./reglas-dialog.tsx')).ReglasDialog)
const AceptarLote = loadedPart(async () => (await import('./aceptar-lote.tsx')).AceptarLote)
const Rechazos = loadedPart(async () => (await import('../../domain/recibido/rechazos.tsx')).Rechazos)
const BuzonLinea = loadedPart(async () => (await import('../../domain/recibido/buzon-linea.tsx')).BuzonLinea)

const ESTADO_OPTIONS = (['NUEVO', 'REGISTRADO', 'IGNORADO'] as const).map((value) => ({ value, label: ESTADO[value].label }))
const TIPO_OPTIONS = RECIBIBLES.map((value) => ({ value, label: nombreComprobanteAts(value) ?? value }))

const countText = (count: number) => displayNumero(fromUnits(count))

const DESCRIPCION =
  `Los XML de sus comprobantes, todos a la vez: se envían de ${MAX_ARCHIVOS_RECIBIDO} en ${MAX_ARCHIVOS_RECIBIDO}; un ZIP de hasta ` +
  `${countText(MAX_RECIBIDOS_ZIP)}, o la lista que se baja del SRI. De cada uno se verifican la firma y el receptor.`

const COLUMNS: readonly Column<RecibidoFila>[] = [
  { id: 'numero', header: 'Comprobante', cell: numeroText, href: pathOf, card: 'title' },
  { id: 'emisor', header: 'Emisor', cell: (row) => row.emisor_nombre },
  { id: 'ruc', header: 'RUC', cell: (row) => row.emisor_ruc, whole: true },
  { id: 'fecha_emision', header: 'Emisión', sort: 'fecha_emision', cell: (row) => fechaText(row.fecha_emision), whole: true },
  { id: 'total', header: 'Total', cell: (row) => displayMonto(row.total), align: 'end' },
  { id: 'propuesta', header: 'Registro', cell: (row) => <PropuestaCelda fila={row} /> },
]

const SHAPE = {
  sorts: ORDENES_RECIBIDO,
  filters: {
    estado: ESTADO_OPTIONS.map(({ value }) => value),
    tipo: TIPO_OPTIONS.map(({ value }) => value),
    anulado_emisor: ['true'],
    por_retener: isFecha,
    desde: isFecha,
    hasta: isFecha,
  },
}

const Filtros = ({ listing }: { listing: ListingControl }) => (
  <ListTools listing={listing}>
    <ListSearch listing={listing} label="Buscar" placeholder="Emisor, RUC o número" />
    <ListFilter listing={listing} name="estado" label="Estado" options={ESTADO_OPTIONS} />
    <ListFilter listing={listing} name="tipo" label="Tipo" options={TIPO_OPTIONS} />
    <ListFilter listing={listing} name="anulado_emisor" label="En el SRI" options={ANULADO_OPTIONS} />
    <PorRetenerFilter listing={listing} />
    <ListFecha listing={listing} name="desde" label="Desde" />
    <ListFecha listing={listing} name="hasta" label="Hasta" />
  </ListTools>
)

/** Chosen documents, including rows of other pages. */
function useElegidos(scope: string, rows: readonly RecibidoFila[]) {
  const plain = useSelection(scope)
  const [known, setKnown] = useState<ReadonlyMap<string, RecibidoFila>>(new Map())
  const remember = (filas: readonly RecibidoFila[]) =>
    setKnown((before) => new Map([...before, ...filas.map((fila) => [fila.id, fila] as const)]))
  const selection: typeof plain = {
    ...plain,
    toggle: (id) => {
      remember(rows)
      plain.toggle(id)
    },
    togglePage: (ids) => {
      remember(rows)
      plain.togglePage(ids)
    },
  }
  const chosen = () => [...plain.ids].flatMap((id) => rows.find((row) => row.id === id) ?? known.get(id) ?? [])
  return { selection, remember, chosen }
}

interface AccionesProps {
  chosen: readonly RecibidoFila[]
  onRegistrar: (filas: readonly RecibidoFila[]) => void
  onRetener: (compras: readonly string[]) => void
}

/** Actions on chosen documents: register them, and withhold from those that are purchases. */
function Acciones({ chosen, onRegistrar, onRetener }: AccionesProps) {
  const compras = chosen.flatMap(({ compra_id: compra }) => compra ?? [])
  return (
    <>
      <Button onClick={() => onRegistrar(chosen)}>Registrar como se propone</Button>
      {hasRight('documento:emitir') && (
        <Button variant="default" disabled={compras.length === 0} onClick={() => onRetener(compras)}>
          Emitir retenciones
        </Button>
      )}
    </>
  )
}

interface LotesProps {
  lote: readonly RecibidoFila[] | undefined
  retenidas: readonly string[] | undefined
  onRetener: (compras: readonly string[]) => void
  onClose: () => void
}

/** The dialog over the list; only one at a time. */
function Lotes({ lote, retenidas, onRetener, onClose }: LotesProps) {
  if (retenidas) return <RetenerLote compras={retenidas} onClose={onClose} />
  return lote && <AceptarLote filas={lote} onRetener={onRetener} onClose={onClose} />
}

function Cabecera({ count }: { count: string | undefined }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <PageHeader title="Comprobantes recibidos" count={count}>
        <LinkButton to="/comprobante/compras" variant="default">
          Compras
        </LinkButton>
        <Button variant="default" onClick={() => setOpen(true)}>
          Lo aprendido
        </Button>
        <LinkButton to="/comprobante/compras/articulos" variant="default">
          Artículos recordados
        </LinkButton>
        <LinkButton to="/comprobante/retenciones" variant="default">
          Retenciones recibidas
        </LinkButton>
      </PageHeader>
      {isOpen && <ReglasDialog onClose={() => setOpen(false)} />}
    </>
  )
}

/** `/comprobante/recibido`: documents issued to the company by others, each registered with one keystroke (O-28). */
export function RecibidoListPage() {
  const navigate = useNavigate()
  const origin = useOrigin()
  const listing = useListing(SHAPE)
  const answer = useQuery(recibidosQuery(listing.query))
  const rows = answer.data?.content ?? []
  const { selection, remember, chosen } = useElegidos(listing.scope, rows)
  const [lote, setLote] = useState<readonly RecibidoFila[]>()
  const [retenidas, setRetenidas] = useState<readonly string[]>()
  const mayRegister = hasRight('compra:registrar')
  return (
    <>
      <Cabecera count={answer.data && totalText(answer.data)} />
      <BuzonLinea configurar />
      {mayRegister && (
        <>
          <Recibir multiple description={DESCRIPCION} />
          <Claves />
          <Rechazos />
        </>
      )}
      {mayRegister && selection.ids.size > 0 ? (
        <BulkBar
          selection={selection}
          data={answer.data}
          page={(query) => fetchRecibidos({ ...listing.query, ...query })}
          onRows={remember}
        >
          <Acciones chosen={chosen()} onRegistrar={setLote} onRetener={setRetenidas} />
        </BulkBar>
      ) : (
        <Filtros listing={listing} />
      )}
      <DataTable
        label="Comprobantes recibidos"
        columns={COLUMNS}
        listing={listing}
        answer={answer}
        rowId={({ id }) => id}
        rowName={numeroText}
        {...(mayRegister && { selection })}
        actions={(row) => [
          { label: row.estado === 'REGISTRADO' ? 'Ver' : 'Revisar', onSelect: () => void navigate(pathOf(row), { state: origin }) },
          ...(canWithhold(row) ? [{ label: 'Retener', onSelect: () => setRetenidas([row.compra_id ?? '']) }] : []),
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
      <Lotes
        lote={lote}
        retenidas={retenidas}
        onRetener={setRetenidas}
        onClose={() => {
          setLote(undefined)
          setRetenidas(undefined)
          selection.clear()
        }}
      />
    </>
  )
}
