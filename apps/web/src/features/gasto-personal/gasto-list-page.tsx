import { ORDENES_GASTO, TIPO_GASTO_LABEL, type GastoPersonal, type GastoRecibido } from '@yupana/contract'
import { CATEGORIA_GASTO_LABEL, COD_DOC, CONSUMIDOR_FINAL, displayMonto, GASTOS_PERSONALES_DESDE, negate } from '@yupana/fiscal'
import { IconDotsVertical, IconDownload, IconFileCode, IconPlus, IconSettings } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { Button } from '../../components/button.tsx'
import { Chip } from '../../components/chip.tsx'
import type { Column } from '../../components/data-table/column.ts'
import { ColumnsButton } from '../../components/data-table/columns-button.tsx'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { ExportButton } from '../../components/data-table/export-button.tsx'
import { ListFilter, ListSearch, ListTools } from '../../components/data-table/list-tools.tsx'
import { totalText } from '../../components/data-table/table-pager.tsx'
import { useListing } from '../../components/data-table/use-listing.ts'
import { Dropdown, type DropdownItem } from '../../components/dropdown/dropdown.tsx'
import { LoadFailure } from '../../components/load-failure.tsx'
import { NativeSelect } from '../../components/native-select.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { usePreferencia } from '../../domain/preferencia/use-preferencia.ts'
import { fechaText, today } from '../../lib/formato/format.ts'
import { untilRefused } from '../../lib/http/http-error.ts'
import { useLeave } from '../../lib/pagina/use-leave.ts'
import { GastoDialog } from './gasto-dialog.tsx'
import classes from './gasto.module.css'
import { downloadAnexo, downloadFormulario, gastosQuery, removeGasto, resumenQuery } from './gasto.queries.ts'
import { PorClasificar } from './por-clasificar.tsx'
import { ResumenPanel } from './resumen-panel.tsx'
import { TraerDialog } from './traer-dialog.tsx'

const CUENTA_OPTIONS = [
  { value: 'true', label: 'Cuentan' },
  { value: 'false', label: 'No cuentan' },
]
const CATEGORIA_OPTIONS = Object.entries(CATEGORIA_GASTO_LABEL).map(([value, label]) => ({ value, label }))

const rubrosText = ({ partes }: GastoPersonal) =>
  partes
    .map(({ categoria, monto }) => `${CATEGORIA_GASTO_LABEL[categoria]}${partes.length > 1 ? ` ${displayMonto(monto)}` : ''}`)
    .join(' · ')

const COLUMNS: readonly Column<GastoPersonal>[] = [
  { id: 'fecha', header: 'Fecha', sort: 'fecha', cell: (row) => fechaText(row.fecha), whole: true },
  { id: 'proveedor', header: 'Proveedor', sort: 'proveedor', cell: (row) => row.proveedor, card: 'title' },
  { id: 'documento', header: 'Documento', cell: (row) => row.numero ?? TIPO_GASTO_LABEL[row.tipo], whole: true },
  { id: 'rubros', header: 'Rubros', cell: rubrosText },
  {
    id: 'cuenta',
    header: 'Cuenta',
    cell: (row) =>
      row.a_nombre === CONSUMIDOR_FINAL.identificacion ? (
        <Chip tone="warning">No cuenta</Chip>
      ) : row.de_empresa ? (
        'Registrado como compra de la empresa: no cuenta'
      ) : row.compartido ? (
        <Chip tone="info">Compartido</Chip>
      ) : (
        'Sí'
      ),
  },
  {
    id: 'total',
    header: 'Sin IVA',
    sort: 'total',
    cell: (row) => displayMonto(row.tipo === COD_DOC.NOTA_CREDITO ? negate(row.total) : row.total),
    align: 'end',
  },
  { id: 'ruc', header: 'RUC', cell: (row) => row.proveedor_ruc, whole: true, extra: true },
  { id: 'a_nombre', header: 'A nombre de', cell: (row) => row.a_nombre, whole: true, extra: true },
  { id: 'nota', header: 'Nota', cell: (row) => row.nota ?? '—', extra: true },
]

const anioActual = () => Number(today().slice(0, 4))
const aniosOf = (last: number) => Array.from({ length: last - GASTOS_PERSONALES_DESDE + 1 }, (_, at) => String(last - at))
const SHAPE = {
  sorts: ORDENES_GASTO,
  filters: {
    categoria: CATEGORIA_OPTIONS.map(({ value }) => value),
    cuenta: CUENTA_OPTIONS.map(({ value }) => value),
    anio: (value: string) => aniosOf(anioActual()).includes(value),
  },
}

type Abierto = { record?: GastoPersonal; leido?: GastoRecibido }

/** `/gastos_personales`: this person's expenses of a year, visible only to the person, against the ceiling of the income tax (O-78). */
export function GastoListPage() {
  const layout = usePreferencia('gasto_personal')
  const listing = useListing(SHAPE, layout)
  const leave = useLeave('/')
  const anio = Number(listing.state.filters['anio'] ?? anioActual())
  const answer = useQuery({ ...gastosQuery({ ...listing.query, anio }), enabled: layout.isReady })
  const resumen = useQuery(resumenQuery(anio))
  const [edited, setEdited] = useState<Abierto>()
  const [isReading, setReading] = useState(false)
  const create = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setEdited({})} disabled={!resumen.data}>
      Nuevo gasto
    </Button>
  )
  const more: DropdownItem[] = [
    { label: 'Configuración', icon: <IconSettings size={16} />, to: `/gastos_personales/configuracion?anio=${anio}` },
    ...(resumen.data?.identificacion
      ? [{ label: 'Formulario SRI-GP', icon: <IconDownload size={16} />, onPick: () => void downloadFormulario(anio) }]
      : []),
  ]
  return (
    <>
      <PageHeader title="Gastos personales" count={answer.data && totalText(answer.data)}>
        <ExportButton onExport={(formato) => downloadAnexo(anio, formato)} />
        <ColumnsButton columns={COLUMNS} layout={layout} />
        <Dropdown label="Más acciones" target={<IconDotsVertical size={18} aria-hidden="true" />} items={more} />
        <Button variant="default" leftSection={<IconFileCode size={16} />} onClick={() => setReading(true)} disabled={!resumen.data}>
          Traer comprobantes
        </Button>
        {create}
      </PageHeader>
      <p className={classes.privado}>Solo usted los ve: ni los administradores de la empresa ni el soporte.</p>
      <ListTools listing={listing}>
        <NativeSelect
          label="Año"
          value={String(anio)}
          data={aniosOf(anioActual())}
          onChange={({ currentTarget: { value } }) => listing.setFilter('anio', value === String(anioActual()) ? '' : value)}
        />
        <ListSearch listing={listing} label="Buscar" placeholder="Proveedor, RUC o número" />
        <ListFilter listing={listing} name="categoria" label="Rubro" options={CATEGORIA_OPTIONS} />
        <ListFilter listing={listing} name="cuenta" label="Cuenta" options={CUENTA_OPTIONS} />
      </ListTools>
      {resumen.data ? (
        <ResumenPanel resumen={resumen.data} />
      ) : resumen.error ? (
        <LoadFailure reason="No se pudo leer el resumen del año." onRetry={() => void resumen.refetch()} onBack={leave} />
      ) : (
        <Skeleton label="Cargando el resumen" lines={['100%', '100%', '60%']} />
      )}
      {resumen.data && <PorClasificar anio={anio} onClassify={(leido) => setEdited({ leido })} />}
      <div className={classes.lista}>
        <DataTable
          label="Gastos personales"
          columns={COLUMNS}
          layout={layout}
          listing={listing}
          answer={answer}
          rowId={({ id }) => id}
          rowName={(row) => `${row.proveedor} del ${fechaText(row.fecha)}`}
          actions={(row) => [
            { label: 'Editar', onSelect: () => setEdited({ record: row }) },
            { label: 'Eliminar', danger: true, onSelect: () => void untilRefused(removeGasto(row)) },
          ]}
          firstUse={
            <>
              <p>Registre sus facturas de vivienda, salud, alimentación y demás: rebajan su impuesto a la renta.</p>
              {create}
            </>
          }
        />
      </div>
      {isReading && (
        <TraerDialog
          onRead={(leido) => {
            setReading(false)
            setEdited({ leido })
          }}
          onClose={() => setReading(false)}
        />
      )}
      {edited && resumen.data && <GastoDialog {...edited} resumen={resumen.data} onClose={() => setEdited(undefined)} />}
    </>
  )
}
