import {
  archivosReporte,
  columnasDe,
  CORTES_REPORTE,
  DERECHO_REPORTE,
  exportReporte,
  NOMBRES_REPORTE,
  PAGE_SIZES,
  readReporte,
  REPORTES,
  REPORTES_AL_DIA,
  type ColumnaReporte,
  type CorteReporte,
  type FilaReporte,
  type FormatoInforme,
  type Reporte,
} from '@yupana/contract'
import {
  displayMonto,
  displayNumero,
  firstOfMonth,
  isFecha,
  montoOf,
  PERIODO_REPORTE,
  PERIODO_REPORTE_LABEL,
  rangoDe,
  type PeriodoReporte,
} from '@yupana/fiscal'
import { IconFileZip } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'

import { Button } from '../../components/button.tsx'
import type { Column } from '../../components/data-table/column.ts'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { InformeButton } from '../../components/data-table/export-button.tsx'
import { ListFecha, ListFilter, ListTools } from '../../components/data-table/list-tools.tsx'
import { totalText } from '../../components/data-table/table-pager.tsx'
import { ViewsButton } from '../../components/data-table/views-button.tsx'
import { useListing, type ListingControl } from '../../components/data-table/use-listing.ts'
import { LinkButton } from '../../components/link-button.tsx'
import { NativeSelect } from '../../components/native-select.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { Totales } from '../../domain/listado/totales.tsx'
import { startLarge } from '../../domain/trabajo/trabajo.queries.ts'
import { Trabajos } from '../../domain/trabajo/trabajos.tsx'
import { usePreferencia } from '../../domain/preferencia/use-preferencia.ts'
import { fechaText, today } from '../../lib/formato/format.ts'
import { fetchData, fetchFile, fetchPieces } from '../../lib/http/http.ts'
import { untilRefused } from '../../lib/http/http-error.ts'
import { saveFile } from '../../lib/http/save-file.ts'
import { hasRight } from '../../lib/sesion/rights.ts'

interface Pedido {
  reporte: Reporte
  desde: string
  hasta: string
  /** Only one bar of the dashboard. */
  corte?: CorteReporte
  clave?: string
}

const reporteQuery = (pedido: Pedido, page: number, size: number) =>
  queryOptions({
    queryKey: ['reporte', pedido.reporte, pedido, page, size] as const,
    queryFn: ({ signal }) =>
      fetchData(readReporte, { query: { ...pedido, page, size: PAGE_SIZES.find((one) => one === size) ?? 5 }, signal }),
  })

/** A large file becomes a job, shown in its panel. */
const download = (pedido: Pedido, formato: FormatoInforme): Promise<unknown> =>
  untilRefused(
    startLarge({ ...pedido, formato }).then(async (isStarted) => {
      if (isStarted) return
      const file = await fetchFile(exportReporte, { query: { ...pedido, formato } })
      saveFile(file, `reporte-${pedido.reporte}-${pedido.desde}-${pedido.hasta}.${formato}`)
    }),
  )

const maySee = (reporte: Reporte): boolean => {
  const right = DERECHO_REPORTE[reporte]
  return right === undefined || hasRight(right)
}
const isReporte = (text: string): text is Reporte => NOMBRES_REPORTE.some((one) => one === text)
const OPTIONS = NOMBRES_REPORTE.map((reporte) => ({ value: reporte, label: REPORTES[reporte].nombre }))

const shapeOn = (hoy: string) => ({
  sorts: [],
  filters: { reporte: NOMBRES_REPORTE, desde: isFecha, hasta: isFecha, corte: CORTES_REPORTE, clave: (text: string) => text.length <= 60 },
  opening: { reporte: 'ventas', desde: firstOfMonth(hoy), hasta: rangoDe(PERIODO_REPORTE.MENSUAL, hoy).hasta },
})

const figure = (value: string | number | null, tipo: ColumnaReporte['tipo']): string => {
  if (value === null || value === '') return '—'
  if (tipo === 'monto') return displayMonto(montoOf(Number(value)))
  if (tipo === 'cantidad') return displayNumero(Number(value))
  return tipo === 'fecha' ? fechaText(String(value)) : String(value)
}

const isFigure = ({ tipo }: ColumnaReporte) => tipo === 'monto' || tipo === 'cantidad' || tipo === 'numero'
const TITULOS = ['numero', 'nombre']

/** Columns of a report; the column with the row's name links to the document. */
function columnsOf(reporte: Reporte): Column<FilaReporte>[] {
  const columnas = columnasDe(reporte)
  const titulo = TITULOS.find((id) => columnas.some((one) => one.id === id))
  return columnas.map((columna, at) => ({
    id: columna.id,
    header: columna.header,
    cell: ({ celdas, enlace }: FilaReporte) => {
      const text = figure(celdas[at] ?? null, columna.tipo)
      return columna.id === titulo && enlace !== null ? <Link to={enlace}>{text}</Link> : text
    },
    ...(isFigure(columna) ? { align: 'end' as const } : {}),
    ...(columna.tipo === 'fecha' || columna.id === 'numero' || columna.id === 'identificacion' ? { whole: true } : {}),
    ...(columna.id === titulo ? { card: 'title' as const } : {}),
  }))
}

/** `/reportes`: figures of a period, on screen and as a file (O-82). */
export function ReportePage() {
  const layout = usePreferencia('reporte')
  const listing = useListing(shapeOn(today()), layout)
  const { page, size, filters } = listing.state
  const { reporte: said = '', desde = today(), hasta = today(), clave } = filters
  const corte = CORTES_REPORTE.find((one) => one === filters['corte'])
  const reporte = isReporte(said) ? said : 'ventas'
  const isParte = corte !== undefined && clave !== undefined && (reporte === 'ventas' || reporte === 'compras')
  const pedido = { reporte, desde, hasta, ...(isParte && { corte, clave }) }
  const answer = useQuery({
    ...reporteQuery(pedido, page, size),
    // Rows of another report have other columns, so they are not kept.
    placeholderData: (before, query) => (query?.queryKey[1] === reporte ? before : undefined),
  })
  const columnas = columnasDe(reporte)
  const alDia = REPORTES_AL_DIA.includes(reporte)
  return (
    <>
      <PageHeader title="Reportes" count={answer.data && totalText(answer.data)}>
        {reporte === 'ventas' && !isParte && (
          <LinkButton to={`/comprobante?${new URLSearchParams({ desde, hasta }).toString()}`} variant="default">
            Ver en Comprobantes
          </LinkButton>
        )}
        <ViewsButton listing={listing} layout={layout} />
        {!alDia && <Archivos desde={desde} hasta={hasta} />}
        <InformeButton onExport={(formato) => download(pedido, formato)} />
      </PageHeader>
      <Trabajos />
      <ListTools listing={listing}>
        <ListFilter
          listing={listing}
          name="reporte"
          label="Reporte"
          anyLabel={REPORTES.ventas.nombre}
          options={OPTIONS.filter(({ value }) => value !== 'ventas' && maySee(value))}
        />
        <Periodo listing={listing} />
        {!alDia && <ListFecha listing={listing} name="desde" label="Desde" />}
        <ListFecha listing={listing} name="hasta" label={alDia ? 'Al día' : 'Hasta'} />
      </ListTools>
      {isParte && answer.data && <Parte nombre={answer.data.parte} onLeave={() => listing.setFilters({ corte: '', clave: '' })} />}
      <DataTable
        label={REPORTES[reporte].nombre}
        columns={columnsOf(reporte)}
        listing={listing}
        answer={answer}
        rowId={({ id }) => id}
        rowName={({ celdas }) => String(celdas[2] ?? celdas[0] ?? '')}
        summary={answer.data && <Totales sumas={sumasOf(columnas, answer.data.totales)} />}
      />
    </>
  )
}

/** The bar of the dashboard to which the rows belong, with a link to all rows. */
const Parte = ({ nombre, onLeave }: { nombre: string | null; onLeave: () => void }) => (
  <p role="status">
    Solo {nombre === null ? 'una parte' : `«${nombre}»`}.{' '}
    <Button variant="subtle" onClick={onLeave}>
      Ver todo el período
    </Button>
  </p>
)

/** XML and RIDE of documents issued and received in the period: a ZIP with its progress, or a job. */
function Archivos({ desde, hasta }: { desde: string; hasta: string }) {
  const [bytes, setBytes] = useState<number>()
  const run = async () => {
    setBytes(0)
    const told = (piece: Uint8Array) => setBytes((before = 0) => before + piece.length)
    await untilRefused(
      startLarge({ desde, hasta }).then(async (isStarted) => {
        if (!isStarted)
          saveFile(await fetchPieces(archivosReporte, { query: { desde, hasta } }, told), `comprobantes-${desde}-${hasta}.zip`)
      }),
    )
    setBytes(undefined)
  }
  return (
    <Button
      variant="default"
      leftSection={<IconFileZip size={16} />}
      busy={bytes !== undefined}
      busyLabel={bytes ? `Descargando… ${Math.ceil(bytes / BYTES_OF_KB)} KB` : 'Descargando…'}
      onClick={() => void run()}
    >
      XML y RIDE
    </Button>
  )
}

const BYTES_OF_KB = 1024
const OTRAS = ''

/** Period codes of the specification relative to today; other days are shown as such. */
function Periodo({ listing }: { listing: ListingControl }) {
  const { desde = '', hasta = '' } = listing.state.filters
  const periodos = Object.values(PERIODO_REPORTE).map((periodo) => ({ periodo, rango: rangoDe(periodo, today()) }))
  const present = periodos.find(({ rango }) => rango.desde === desde && rango.hasta === hasta)
  const options = periodos.map(({ periodo }) => ({ value: String(periodo), label: PERIODO_REPORTE_LABEL[periodo] }))
  return (
    <NativeSelect
      label="Período"
      value={present ? String(present.periodo) : OTRAS}
      data={present ? options : [...options, { value: OTRAS, label: 'Otras fechas' }]}
      onChange={({ currentTarget: { value } }) => {
        const { desde: from, hasta: to } = rangoDe(Number(value) as PeriodoReporte, today())
        if (value !== OTRAS) listing.setFilters({ desde: from, hasta: to })
      }}
    />
  )
}

/** Totals of all rows, not only of the shown page. */
const sumasOf = (columnas: readonly ColumnaReporte[], totales: readonly (number | null)[]) =>
  columnas.flatMap(({ header, tipo }, at) => {
    const total = totales[at]
    return typeof total === 'number' ? [[header, figure(total, tipo)] as const] : []
  })
