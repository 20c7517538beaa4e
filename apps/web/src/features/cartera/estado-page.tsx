import type { AsientoFila, Persona, SaldosEstado } from '@yupana/contract'
import { conceptoAsientoText, displayMonto, isFecha, isUuid, negate, SENTIDOS_CARTERA, type SentidoCartera } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'

import { Alert } from '../../components/alert.tsx'
import { AmountList } from '../../components/amount-list.tsx'
import { Button } from '../../components/button.tsx'
import type { Column } from '../../components/data-table/column.ts'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { ExportButton } from '../../components/data-table/export-button.tsx'
import { ListTabs } from '../../components/data-table/list-tabs.tsx'
import { ListFecha, ListTools } from '../../components/data-table/list-tools.tsx'
import { useListing, type ListingControl } from '../../components/data-table/use-listing.ts'
import { LinkButton } from '../../components/link-button.tsx'
import { LoadFailure } from '../../components/load-failure.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { PersonaPicker } from '../../domain/persona-picker/persona-picker.tsx'
import { HttpError } from '../../lib/http/http-error.ts'
import { fechaText } from '../../lib/formato/format.ts'
import { useOrigin } from '../../lib/pagina/use-leave.ts'
import { hasRight } from '../../lib/sesion/rights.ts'
import { downloadEstado, estadoQuery, exportEstado, terceroQuery } from './cartera.queries.ts'
import classes from './cartera.module.css'
import { cuentaText, estadoPath, pagoPath, PALABRAS } from './cartera-words.ts'
import { Edades } from './edades.tsx'
import { EnviarEstadoDialog } from './enviar-estado-dialog.tsx'
import { PagoDialog } from './pago-dialog.tsx'
import { Recordatorios } from './recordatorios.tsx'
import { RecordarDialog } from './recordar-dialog.tsx'
import { SaldoDialog } from './saldo-dialog.tsx'
import { DeLado, seesLado } from './solo-pagar.tsx'

const columnsOf = (sentido: SentidoCartera): readonly Column<AsientoFila>[] => [
  { id: 'fecha', header: 'Fecha', cell: (row) => fechaText(row.fecha), whole: true },
  { id: 'concepto', header: 'Concepto', cell: (row) => conceptoAsientoText(row.concepto, sentido), card: 'title' },
  { id: 'documento', header: 'Documento', cell: (row) => cuentaText({ ...row, cuota: 1, cuotas: 1 }) },
  { id: 'referencia', header: 'Referencia', cell: (row) => <Referencia row={row} sentido={sentido} />, whole: true },
  { id: 'cargo', header: 'Cargo', cell: ({ valor }) => (valor > 0 ? displayMonto(valor) : '—'), align: 'end' },
  { id: 'abono', header: 'Abono', cell: ({ valor }) => (valor < 0 ? displayMonto(negate(valor)) : '—'), align: 'end' },
  { id: 'saldo', header: 'Saldo', cell: (row) => displayMonto(row.saldo), align: 'end' },
]

/** Source of an entry; a payment is a link. */
function Referencia({ row: { referencia, numero, pago_id: id }, sentido }: { row: AsientoFila; sentido: SentidoCartera }) {
  const origin = useOrigin()
  if (id === null) return referencia === numero ? '—' : referencia
  return (
    <Link to={pagoPath({ id, sentido })} state={origin}>
      {referencia}
    </Link>
  )
}

const SHAPE = { sorts: [], filters: { persona: isUuid, sentido: SENTIDOS_CARTERA, desde: isFecha, hasta: isFecha } }
const TABS = [
  { value: 'COBRAR', label: 'Por cobrar' },
  { value: 'PAGAR', label: 'Por pagar' },
]

/** `/comprobante/estado-cuenta`: all entries between the company and a person, newest first. */
export function EstadoPage() {
  const { persona, sentido } = useListing(SHAPE).state.filters
  const lado: SentidoCartera = sentido === 'PAGAR' ? 'PAGAR' : 'COBRAR'
  return <DeLado sentido={lado}>{persona === undefined ? <Elegir sentido={lado} /> : <Estado persona={persona} sentido={lado} />}</DeLado>
}

/** Without a person in the address: asks for one first. */
function Elegir({ sentido, reason }: { sentido: SentidoCartera; reason?: string }) {
  const navigate = useNavigate()
  const { titulo, path, rol } = PALABRAS[sentido]
  return (
    <>
      <PageHeader title="Estado de cuenta">
        <LinkButton to={path} variant="default">
          {titulo}
        </LinkButton>
      </PageHeader>
      {reason && <Alert title={reason} />}
      <div className={classes.elegir}>
        <PersonaPicker
          value={null}
          rol={rol}
          label={PALABRAS[sentido].tercero}
          withConsumidorFinal={false}
          onChoose={(persona) => persona && void navigate(estadoPath(persona.id, sentido), { replace: true })}
          onCreate={() => void navigate('/persona/registro')}
        />
      </div>
    </>
  )
}

/** Links to the other side of the same person, for users who may read both. */
const Lados = ({ listing, sentido }: { listing: ListingControl; sentido: SentidoCartera }) =>
  seesLado('PAGAR') && (
    <ListTabs
      listing={{ ...listing, state: { ...listing.state, filters: { ...listing.state.filters, sentido } } }}
      name="sentido"
      label="Cuentas"
      tabs={TABS}
    />
  )

function Estado({ persona, sentido }: { persona: string; sentido: SentidoCartera }) {
  const navigate = useNavigate()
  const listing = useListing(SHAPE)
  const { desde, hasta } = listing.state.filters
  const { data: tercero, error, refetch } = useQuery(terceroQuery(persona))
  const de = { persona_id: persona, sentido, ...(desde && { desde }), ...(hasta && { hasta }) }
  const answer = useQuery({ ...estadoQuery({ ...de, page: listing.state.page, size: listing.state.size }), enabled: tercero !== undefined })
  const [dialog, setDialog] = useState<Dialogo>()
  const { titulo, path, registrar } = PALABRAS[sentido]
  if (error instanceof HttpError && error.status === 404)
    return <Elegir sentido={sentido} reason={`Este ${PALABRAS[sentido].rol} no existe o fue eliminado. Elija otro.`} />
  // Person and side belong to the screen: only the days are a filter.
  const dias = {
    ...listing,
    isFiltered: desde !== undefined || hasta !== undefined,
    clearFilters: () => listing.setFilters({ desde: '', hasta: '' }),
  }
  return (
    <>
      <PageHeader title={tercero ? `Estado de cuenta: ${tercero.razon_social}` : 'Estado de cuenta'}>
        <LinkButton to={path} variant="default">
          {titulo}
        </LinkButton>
        {tercero && (
          <>
            <ExportButton onExport={(formato) => exportEstado(de, formato)} />
            <Button variant="default" onClick={() => void downloadEstado(de)}>
              PDF
            </Button>
            {hasRight('pago:registrar') && (
              <>
                <Button variant="default" onClick={() => setDialog('enviar')}>
                  Enviar estado
                </Button>
                {sentido === 'COBRAR' && (
                  <Button variant="default" onClick={() => setDialog('recordar')}>
                    Recordar por correo
                  </Button>
                )}
                <Button variant="default" onClick={() => setDialog('saldo')}>
                  Saldo inicial
                </Button>
                <Button onClick={() => setDialog('pago')}>{registrar}</Button>
              </>
            )}
          </>
        )}
      </PageHeader>
      {error ? (
        <LoadFailure reason="No se pudo abrir este estado de cuenta." onRetry={() => void refetch()} onBack={() => void navigate(path)} />
      ) : (
        <>
          {tercero && <Edades sentido={sentido} persona={persona} />}
          <Lados listing={listing} sentido={sentido} />
          <ListTools listing={dias}>
            <ListFecha listing={listing} name="desde" label="Desde" />
            <ListFecha listing={listing} name="hasta" label="Hasta" />
          </ListTools>
          {dias.isFiltered && <Periodo desde={desde} hasta={hasta} saldos={answer.data?.saldos} />}
          <DataTable
            label="Movimientos de la cuenta"
            columns={columnsOf(sentido)}
            listing={dias}
            answer={answer}
            rowId={({ id }) => id}
            rowName={(row) => `${conceptoAsientoText(row.concepto, sentido)} del ${fechaText(row.fecha)}`}
            firstUse={<p>Esta persona no tiene movimientos a crédito.</p>}
          />
          {tercero && <Recordatorios persona={tercero.id} sentido={sentido} />}
        </>
      )}
      {tercero && dialog && <Abierto dialog={dialog} tercero={tercero} de={de} onClose={() => setDialog(undefined)} />}
    </>
  )
}

type Dialogo = 'pago' | 'saldo' | 'recordar' | 'enviar'

interface AbiertoProps {
  dialog: Dialogo
  tercero: Persona
  de: Parameters<typeof downloadEstado>[0]
  onClose: () => void
}

function Abierto({ dialog, tercero, de, onClose }: AbiertoProps) {
  const cuenta = { sentido: de.sentido, persona: tercero.id, nombre: tercero.razon_social, onClose }
  switch (dialog) {
    case 'enviar':
      return <EnviarEstadoDialog persona={tercero} de={de} onClose={onClose} />
    case 'recordar':
      return <RecordarDialog persona={tercero} onClose={onClose} />
    case 'pago':
      return <PagoDialog {...cuenta} />
    case 'saldo':
      return <SaldoDialog {...cuenta} />
  }
}

/** Opening balance, movements and closing balance of the shown days. */
const Periodo = ({
  desde,
  hasta,
  saldos,
}: {
  desde?: string | undefined
  hasta?: string | undefined
  saldos?: SaldosEstado | null | undefined
}) => (
  <AmountList
    label="Saldos del período"
    amounts={[
      ...(desde ? [[`Saldo anterior al ${fechaText(desde)}`, saldos?.inicial] as const] : []),
      ['Cargos', saldos?.cargos],
      ['Abonos', saldos?.abonos],
      [hasta ? `Saldo al ${fechaText(hasta)}` : 'Saldo final', saldos?.final],
    ]}
  />
)
