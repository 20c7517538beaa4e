import { COLUMNA_EDAD, COLUMNAS_DEUDOR, exportDeudor, ORDENES_DEUDOR, type Deudor } from '@yupana/contract'
import { ANTIGUEDAD_LABEL, ANTIGUEDADES, displayMonto, subtract, type Monto, type SentidoCartera } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'

import type { Column } from '../../components/data-table/column.ts'
import { ColumnsButton } from '../../components/data-table/columns-button.tsx'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { ExportButton } from '../../components/data-table/export-button.tsx'
import { ListSearch, ListTools } from '../../components/data-table/list-tools.tsx'
import { totalText } from '../../components/data-table/table-pager.tsx'
import { useListing } from '../../components/data-table/use-listing.ts'
import { LinkButton } from '../../components/link-button.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { exportList } from '../../domain/listado/export-list.ts'
import { Totales } from '../../domain/listado/totales.tsx'
import { usePreferencia } from '../../domain/preferencia/use-preferencia.ts'
import { useOrigin } from '../../lib/pagina/use-leave.ts'
import { deudoresQuery, resumenQuery } from './cartera.queries.ts'
import { estadoPath, PALABRAS } from './cartera-words.ts'
import { CuentaTabs } from './cuenta-tabs.tsx'
import { DeLado, seesLado } from './solo-pagar.tsx'

/** An amount that links to its documents; empty for 0. */
function Cifra({ valor, de, to }: { valor: Monto; de: string; to: string }): ReactNode {
  const origin = useOrigin()
  if (valor === 0) return '—'
  return (
    <Link to={to} state={origin} aria-label={`${de}: ${displayMonto(valor)}`}>
      {displayMonto(valor)}
    </Link>
  )
}

/** Address of the list of documents, with the search that found the person: a searched number counts only its documents. */
function cuentasPath(
  sentido: SentidoCartera,
  { tercero_clave: clave }: Deudor,
  q: string,
  filtro: Readonly<Record<string, string>>,
): string {
  return `${PALABRAS[sentido].path}?${new URLSearchParams({ ...(q && { q }), ...filtro, tercero_clave: clave })}`
}

const columnsOf = (sentido: SentidoCartera, q: string): readonly Column<Deudor>[] => {
  const cifra = (valor: Monto, de: string, row: Deudor, filtro: Readonly<Record<string, string>> = {}) => (
    <Cifra valor={valor} de={`${de} de ${row.tercero_nombre}`} to={cuentasPath(sentido, row, q, filtro)} />
  )
  return [
    { id: 'tercero_nombre', header: PALABRAS[sentido].tercero, sort: 'tercero_nombre', cell: (row) => row.tercero_nombre, card: 'title' },
    { id: 'total', header: COLUMNAS_DEUDOR.total, sort: 'total', cell: (row) => cifra(row.total, 'Total', row), align: 'end' },
    ...ANTIGUEDADES.map((edad): Column<Deudor> => ({
      id: COLUMNA_EDAD[edad],
      header: ANTIGUEDAD_LABEL[edad],
      sort: COLUMNA_EDAD[edad],
      cell: (row) => cifra(row[edad], ANTIGUEDAD_LABEL[edad], row, { antiguedad: edad }),
      align: 'end',
    })),
    {
      id: 'favor',
      header: COLUMNAS_DEUDOR.favor,
      sort: 'favor',
      cell: (row) => cifra(row.favor, 'A favor', row, { estado: 'FAVOR' }),
      align: 'end',
    },
    { id: 'saldo', header: COLUMNAS_DEUDOR.saldo, sort: 'saldo', cell: (row) => displayMonto(row.saldo), align: 'end', extra: true },
  ]
}

/** Totals of all people of the search. */
function Sumas({ sentido, q }: { sentido: SentidoCartera; q: string }) {
  const { data } = useQuery(resumenQuery({ sentido, ...(q && { q }) }))
  if (!data) return null
  const edades = ANTIGUEDADES.map((edad) => [ANTIGUEDAD_LABEL[edad], displayMonto(data[edad])] as const)
  const { total, favor } = data
  return (
    <Totales
      sumas={[
        [COLUMNAS_DEUDOR.total, displayMonto(total)],
        ...edades,
        [COLUMNAS_DEUDOR.favor, displayMonto(favor)],
        [COLUMNAS_DEUDOR.saldo, displayMonto(subtract(total, favor))],
      ]}
    />
  )
}

const SHAPE = { sorts: ORDENES_DEUDOR }

/** Debts by person and age. */
function DeudorListPage({ sentido }: { sentido: SentidoCartera }) {
  const navigate = useNavigate()
  const origin = useOrigin()
  const layout = usePreferencia('deudor')
  const own = useListing(SHAPE, layout)
  const listing = { ...own, query: { ...own.query, sentido } }
  const answer = useQuery({ ...deudoresQuery(listing.query), enabled: layout.isReady })
  const { titulo, pagos, pagosPath, tercero } = PALABRAS[sentido]
  const otro = PALABRAS[sentido === 'COBRAR' ? 'PAGAR' : 'COBRAR']
  const columns = columnsOf(sentido, own.state.q)
  return (
    <>
      <PageHeader title={titulo} count={answer.data && totalText(answer.data)}>
        <ExportButton
          onExport={(formato) => exportList({ call: exportDeudor, nombre: 'cartera-por-persona', columns, layout, listing }, formato)}
        />
        <ColumnsButton columns={columns} layout={layout} />
        {seesLado('PAGAR') && (
          <LinkButton to={otro.personasPath} variant="default">
            {otro.titulo}
          </LinkButton>
        )}
        <LinkButton to={pagosPath} variant="default">
          {pagos}
        </LinkButton>
      </PageHeader>
      <CuentaTabs listing={listing} sentido={sentido} porPersona />
      <ListTools listing={listing}>
        <ListSearch listing={listing} label="Buscar" placeholder={`${tercero}, RUC o número`} />
      </ListTools>
      <DataTable
        label={`${titulo} por persona`}
        columns={columns}
        layout={layout}
        listing={listing}
        answer={answer}
        rowId={({ tercero_clave: clave }) => clave}
        rowName={({ tercero_nombre: nombre }) => nombre}
        actions={({ persona_id: persona }) =>
          persona === null
            ? []
            : [{ label: 'Estado de cuenta', onSelect: () => void navigate(estadoPath(persona, sentido), { state: origin }) }]
        }
        summary={<Sumas sentido={sentido} q={own.state.q} />}
        firstUse={<p>{sentido === 'COBRAR' ? 'Nadie le debe.' : 'No debe nada.'}</p>}
      />
    </>
  )
}

/** `/comprobante/cobrar/personas`. */
export const DeudoresPage = () => <DeudorListPage sentido="COBRAR" />
/** `/comprobante/pagar/personas`. */
export const AcreedoresPage = () => (
  <DeLado sentido="PAGAR">
    <DeudorListPage sentido="PAGAR" />
  </DeLado>
)
