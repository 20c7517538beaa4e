import { ORDENES_NORMA, type NormaFila } from '@yupana/contract'
import { isFecha, ROL, TEMA_LABEL, TEMAS } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'

import { Button } from '../../components/button.tsx'
import type { Column } from '../../components/data-table/column.ts'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { ListFilter, ListSearch, ListTools } from '../../components/data-table/list-tools.tsx'
import { totalText } from '../../components/data-table/table-pager.tsx'
import { useListing } from '../../components/data-table/use-listing.ts'
import { FechaFiltro } from '../../components/form/campo-fecha.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { fechaText, today } from '../../lib/formato/format.ts'
import { currentSession } from '../../lib/sesion/session.ts'
import { NormaDialog } from './norma-dialog.tsx'
import { Confirmacion, HistoriaDialog } from './norma-historia.tsx'
import { codigoText, TEMA_OPTIONS, tituloText } from './norma-words.ts'
import classes from './norma.module.css'
import { normasQuery } from './norma.queries.ts'

const TODAS = 'todas'
const SHAPE = {
  sorts: ORDENES_NORMA,
  filters: { tema: TEMAS, por_confirmar: ['true', 'false'], fecha: (value: string) => value === TODAS || isFecha(value) },
}

const dayText = (day: string | null, none: string) => (day === null ? none : fechaText(day))
const COLUMNS: readonly Column<NormaFila>[] = [
  { id: 'tema', header: 'Tema', sort: 'tema', cell: (row) => <span className={classes.words}>{TEMA_LABEL[row.tema]}</span> },
  { id: 'codigo', header: 'Código', sort: 'codigo', whole: true, cell: (row) => codigoText(row) || '—' },
  { id: 'nombre', header: 'Nombre', sort: 'nombre', cell: (row) => row.nombre, card: 'title' },
  { id: 'texto', header: 'Valor', cell: (row) => <span className={classes.valor}>{row.texto}</span> },
  { id: 'desde', header: 'Desde', sort: 'desde', whole: true, cell: (row) => dayText(row.desde, 'Siempre') },
  { id: 'hasta', header: 'Hasta', whole: true, cell: (row) => dayText(row.hasta, 'Vigente') },
  { id: 'fuente', header: 'Fuente', cell: (row) => row.fuente },
  { id: 'confianza', header: 'Confirmación', cell: (row) => <Confirmacion fila={row} /> },
]

type Opened = { kind: 'HISTORIA'; fila: NormaFila } | { kind: 'EDITAR'; before: NormaFila } | { kind: 'AÑADIR'; fact?: NormaFila }

/** `/administracion/parametros`: every dated legal fact, its value on a day and why. SUPER_ADMIN adds validities. */
export function NormaListPage() {
  const listing = useListing(SHAPE)
  const { fecha: chosen = today() } = listing.state.filters
  const fecha = chosen === TODAS ? '' : chosen
  const answer = useQuery(normasQuery({ ...listing.query, fecha }))
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  const canChange = currentSession()?.rol.id === ROL.SUPER_ADMIN
  const actionsOf = (fila: NormaFila) => [
    { label: 'Ver historia', onSelect: () => setOpened({ kind: 'HISTORIA', fila }) },
    ...(canChange
      ? [
          { label: 'Añadir vigencia', onSelect: () => setOpened({ kind: 'AÑADIR', fact: fila }) },
          { label: 'Editar esta vigencia', onSelect: () => setOpened({ kind: 'EDITAR', before: fila }) },
        ]
      : []),
  ]
  return (
    <>
      <PageHeader title="Parámetros legales" count={answer.data && totalText(answer.data)}>
        {canChange && (
          <Button onClick={() => setOpened({ kind: 'AÑADIR' })} leftSection={<IconPlus size={16} />}>
            Nuevo código
          </Button>
        )}
      </PageHeader>
      <p className={classes.lead}>
        Con estos valores se calculan y revisan los comprobantes de todas las empresas. Un cambio rige desde su fecha en un segundo, y no
        toca lo emitido.
      </p>
      <ListTools listing={listing}>
        <ListSearch listing={listing} label="Buscar" placeholder="Código, nombre, valor o fuente" />
        <ListFilter listing={listing} name="tema" label="Tema" options={TEMA_OPTIONS} />
        <ListFilter
          listing={listing}
          name="por_confirmar"
          label="Confirmación"
          options={[
            { value: 'true', label: 'Por confirmar' },
            { value: 'false', label: 'Confirmados' },
          ]}
        />
        <div className={classes.day}>
          <FechaFiltro
            label="Qué rige el día"
            value={fecha}
            onChange={(day) => listing.setFilter('fecha', day === today() ? '' : day || TODAS)}
          />
        </div>
        {chosen !== TODAS && (
          <Button variant="subtle" onClick={() => listing.setFilter('fecha', TODAS)}>
            Todas las vigencias
          </Button>
        )}
      </ListTools>
      <DataTable
        label="Parámetros legales"
        columns={COLUMNS}
        listing={listing}
        answer={answer}
        rowId={(row) => row.id}
        rowName={tituloText}
        actions={actionsOf}
      />
      {opened?.kind === 'HISTORIA' && (
        <HistoriaDialog
          fila={opened.fila}
          canChange={canChange}
          onEdit={(before) => setOpened({ kind: 'EDITAR', before })}
          onClose={close}
        />
      )}
      {opened?.kind === 'AÑADIR' && <NormaDialog fact={opened.fact} onClose={close} />}
      {opened?.kind === 'EDITAR' && <NormaDialog before={opened.before} onClose={close} />}
    </>
  )
}
