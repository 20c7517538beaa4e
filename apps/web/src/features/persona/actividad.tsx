import {
  exportCompra,
  exportComprobante,
  exportCuenta,
  PAGE_SIZES,
  resumenCartera,
  searchCompra,
  searchComprobante,
  searchPago,
  type ComprobanteFila,
  type Endpoint,
  type Persona,
} from '@yupana/contract'
import { ANTIGUEDAD_LABEL, ANTIGUEDADES, COD_DOC, displayMonto, nombreComprobante, type Monto, type SentidoCartera } from '@yupana/fiscal'
import { queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { ExportButton } from '../../components/data-table/export-button.tsx'
import { FormLinks } from '../../components/form/form-parts.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { PartFailure } from '../../components/part-failure.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import type { Pestana } from '../../domain/auditoria/record-tabs.tsx'
import { ComprobanteChip } from '../../domain/comprobante/estado-chip.tsx'
import { exportQuery } from '../../domain/listado/export-list.ts'
import { fechaText } from '../../lib/formato/format.ts'
import { fetchData } from '../../lib/http/http.ts'
import { useOrigin } from '../../lib/pagina/use-leave.ts'
import { hasRight, hasScreen } from '../../lib/sesion/rights.ts'
import classes from './actividad.module.css'
import { documentosPath, estadoPath, pagoPath } from './persona-enlaces.ts'

const FILAS = 10
const { FACTURA } = COD_DOC

const documentosQuery = (persona: string, tipo?: string) =>
  queryOptions({
    queryKey: ['comprobante', 'persona', persona, tipo],
    queryFn: ({ signal }) =>
      fetchData(searchComprobante, {
        // Without a first day the list would begin four days ago.
        query: {
          persona_id: persona,
          page: 0,
          size: tipo === undefined ? FILAS : PAGE_SIZES[0],
          sort: 'fecha_emision,DESC',
          ...(tipo !== undefined && { tipo: FACTURA }),
        },
        signal,
      }),
  })
const comprasQuery = (persona: string) =>
  queryOptions({
    queryKey: ['compra', 'persona', persona],
    queryFn: ({ signal }) =>
      fetchData(searchCompra, { query: { persona_id: persona, page: 0, size: FILAS, sort: 'fecha_emision,DESC' }, signal }),
  })
const saldoQuery = (persona: string, sentido: SentidoCartera) =>
  queryOptions({
    queryKey: ['cartera', 'persona', persona, sentido],
    queryFn: ({ signal }) => fetchData(resumenCartera, { query: { sentido, persona_id: persona }, signal }),
  })

const pagosQuery = (persona: string, sentido: SentidoCartera) =>
  queryOptions({
    queryKey: ['cartera', 'persona', persona, sentido, 'pagos'],
    queryFn: ({ signal }) => fetchData(searchPago, { query: { sentido, persona_id: persona, page: 0, size: PAGE_SIZES[0] }, signal }),
  })

/** Purchases, sales and debts of a person, for users who may see documents. */
export const pestanasOf = (persona: Persona): Pestana[] =>
  hasScreen('/comprobante')
    ? [
        { seccion: 'documentos', label: 'Documentos', content: <Documentos persona={persona} /> },
        { seccion: 'saldo', label: 'Saldo', content: <Saldos persona={persona} /> },
      ]
    : []

/** The result of a query, or its failure with a way to retry. */
function Respuesta<T>({
  query: { data, isError, refetch },
  what,
  children,
}: {
  query: UseQueryResult<T>
  what: string
  children: (data: T) => ReactNode
}) {
  if (data !== undefined) return children(data)
  if (!isError) return <Skeleton label={`Cargando ${what}`} lines={['100%', '80%', '60%']} />
  return <PartFailure reason={`No se pudo cargar: ${what}.`} onRetry={refetch} />
}

function Documentos({ persona }: { persona: Persona }) {
  const documentos = useQuery(documentosQuery(persona.id))
  const ultima = useQuery(documentosQuery(persona.id, FACTURA))
  return (
    <>
      <section className={classes.card} aria-labelledby="persona-ultima">
        <h2 id="persona-ultima">Última compra</h2>
        <Respuesta query={ultima} what="la última compra">
          {({ content: [fila] }) => (fila ? <Ultima fila={fila} /> : <p className={classes.nota}>Aún no se le ha facturado.</p>)}
        </Respuesta>
      </section>
      <section className={classes.card} aria-labelledby="persona-documentos">
        <header>
          <h2 id="persona-documentos">Documentos</h2>
          <Link to={documentosPath(persona)}>Ver todos</Link>
          <Exportar call={exportComprobante} nombre="documentos" persona={persona} query={{ sort: 'fecha_emision,DESC' }} />
        </header>
        <Respuesta query={documentos} what="los documentos">
          {({ content }) => (
            <Lista
              empty="Ningún documento a su nombre."
              filas={content.map((fila) => ({
                ...fila,
                to: `/comprobante/${fila.id}`,
                fecha: fila.fecha_emision,
                chip: <ComprobanteChip fila={fila} />,
              }))}
            />
          )}
        </Respuesta>
      </section>
      {persona.roles.includes('proveedor') && hasScreen('/documento/compra') && <Compras persona={persona} />}
    </>
  )
}

function Ultima({ fila }: { fila: ComprobanteFila }) {
  const origin = useOrigin()
  return (
    <p>
      <Link to={`/comprobante/${fila.id}`} state={origin}>
        Factura {fila.numero}
      </Link>{' '}
      del {fechaText(fila.fecha_emision)} por <strong>{displayMonto(fila.total)}</strong>
    </p>
  )
}

function Compras({ persona }: { persona: Persona }) {
  const compras = useQuery(comprasQuery(persona.id))
  return (
    <section className={classes.card} aria-labelledby="persona-compras">
      <header>
        <h2 id="persona-compras">Comprado a este proveedor</h2>
        <Exportar call={exportCompra} nombre="compras" persona={persona} query={{ sort: 'fecha_emision,DESC' }} />
      </header>
      <Respuesta query={compras} what="las compras">
        {({ content }) => (
          <Lista
            empty="Ninguna compra registrada."
            filas={content.map((fila) => ({ ...fila, to: `/documento/compra/${fila.id}`, fecha: fila.fecha_emision, chip: null }))}
          />
        )}
      </Respuesta>
    </section>
  )
}

/** The last collections from, or payments to, this person; nothing without any. */
function Pagos({ persona, sentido }: { persona: Persona; sentido: SentidoCartera }) {
  const origin = useOrigin()
  const { data } = useQuery(pagosQuery(persona.id, sentido))
  if (!data || data.content.length === 0) return null
  return (
    <>
      <h3>{sentido === 'COBRAR' ? 'Últimos cobros' : 'Últimos pagos'}</h3>
      <ul className={classes.lista}>
        {data.content.map(({ id, numero, fecha, estado, total }) => (
          <li key={id}>
            <span>
              <Link to={pagoPath(id, sentido)} state={origin}>
                {numero}
              </Link>
              <span className={classes.nota}>{`${fechaText(fecha)}${estado === 'REVERSADO' ? ' · reversado' : ''}`}</span>
            </span>
            <strong>{displayMonto(total)}</strong>
          </li>
        ))}
      </ul>
    </>
  )
}

interface FilaDocumento {
  id: string
  to: string
  tipo: string
  numero: string
  fecha: string
  total: Monto
  chip: ReactNode
}

function Lista({ filas, empty }: { filas: readonly FilaDocumento[]; empty: string }) {
  const origin = useOrigin()
  if (filas.length === 0) return <p className={classes.nota}>{empty}</p>
  return (
    <ul className={classes.lista}>
      {filas.map(({ id, to, tipo, numero, fecha, total, chip }) => (
        <li key={id}>
          <span>
            <Link to={to} state={origin}>
              {nombreComprobante(tipo)} {numero}
            </Link>
            <span className={classes.nota}>{fechaText(fecha)}</span>
          </span>
          {chip}
          <strong>{displayMonto(total)}</strong>
        </li>
      ))}
    </ul>
  )
}

interface ExportarProps {
  call: Endpoint
  nombre: string
  persona: Persona
  query: Record<string, string>
}

/** Exports all rows of this person; the tab shows only the last ones. */
const Exportar = ({ call, nombre, persona: { id, identificacion }, query }: ExportarProps) => (
  <ExportButton
    onExport={(formato) => exportQuery({ call, nombre: `${nombre}-${identificacion}`, query: { ...query, persona_id: id } }, formato)}
  />
)

const SENTIDOS = [
  { sentido: 'COBRAR', titulo: 'Le debe a la empresa' },
  { sentido: 'PAGAR', titulo: 'La empresa le debe' },
] as const

function Saldos({ persona }: { persona: Persona }) {
  const isAcreedor = persona.roles.includes('proveedor') && hasRight('cartera:ver_pagar')
  return SENTIDOS.filter(({ sentido }) => sentido === 'COBRAR' || isAcreedor).map((one) => (
    <Saldo key={one.sentido} persona={persona} {...one} />
  ))
}

function Saldo({ persona, sentido, titulo }: { persona: Persona; sentido: SentidoCartera; titulo: string }) {
  const saldo = useQuery(saldoQuery(persona.id, sentido))
  const id = `persona-saldo-${sentido.toLowerCase()}`
  return (
    <section className={classes.card} aria-labelledby={id}>
      <h2 id={id}>{titulo}</h2>
      <Respuesta query={saldo} what="el saldo">
        {(resumen) => (
          <dl className={classes.edades}>
            {[
              ['Total', resumen.total] as const,
              ...ANTIGUEDADES.map((edad) => [ANTIGUEDAD_LABEL[edad], resumen[edad]] as const),
              ['A favor', resumen.favor] as const,
            ].map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{displayMonto(value)}</dd>
              </div>
            ))}
          </dl>
        )}
      </Respuesta>
      <Pagos persona={persona} sentido={sentido} />
      <FormLinks>
        <LinkButton to={estadoPath(persona, sentido)} variant="default">
          Estado de cuenta
        </LinkButton>
        <Exportar call={exportCuenta} nombre="cuentas" persona={persona} query={{ sentido, estado: 'TODAS' }} />
      </FormLinks>
    </section>
  )
}
