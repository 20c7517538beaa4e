import { type Caja, type DineroCaja } from '@yupana/contract'
import { contadoOf, displayMonto, isUuid, MEDIO_CAJA_LABEL, MEDIOS_CAJA, nombreComprobante, piezaText, subtract } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate, useNavigate } from 'react-router'

import { AmountList } from '../../components/amount-list.tsx'
import { Button } from '../../components/button.tsx'
import type { Column } from '../../components/data-table/column.ts'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { ListFilter, ListTools } from '../../components/data-table/list-tools.tsx'
import { useListing, type ListingControl } from '../../components/data-table/use-listing.ts'
import { LinkButton } from '../../components/link-button.tsx'
import { LoadFailure } from '../../components/load-failure.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useHistorial } from '../../domain/auditoria/historial-dialog.tsx'
import { momentoText } from '../../lib/formato/format.ts'
import { cajaQuery, dineroQuery, downloadArqueo } from './caja.queries.ts'
import { CAJAS_PATH, EstadoCaja } from './caja-words.tsx'
import classes from './caja.module.css'
import { CerrarDialog } from './cerrar-dialog.tsx'
import { MovimientoDialog } from './movimiento-dialog.tsx'

const conceptoOf = ({ origen, tipo, numero, valor, devuelto }: DineroCaja): string => {
  if (origen === 'MOVIMIENTO') return valor < 0 ? 'Egreso' : 'Ingreso'
  const que = origen === 'DOCUMENTO' ? nombreComprobante(tipo ?? '') : numero?.startsWith('CP') ? 'Pago' : 'Cobro'
  return `${que} ${numero ?? ''}${devuelto ? ' · devuelto' : ''}`
}

const COLUMNS: readonly Column<DineroCaja>[] = [
  { id: 'en', header: 'Fecha', cell: ({ en }) => momentoText(en), whole: true },
  { id: 'concepto', header: 'Concepto', cell: conceptoOf, whole: true, card: 'title' },
  { id: 'detalle', header: 'Persona o motivo', cell: ({ detalle }) => detalle },
  { id: 'medio', header: 'Forma de pago', cell: ({ medio }) => MEDIO_CAJA_LABEL[medio] },
  { id: 'valor', header: 'Valor', cell: ({ valor }) => displayMonto(valor), align: 'end' },
]
const SHAPE = { sorts: [], filters: { caja: isUuid, medio: MEDIOS_CAJA } }

/** `/comprobante/arqueo`: a till with its money, its count and its actions; without a till, the list of them. */
export function ArqueoPage() {
  const listing = useListing(SHAPE)
  const { caja } = listing.state.filters
  return caja === undefined ? <Navigate to={CAJAS_PATH} replace /> : <UnaCaja id={caja} listing={listing} />
}

function UnaCaja({ id, listing }: { id: string; listing: ListingControl }) {
  const navigate = useNavigate()
  const { medio } = listing.state.filters
  const { data: caja, error, refetch } = useQuery(cajaQuery(id))
  const { page, size } = listing.state
  const answer = useQuery(dineroQuery(id, { page, size, ...(medio && { medio }) }))
  const [dialog, setDialog] = useState<'movimiento' | 'cerrar'>()
  const { openHistorial, dialogo } = useHistorial()
  // The till stays: only the means of payment filters its money.
  const dinero = { ...listing, isFiltered: medio !== undefined, clearFilters: () => listing.setFilter('medio', '') }
  if (error)
    return (
      <>
        <PageHeader title="Caja" />
        <LoadFailure reason="No se pudo abrir esta caja." onRetry={() => void refetch()} onBack={() => void navigate(CAJAS_PATH)} />
      </>
    )
  const close = () => setDialog(undefined)
  return (
    <>
      <PageHeader title={caja ? `Caja ${caja.numero}` : 'Caja'}>
        <LinkButton to={CAJAS_PATH} variant="default">
          Cajas
        </LinkButton>
        {caja && (
          <Button variant="default" onClick={() => void downloadArqueo(caja)}>
            {caja.cerrada_en === null ? 'Corte en PDF' : 'Arqueo en PDF'}
          </Button>
        )}
        {caja && openHistorial && (
          <Button variant="default" onClick={() => openHistorial({ id, nombre: `la caja ${caja.numero}` })}>
            Historial
          </Button>
        )}
        {caja?.puede && (
          <>
            <Button variant="default" onClick={() => setDialog('movimiento')}>
              Ingreso o egreso
            </Button>
            <Button onClick={() => setDialog('cerrar')}>Cerrar caja</Button>
          </>
        )}
      </PageHeader>
      {caja && <Arqueo caja={caja} />}
      <ListTools listing={dinero}>
        <ListFilter
          listing={listing}
          name="medio"
          label="Forma de pago"
          anyLabel="Todas"
          options={MEDIOS_CAJA.map((value) => ({ value, label: MEDIO_CAJA_LABEL[value] }))}
        />
      </ListTools>
      <DataTable
        label="Dinero de la caja"
        columns={COLUMNS}
        listing={dinero}
        answer={answer}
        rowId={({ id: row }) => row}
        rowName={conceptoOf}
        firstUse={<p>Aquí aparece lo que cobra mientras la caja está abierta: facturas de contado, cobros, ingresos y egresos.</p>}
      />
      {dialogo}
      {caja && dialog === 'movimiento' && <MovimientoDialog caja={caja} onClose={close} />}
      {caja && dialog === 'cerrar' && <CerrarDialog caja={caja} onClose={close} />}
    </>
  )
}

function Arqueo({ caja }: { caja: Caja }) {
  const { cajero, punto, abierta_en, cerrada_en, cerrada_por, nota, apertura, esperado, contado, medios, conteo } = caja
  const efectivo = medios.find(({ medio }) => medio === 'EFECTIVO')
  const datos = [
    ['Cajero', cajero ?? '—'],
    ...(punto === null ? [] : [['Punto de emisión', punto]]),
    ['Abierta', momentoText(abierta_en)],
    ...(cerrada_en === null ? [] : [['Cerrada', `${momentoText(cerrada_en)}${cerrada_por === null ? '' : ` por ${cerrada_por}`}`]]),
    ...(nota === null ? [] : [['Nota', nota]]),
  ]
  const cifras = [
    ['Apertura', apertura],
    ['Entradas en efectivo', efectivo?.entradas ?? 0],
    ['Salidas en efectivo', efectivo?.salidas ?? 0],
    ['Efectivo esperado', esperado],
    ...(contado === null ? [] : [['Contado', contado] as const]),
  ] as const
  return (
    <>
      <p className={classes.datos}>
        <EstadoCaja {...caja} />
        {datos.map(([nombre, valor]) => (
          <span key={nombre}>
            {nombre}: <strong>{valor}</strong>
          </span>
        ))}
      </p>
      <AmountList label="Efectivo" amounts={cifras} />
      <div className={classes.tablas}>
        {medios.length > 0 && (
          <Tabla
            titulo="Por forma de pago"
            cabeza={['Forma de pago', 'Entradas', 'Salidas', 'Total']}
            filas={medios.map(({ medio, entradas, salidas }) => [
              MEDIO_CAJA_LABEL[medio],
              displayMonto(entradas),
              displayMonto(salidas),
              displayMonto(subtract(entradas, salidas)),
            ])}
          />
        )}
        {conteo !== null && conteo.length > 0 && (
          <Tabla
            titulo="Conteo"
            cabeza={['Billete o moneda', 'Cantidad', 'Valor']}
            filas={conteo.map((pieza) => [piezaText(pieza), String(pieza.cantidad), displayMonto(contadoOf([pieza]))])}
          />
        )}
      </div>
    </>
  )
}

const Tabla = ({ titulo, cabeza, filas }: { titulo: string; cabeza: readonly string[]; filas: readonly (readonly string[])[] }) => (
  <table className={classes.tabla}>
    <caption>{titulo}</caption>
    <thead>
      <tr>
        {cabeza.map((nombre, at) => (
          <th key={nombre} scope="col" data-end={at > 0 || undefined}>
            {nombre}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {filas.map(([nombre, ...valores]) => (
        <tr key={nombre}>
          <th scope="row">{nombre}</th>
          {valores.map((valor, at) => (
            <td key={cabeza[at + 1]} data-end>
              {valor}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)
