import { exportCuenta, ORDENES_CUENTA, type Cuenta, type FormatoExportacion } from '@yupana/contract'
import { ANTIGUEDAD_LABEL, ANTIGUEDADES, displayMonto, isUuid, type SentidoCartera } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'

import { Chip } from '../../components/chip.tsx'
import type { Column } from '../../components/data-table/column.ts'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { ExportButton } from '../../components/data-table/export-button.tsx'
import { ListFilter, ListSearch, ListTools } from '../../components/data-table/list-tools.tsx'
import { totalText } from '../../components/data-table/table-pager.tsx'
import { useListing } from '../../components/data-table/use-listing.ts'
import { Button } from '../../components/button.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { loadedPart } from '../../components/loaded-part.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { fechaText, today } from '../../lib/formato/format.ts'
import { untilRefused } from '../../lib/http/http-error.ts'
import { fetchFile } from '../../lib/http/http.ts'
import { saveFile } from '../../lib/http/save-file.ts'
import { useOrigin } from '../../lib/pagina/use-leave.ts'
import { hasRight } from '../../lib/sesion/rights.ts'
import { cuentasQuery, takeBackSaldo } from './cartera.queries.ts'
import { cuentaText, estadoPath, isClave, PALABRAS } from './cartera-words.ts'
import { CuentaTabs } from './cuenta-tabs.tsx'
import { Edades } from './edades.tsx'
import { PagoDialog } from './pago-dialog.tsx'
import { ReversarDialog } from './reversar-dialog.tsx'
import { DeLado, seesLado } from './solo-pagar.tsx'

const RecordatorioDialog = loadedPart(async () => (await import('./recordatorio-dialog.tsx')).RecordatorioDialog)

const documentoPath = ({ origen, origen_id: id }: Cuenta): string | undefined =>
  origen === 'DOCUMENTO' ? `/comprobante/${id}` : origen === 'COMPRA' ? `/documento/compra/${id}` : undefined

const vencida = ({ saldo, dias }: Cuenta) =>
  saldo < 0 ? (
    <Chip tone="info">A favor</Chip>
  ) : saldo === 0 ? (
    <Chip tone="success">Pagada</Chip>
  ) : dias > 0 ? (
    <Chip tone="danger">{dias === 1 ? '1 día vencida' : `${dias} días vencida`}</Chip>
  ) : (
    <Chip tone="neutral">Por vencer</Chip>
  )

const columnsOf = (sentido: SentidoCartera): readonly Column<Cuenta>[] => [
  {
    id: 'tercero',
    header: PALABRAS[sentido].tercero,
    sort: 'tercero_nombre',
    cell: (row) => row.tercero_nombre,
    card: 'title',
  },
  { id: 'documento', header: 'Documento', sort: 'numero', cell: cuentaText },
  { id: 'fecha', header: 'Fecha', sort: 'fecha', cell: (row) => fechaText(row.fecha), whole: true },
  { id: 'vence', header: 'Vence', sort: 'vence', cell: (row) => fechaText(row.vence), whole: true },
  { id: 'estado', header: 'Estado', cell: vencida },
  { id: 'valor', header: 'Valor', cell: (row) => displayMonto(row.valor), align: 'end' },
  { id: 'saldo', header: 'Saldo', sort: 'saldo', cell: (row) => displayMonto(row.saldo), align: 'end' },
]

const SHAPE = {
  sorts: ORDENES_CUENTA,
  filters: { estado: ['VENCIDA', 'FAVOR', 'TODAS'], antiguedad: ANTIGUEDADES, persona_id: isUuid, tercero_clave: isClave },
}
const EDADES = ANTIGUEDADES.map((value) => ({ value, label: ANTIGUEDAD_LABEL[value] }))

/** Opens the settings of automatic reminders. */
function RecordatoriosButton() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Recordatorios
      </Button>
      {isOpen && <RecordatorioDialog onClose={() => setOpen(false)} />}
    </>
  )
}

const exportCuentas = ({ page: _page, size: _size, ...filters }: Record<string, string | number>, formato: FormatoExportacion) =>
  untilRefused(fetchFile(exportCuenta, { query: { ...filters, formato } }).then((file) => saveFile(file, `cartera-${today()}.${formato}`)))

const ReversarSaldo = ({ saldo: { id, numero }, onClose }: { saldo: Cuenta; onClose: () => void }) => (
  <ReversarDialog
    numero={numero}
    efecto="Este saldo inicial queda sin efecto. Consta en el estado de cuenta con su reverso."
    onReversar={(motivo) => takeBackSaldo(id, motivo)}
    onClose={onClose}
  />
)

/** Debts by age, one row for each due date. */
function CuentaListPage({ sentido }: { sentido: SentidoCartera }) {
  const navigate = useNavigate()
  const origin = useOrigin()
  const listing = useListing(SHAPE)
  const query = { ...listing.query, sentido }
  const answer = useQuery(cuentasQuery(query))
  const [paying, setPaying] = useState<Cuenta>()
  const [reversing, setReversing] = useState<Cuenta>()
  const { titulo, pagos, pagosPath, registrar, tercero } = PALABRAS[sentido]
  const quien = answer.data?.content[0]?.tercero_nombre ?? `Un ${tercero.toLowerCase()}`
  const otro = PALABRAS[sentido === 'COBRAR' ? 'PAGAR' : 'COBRAR']
  const actionsOf = (row: Cuenta) => {
    const documento = documentoPath(row)
    const persona = row.persona_id
    return [
      ...(hasRight('pago:registrar') && row.saldo !== 0
        ? [{ label: row.saldo > 0 ? registrar : 'Usar o devolver', onSelect: () => setPaying(row) }]
        : []),
      ...(persona === null
        ? []
        : [{ label: 'Estado de cuenta', onSelect: () => void navigate(estadoPath(persona, sentido), { state: origin }) }]),
      ...(row.origen === 'SALDO_INICIAL' && row.saldo === row.valor && hasRight('pago:reversar')
        ? [{ label: 'Reversar', danger: true, onSelect: () => setReversing(row) }]
        : []),
      ...(documento === undefined ? [] : [{ label: 'Ver documento', onSelect: () => void navigate(documento, { state: origin }) }]),
    ]
  }
  return (
    <>
      <PageHeader title={titulo} count={answer.data && totalText(answer.data)}>
        <ExportButton onExport={(formato) => exportCuentas(query as Record<string, string | number>, formato)} />
        {sentido === 'COBRAR' && hasRight('pago:registrar') && <RecordatoriosButton />}
        {seesLado('PAGAR') && (
          <LinkButton to={otro.path} variant="default">
            {otro.titulo}
          </LinkButton>
        )}
        <LinkButton to={pagosPath} variant="default">
          {pagos}
        </LinkButton>
      </PageHeader>
      <Edades sentido={sentido} />
      <CuentaTabs listing={listing} sentido={sentido} porPersona={false} />
      <ListTools listing={listing} pills={[{ name: 'tercero_clave', text: () => quien }]}>
        <ListSearch listing={listing} label="Buscar" placeholder={`${tercero}, RUC o número`} />
        <ListFilter listing={listing} name="antiguedad" label="Antigüedad" anyLabel="Todas" options={EDADES} />
      </ListTools>
      <DataTable
        label={titulo}
        columns={columnsOf(sentido)}
        listing={listing}
        answer={answer}
        rowId={({ id }) => id}
        rowName={cuentaText}
        actions={actionsOf}
        firstUse={
          <p>
            {sentido === 'COBRAR'
              ? 'Nadie le debe: las ventas a crédito aparecen aquí al emitirlas, con su plazo.'
              : 'No debe nada: las compras con fecha de vencimiento aparecen aquí al registrarlas.'}
          </p>
        }
      />
      {reversing && <ReversarSaldo saldo={reversing} onClose={() => setReversing(undefined)} />}
      {paying && (
        <PagoDialog
          sentido={sentido}
          persona={paying.persona_id ?? undefined}
          nombre={paying.tercero_nombre}
          cuenta={paying}
          onClose={() => setPaying(undefined)}
        />
      )}
    </>
  )
}

/** `/comprobante/cobrar`. */
export const CobrarPage = () => <CuentaListPage sentido="COBRAR" />
/** `/comprobante/pagar`. */
export const PagarPage = () => (
  <DeLado sentido="PAGAR">
    <CuentaListPage sentido="PAGAR" />
  </DeLado>
)
