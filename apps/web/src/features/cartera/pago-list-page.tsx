import { exportPago, METODO_PAGO_LABEL, ORDENES_PAGO, type PagoFila } from '@yupana/contract'
import { displayMonto, isFecha, isUuid, type SentidoCartera } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'

import type { Column } from '../../components/data-table/column.ts'
import { ColumnsButton } from '../../components/data-table/columns-button.tsx'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { ExportButton } from '../../components/data-table/export-button.tsx'
import { ListFecha, ListSearch, ListTools } from '../../components/data-table/list-tools.tsx'
import { totalText } from '../../components/data-table/table-pager.tsx'
import { useListing } from '../../components/data-table/use-listing.ts'
import { LinkButton } from '../../components/link-button.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useHistorial } from '../../domain/auditoria/historial-dialog.tsx'
import { exportList } from '../../domain/listado/export-list.ts'
import { usePreferencia } from '../../domain/preferencia/use-preferencia.ts'
import { fechaText } from '../../lib/formato/format.ts'
import { useOrigin } from '../../lib/pagina/use-leave.ts'
import { hasRight } from '../../lib/sesion/rights.ts'
import { downloadRecibo, pagosQuery, printRecibo } from './cartera.queries.ts'
import { pagoPath, PALABRAS } from './cartera-words.ts'
import { EnviarReciboDialog } from './enviar-recibo-dialog.tsx'
import { EstadoPago } from './estado-pago.tsx'
import { ReversarPago } from './reversar-pago.tsx'
import { DeLado } from './solo-pagar.tsx'

const metodosText = ({ metodos }: PagoFila): string =>
  metodos.map(({ metodo, referencia }) => [METODO_PAGO_LABEL[metodo], referencia].filter(Boolean).join(' ')).join(', ') || 'Cruce'

const columnsOf = (sentido: SentidoCartera): readonly Column<PagoFila>[] => [
  { id: 'numero', header: 'Número', sort: 'numero', cell: (row) => row.numero, href: pagoPath, whole: true },
  { id: 'tercero_nombre', header: PALABRAS[sentido].tercero, sort: 'tercero_nombre', cell: (row) => row.tercero_nombre, card: 'title' },
  { id: 'fecha', header: 'Fecha', sort: 'fecha', cell: (row) => fechaText(row.fecha), whole: true },
  { id: 'metodos', header: 'Forma de pago', cell: metodosText },
  {
    id: 'estado',
    header: 'Estado',
    cell: (row) => <EstadoPago {...row} />,
  },
  { id: 'total', header: 'Total', sort: 'total', cell: (row) => displayMonto(row.total), align: 'end' },
]

const SHAPE = { sorts: ORDENES_PAGO, filters: { persona_id: isUuid, desde: isFecha, hasta: isFecha } }

/** Collections or payments, each with its receipt. */
function PagoListPage({ sentido }: { sentido: SentidoCartera }) {
  const layout = usePreferencia('pago')
  const own = useListing(SHAPE, layout)
  const listing = { ...own, query: { ...own.query, sentido } }
  const answer = useQuery({ ...pagosQuery(listing.query), enabled: layout.isReady })
  const columns = columnsOf(sentido)
  const navigate = useNavigate()
  const origin = useOrigin()
  const [reversing, setReversing] = useState<PagoFila>()
  const [mailing, setMailing] = useState<PagoFila>()
  const { openHistorial, dialogo } = useHistorial()
  const { titulo, path, pagos, tercero } = PALABRAS[sentido]
  return (
    <>
      <PageHeader title={pagos} count={answer.data && totalText(answer.data)}>
        <ExportButton
          onExport={(formato) => exportList({ call: exportPago, nombre: pagos.toLowerCase(), columns, layout, listing }, formato)}
        />
        <ColumnsButton columns={columns} layout={layout} />
        {sentido === 'COBRAR' && (
          <LinkButton to="/comprobante/caja" variant="default">
            Cajas
          </LinkButton>
        )}
        <LinkButton to={path} variant="default">
          {titulo}
        </LinkButton>
      </PageHeader>
      <ListTools listing={listing}>
        <ListSearch listing={listing} label="Buscar" placeholder={`${tercero}, RUC o número`} />
        <ListFecha listing={listing} name="desde" label="Desde" />
        <ListFecha listing={listing} name="hasta" label="Hasta" />
      </ListTools>
      <DataTable
        label={pagos}
        columns={columns}
        layout={layout}
        listing={listing}
        answer={answer}
        rowId={({ id }) => id}
        rowName={({ numero }) => numero}
        actions={(row) => [
          { label: 'Ver', onSelect: () => void navigate(pagoPath(row), { state: origin }) },
          { label: 'Recibo', onSelect: () => void downloadRecibo(row) },
          { label: 'Imprimir ticket', onSelect: () => void printRecibo(row) },
          ...(row.estado === 'REGISTRADO' && hasRight('pago:registrar')
            ? [{ label: 'Enviar por correo', onSelect: () => setMailing(row) }]
            : []),
          ...(openHistorial ? [{ label: 'Historial', onSelect: () => openHistorial({ id: row.id, nombre: row.numero }) }] : []),
          ...(row.estado === 'REGISTRADO' && hasRight('pago:reversar')
            ? [{ label: 'Reversar', danger: true, onSelect: () => setReversing(row) }]
            : []),
        ]}
        firstUse={<p>{`Registre un ${PALABRAS[sentido].pago} desde «${titulo}».`}</p>}
      />
      {dialogo}
      {mailing && <EnviarReciboDialog pago={mailing} onClose={() => setMailing(undefined)} />}
      {reversing && <ReversarPago pago={reversing} onClose={() => setReversing(undefined)} />}
    </>
  )
}

/** `/comprobante/cobros`. */
export const CobrosPage = () => <PagoListPage sentido="COBRAR" />
/** `/comprobante/pagos`. */
export const PagosPage = () => (
  <DeLado sentido="PAGAR">
    <PagoListPage sentido="PAGAR" />
  </DeLado>
)
