import { allUsuario, COLUMNAS_AUDITORIA, exportAuditoria, type HechoAuditado } from '@yupana/contract'
import { isFecha, isUuid } from '@yupana/fiscal'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link, Navigate } from 'react-router'

import { isFigure, type Column } from '../../components/data-table/column.ts'
import { ColumnsButton } from '../../components/data-table/columns-button.tsx'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { ExportButton } from '../../components/data-table/export-button.tsx'
import { ListFecha, ListFilter, ListPeriodo, ListTools, type PillShape } from '../../components/data-table/list-tools.tsx'
import { totalText } from '../../components/data-table/table-pager.tsx'
import { ViewsButton } from '../../components/data-table/views-button.tsx'
import { useListing } from '../../components/data-table/use-listing.ts'
import { PageHeader } from '../../components/page-header.tsx'
import { auditoriaQuery } from '../../domain/auditoria/auditoria.queries.ts'
import { Cambios } from '../../domain/auditoria/cambios.tsx'
import { accionText, cambiosOf, QUE_OPTIONS, quienText } from '../../domain/auditoria/hecho-words.ts'
import { exportList } from '../../domain/listado/export-list.ts'
import { usePreferencia } from '../../domain/preferencia/use-preferencia.ts'
import { fechaText, momentoText } from '../../lib/formato/format.ts'
import { fetchData } from '../../lib/http/http.ts'
import { isAdmin } from '../../lib/sesion/rights.ts'
import { useOrigin } from '../../lib/pagina/use-leave.ts'

const SHAPE = { sorts: [], filters: { quien: isUuid, que: QUE_OPTIONS.map(({ value }) => value), desde: isFecha, hasta: isFecha } }

const PATHS: Readonly<Record<string, string>> = { persona: '/persona', producto: '/producto', documento: '/comprobante' }
/** Address of the record of a row, while it exists. */
const pathOf = ({ accion, objeto, nombre }: HechoAuditado): string | undefined => {
  const base = PATHS[accion.split('.')[0] ?? '']
  return base && objeto && nombre ? `${base}/${objeto}` : undefined
}

function Registro({ hecho }: { hecho: HechoAuditado }) {
  const origin = useOrigin()
  const path = pathOf(hecho)
  // An identifier means nothing to readers of the list; the exported file has it.
  const text = hecho.nombre ?? (hecho.objeto === null || isUuid(hecho.objeto) ? '—' : hecho.objeto)
  const whole = isFigure(text) || undefined
  return path ? (
    <Link to={path} state={origin} data-whole={whole}>
      {text}
    </Link>
  ) : (
    <span data-whole={whole}>{text}</span>
  )
}

const COLUMNS: readonly Column<HechoAuditado>[] = [
  { id: 'en', header: COLUMNAS_AUDITORIA.en, cell: ({ en }) => momentoText(en), whole: true },
  { id: 'accion', header: COLUMNAS_AUDITORIA.accion, cell: ({ accion }) => accionText(accion), card: 'title' },
  { id: 'quien', header: COLUMNAS_AUDITORIA.quien, cell: quienText },
  { id: 'objeto', header: COLUMNAS_AUDITORIA.objeto, cell: (hecho) => <Registro hecho={hecho} /> },
  { id: 'detalle', header: COLUMNAS_AUDITORIA.detalle, cell: (hecho) => (cambiosOf(hecho).length === 0 ? '—' : <Cambios hecho={hecho} />) },
  {
    id: 'sellado',
    header: COLUMNAS_AUDITORIA.sellado,
    cell: ({ sellado }) => (sellado === null ? '—' : sellado ? 'Sí' : 'En segundos'),
    whole: true,
  },
]

const usuariosQuery = () => queryOptions({ queryKey: ['empresa', 'usuarios'], queryFn: ({ signal }) => fetchData(allUsuario, { signal }) })

/** `/configuracion/auditoria`: actions of the company's users, for administrators. */
export const AuditoriaListPage = () => (isAdmin() ? <Lista /> : <Navigate to="/notfound" replace />)

function Lista() {
  const layout = usePreferencia('auditoria')
  const listing = useListing(SHAPE, layout)
  const answer = useQuery({ ...auditoriaQuery(listing.query), enabled: layout.isReady })
  const usuarios = useQuery(usuariosQuery()).data ?? []
  const people = usuarios.map(({ id, name, surname }) => ({ value: id, label: `${name} ${surname}`.trim() }))
  const pills: readonly PillShape[] = [
    { name: 'quien', text: (value) => people.find((one) => one.value === value)?.label ?? 'Una persona' },
    { name: 'que', text: (value) => QUE_OPTIONS.find((one) => one.value === value)?.label ?? value },
    { name: 'desde', text: (value) => `Desde ${fechaText(value)}` },
    { name: 'hasta', text: (value) => `Hasta ${fechaText(value)}` },
  ]
  return (
    <>
      <PageHeader title="Auditoría" count={answer.data && totalText(answer.data)}>
        <ViewsButton listing={listing} layout={layout} />
        <ExportButton
          onExport={(formato) => exportList({ call: exportAuditoria, nombre: 'auditoria', columns: COLUMNS, layout, listing }, formato)}
        />
        <ColumnsButton columns={COLUMNS} layout={layout} />
      </PageHeader>
      <ListTools listing={listing} pills={pills}>
        <ListFilter listing={listing} name="quien" label="Quién" anyLabel="Todas" options={people} />
        <ListFilter listing={listing} name="que" label="Qué" anyLabel="Todo" options={QUE_OPTIONS} />
        <ListPeriodo listing={listing} />
        <ListFecha listing={listing} name="desde" label="Desde" />
        <ListFecha listing={listing} name="hasta" label="Hasta" />
      </ListTools>
      <DataTable
        label="Auditoría"
        columns={COLUMNS}
        layout={layout}
        listing={listing}
        answer={answer}
        rowId={({ id }) => id}
        rowName={({ accion, en }) => `${accionText(accion)}, ${momentoText(en)}`}
        firstUse={<p>Aquí queda lo que cada persona hace en la empresa: nada de esto puede borrarse.</p>}
      />
    </>
  )
}
