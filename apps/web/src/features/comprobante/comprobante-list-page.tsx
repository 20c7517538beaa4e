import { exportComprobante, type ComprobanteFila } from '@yupana/contract'
import { IconDotsVertical } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'

import type { RowAction } from '../../components/data-table/column.ts'
import { ColumnsButton } from '../../components/data-table/columns-button.tsx'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { ExportButton } from '../../components/data-table/export-button.tsx'
import { ListTabs } from '../../components/data-table/list-tabs.tsx'
import { ListFecha, ListFilter, ListPeriodo, ListSearch, ListTools } from '../../components/data-table/list-tools.tsx'
import { totalText } from '../../components/data-table/table-pager.tsx'
import { ViewsButton } from '../../components/data-table/views-button.tsx'
import type { ListingControl } from '../../components/data-table/use-listing.ts'
import { useSelection } from '../../components/data-table/use-selection.ts'
import { Dropdown } from '../../components/dropdown/dropdown.tsx'
import { NativeSelect } from '../../components/native-select.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { downloadXml } from '../../domain/comprobante/archivos.ts'
import { duplicatePathOf } from '../../domain/emision/rutas.ts'
import { printRide } from '../../domain/comprobante/print-ride.ts'
import { RideDialog } from '../../domain/comprobante/ride-dialog.tsx'
import { exportList } from '../../domain/listado/export-list.ts'
import { usePreferencia } from '../../domain/preferencia/use-preferencia.ts'
import { untilRefused } from '../../lib/http/http-error.ts'
import { hasRight, isAdmin } from '../../lib/sesion/rights.ts'
import { useOrigin } from '../../lib/pagina/use-leave.ts'
import { COLUMNS, pathOf } from './comprobante-columns.tsx'
import { comprobantesQuery, puntosQuery } from './comprobante.queries.ts'
import { PILLS, TIPO_OPTIONS } from './comprobante-filtros.ts'
import { canMail } from './comprobante-rules.ts'
import { LoteBar } from './lote-bar.tsx'
import { MailDialog } from './mail-dialog.tsx'
import { NuevaFactura, NuevoDocumento } from './nuevo-documento.tsx'
import { useTabs } from './pestanas.ts'
import { Sumas } from './sumas.tsx'
import { useComprobanteListing } from './use-comprobante-listing.ts'
import { useFilas } from './use-filas.ts'

const Filtros = ({ listing }: { listing: ListingControl }) => (
  <>
    <ListPeriodo listing={listing} />
    <ListFecha listing={listing} name="desde" label="Desde" />
    <ListFecha listing={listing} name="hasta" label="Hasta" />
    <ListFilter listing={listing} name="tipo" label="Tipo" anyLabel="Todo" options={TIPO_OPTIONS} />
    <PuntoFilter listing={listing} />
  </>
)

/** Filter by establishment and point; absent in a company with one point. */
function PuntoFilter({ listing }: { listing: ListingControl }) {
  const { data: puntos = [] } = useQuery(puntosQuery())
  const { establecimiento = '', punto = '' } = listing.state.filters
  const value = establecimiento === '' && punto === '' ? '' : `${establecimiento}-${punto}`
  const options = puntos.map(({ establecimiento: de, codigo, descripcion }) => ({
    value: `${de}-${codigo}`,
    label: [`${de}-${codigo}`, descripcion].filter(Boolean).join(' · '),
  }))
  // The series is only half given, by a link of another screen.
  if (value !== '' && !options.some((option) => option.value === value))
    options.push({ value, label: [establecimiento || '•••', punto || '•••'].join('-') })
  if (options.length < 2) return null
  const choose = (serie: string) => {
    const [de = '', codigo = ''] = serie.split('-')
    listing.setFilters({ establecimiento: de, punto: codigo })
  }
  return (
    <NativeSelect
      label="Punto de emisión"
      value={value}
      data={[{ value: '', label: 'Todos' }, ...options]}
      onChange={(event) => choose(event.currentTarget.value)}
    />
  )
}

/** Lists derived from the documents. */
const otrasListas = () => [
  { label: 'Por cobrar', to: '/comprobante/cobrar' },
  { label: 'Cajas', to: '/comprobante/caja' },
  { label: 'Bandeja de correos', to: '/comprobante/correos' },
  ...(isAdmin() ? [{ label: 'Números sin autorizar', to: '/comprobante/brechas' }] : []),
]

type Opened = { dialog: 'ride' | 'correo'; fila: ComprobanteFila }

export function ComprobanteListPage() {
  const navigate = useNavigate()
  const origin = useOrigin()
  const layout = usePreferencia('comprobante')
  const listing = useComprobanteListing(layout)
  // The query waits for the initial filter.
  const answer = useQuery({ ...comprobantesQuery(listing.query), enabled: layout.isReady })
  const filas = useFilas(answer.data)
  const selection = useSelection(listing.scope)
  const tabs = useTabs(listing, layout.isReady)
  const [opened, setOpened] = useState<Opened>()
  const canEmit = hasRight('documento:emitir')
  const close = () => setOpened(undefined)

  const duplicateOf = (fila: ComprobanteFila): RowAction[] => {
    const path = duplicatePathOf(fila)
    return path === undefined ? [] : [{ label: 'Duplicar', onSelect: () => void navigate(path, { state: origin }) }]
  }
  const actionsOf = (fila: ComprobanteFila): RowAction[] => [
    { label: 'Ver', onSelect: () => void navigate(pathOf(fila), { state: origin }) },
    { label: 'RIDE', onSelect: () => setOpened({ dialog: 'ride', fila }) },
    { label: 'Imprimir ticket', onSelect: () => void untilRefused(printRide(fila.id, 'TICKET', fila.clave)) },
    { label: 'XML', onSelect: () => void untilRefused(downloadXml(fila.id, fila.clave)) },
    ...(canEmit && canMail(fila) ? [{ label: 'Reenviar correo', onSelect: () => setOpened({ dialog: 'correo', fila }) }] : []),
    ...(canEmit ? duplicateOf(fila) : []),
  ]
  return (
    <>
      <PageHeader title="Comprobantes" count={answer.data && totalText(answer.data)}>
        <ViewsButton listing={listing} layout={layout} />
        <ExportButton
          onExport={(formato) =>
            exportList({ call: exportComprobante, nombre: 'comprobantes', columns: COLUMNS, layout, listing }, formato)
          }
        />
        <ColumnsButton columns={COLUMNS} layout={layout} />
        <Dropdown label="Más listas" target={<IconDotsVertical size={18} aria-hidden="true" />} items={otrasListas()} />
        {canEmit && <NuevoDocumento />}
      </PageHeader>
      <ListTabs listing={listing} name="tributario" label="Estado" tabs={tabs} />
      {selection.ids.size === 0 && (
        <ListTools listing={listing} pills={PILLS} filters={<Filtros listing={listing} />}>
          <ListSearch listing={listing} label="Buscar" placeholder="Número, cliente, RUC o clave de acceso" />
        </ListTools>
      )}
      <LoteBar selection={selection} listing={listing} data={answer.data} canEmit={canEmit} />
      <DataTable
        label="Comprobantes"
        columns={COLUMNS}
        layout={layout}
        listing={listing}
        answer={{ ...answer, data: filas }}
        rowId={(fila) => fila.id}
        rowName={(fila) => fila.numero}
        actions={actionsOf}
        selection={selection}
        summary={<Sumas listing={listing} isReady={layout.isReady} />}
        firstUse={
          canEmit && (
            <>
              <p>Aún no tiene facturas. Emita la primera.</p>
              <NuevaFactura />
            </>
          )
        }
      />
      {opened?.dialog === 'ride' && (
        <RideDialog id={opened.fila.id} clave={opened.fila.clave} numero={opened.fila.numero} onClose={close} />
      )}
      {opened?.dialog === 'correo' && <MailDialog id={opened.fila.id} numero={opened.fila.numero} onClose={close} />}
    </>
  )
}
