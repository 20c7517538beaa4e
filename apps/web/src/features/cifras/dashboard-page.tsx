import { SIN_CLAVE, type Cifras, type Corte, type CorteReporte, type Margen, type Parte, type Reporte } from '@yupana/contract'
import { addDays, addMonths, displayMonto, PERIODO_REPORTE, subtract, TIPO_MOVIMIENTO, type Monto, type Rango } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'

import { LoadFailure } from '../../components/load-failure.tsx'
import { NativeSelect } from '../../components/native-select.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { Barras, type Barra } from '../../domain/cifras/barras.tsx'
import { CifraCard } from '../../domain/cifras/cifra-card.tsx'
import classes from '../../domain/cifras/cifras.module.css'
import { mesOf } from '../../components/calendar/month-names.ts'
import { fechaText } from '../../lib/formato/format.ts'
import { useLeave } from '../../lib/pagina/use-leave.ts'
import { cifrasQuery } from './cifras.queries.ts'
import { PeriodoBarra, useEleccion, type Eleccion } from './periodo-barra.tsx'

/** Address of the documents behind a figure, with the same totals. */
const documentosOf = ({ desde, hasta }: Rango, tipo: number, reporte: Reporte = tipo === TIPO_MOVIMIENTO.VENTAS ? 'ventas' : 'compras') =>
  `/dashboard/documentos?${new URLSearchParams({ reporte, desde, hasta }).toString()}`
/** Address of the documents behind one bar. */
const parteOf = (rango: Rango, tipo: number, corte: CorteReporte, clave: string) =>
  `${documentosOf(rango, tipo)}&${new URLSearchParams({ corte, clave: clave === '' ? SIN_CLAVE : clave }).toString()}`

/** Name of a bar, and its days. */
function barraOf({ periodo, tipo }: Eleccion, rango: Rango, { clave, documentos, total }: Parte): Barra {
  const named = (corto: string, nombre: string, of: Rango) => ({ clave, documentos, total, corto, nombre, to: documentosOf(of, tipo) })
  if (periodo === PERIODO_REPORTE.DIARIO) return { ...named(clave, `${clave}:00`, rango), to: parteOf(rango, tipo, 'hora', clave) }
  if (periodo === PERIODO_REPORTE.ANUAL) {
    const mes = mesOf(clave)
    return named(mes.slice(0, 3), mes, { desde: clave, hasta: addDays(addMonths(clave, 1), -1) })
  }
  return named(clave.slice(8), fechaText(clave), { desde: clave, hasta: clave })
}

const CORTES: Readonly<Record<Corte, string>> = {
  establecimiento: 'Por establecimiento',
  vendedor: 'Por vendedor',
  cliente: 'Por cliente',
  categoria: 'Por categoría, sin impuestos',
  proveedor: 'Por proveedor',
  sustento: 'Por sustento tributario',
  forma_pago: 'Por forma de pago',
}

/** `/dashboard`: the figures of a period, each with a link to its documents. */
export function DashboardPage() {
  const [eleccion, change] = useEleccion()
  const leave = useLeave('/')
  const { data, error, refetch } = useQuery(cifrasQuery(eleccion))
  return (
    <>
      <PageHeader title="Dashboard" />
      <div className={classes.page}>
        <PeriodoBarra eleccion={eleccion} onChange={change}>
          <NativeSelect
            label="Ver"
            value={String(eleccion.tipo)}
            data={[
              { value: String(TIPO_MOVIMIENTO.VENTAS), label: 'Ventas' },
              { value: String(TIPO_MOVIMIENTO.GASTOS), label: 'Gastos' },
            ]}
            onChange={({ currentTarget: { value } }) => change({ tipo: value })}
          />
        </PeriodoBarra>
        {data ? (
          <Contenido data={data} eleccion={eleccion} />
        ) : error ? (
          <LoadFailure reason="No se pudieron leer las cifras." onRetry={() => void refetch()} onBack={leave} />
        ) : (
          <Skeleton label="Cargando las cifras" lines={['100%', '100%', '80%', '60%']} />
        )}
      </div>
    </>
  )
}

const comparedOf = ({ venta, costo }: Margen) => subtract(venta, costo)

function Contenido({ data, eleccion }: { data: Cifras; eleccion: Eleccion }) {
  const { rango, actual, anterior, serie, cortes, saldo, margen } = data
  const { periodo, tipo } = eleccion
  const isVenta = tipo === TIPO_MOVIMIENTO.VENTAS
  const common = { rango: anterior.rango, to: documentosOf(rango, tipo), lessIsBetter: !isVenta }
  const before = anterior.cifra
  return (
    <>
      <p className={classes.quiet}>
        {isVenta
          ? 'Facturas y notas de débito, menos notas de crédito: autorizadas o en espera. Las rechazadas y anuladas no cuentan.'
          : 'Compras por su fecha de registro, menos notas de crédito de proveedores, y liquidaciones de compra. Las anuladas no cuentan.'}
      </p>
      <EnEspera to={parteOf(rango, tipo, 'espera', 'SI')} enEspera={data.en_espera} />
      <div className={classes.cifras}>
        <CifraCard
          {...common}
          label={isVenta ? 'Ventas sin impuestos' : 'Gastos sin impuestos'}
          text={displayMonto}
          now={actual.neto}
          before={before.neto}
        />
        <CifraCard {...common} label="IVA" text={displayMonto} now={actual.iva} before={before.iva} />
        <CifraCard {...common} label="Total" text={displayMonto} now={actual.total} before={before.total} />
        <CifraCard {...common} label="Documentos" text={String} now={actual.documentos} before={before.documentos} />
        {margen && (
          <CifraCard
            {...common}
            to={documentosOf(rango, tipo, 'ventas_margen')}
            label="Margen de lo que salió de bodega"
            text={displayMonto}
            now={comparedOf(margen.actual)}
            before={comparedOf(margen.anterior)}
          />
        )}
        {saldo !== null && <SaldoCard isVenta={isVenta} saldo={saldo} />}
      </div>
      <section className={classes.card} aria-labelledby="cifras-serie">
        <h2 id="cifras-serie">{isVenta ? 'Ventas en el tiempo' : 'Gastos en el tiempo'}</h2>
        <Barras
          barras={serie.map((parte) => barraOf(eleccion, rango, parte))}
          label={isVenta ? 'Ventas en el tiempo' : 'Gastos en el tiempo'}
          que={periodo === PERIODO_REPORTE.DIARIO ? 'Hora' : periodo === PERIODO_REPORTE.ANUAL ? 'Mes' : 'Día'}
        />
      </section>
      <div className={classes.cortes}>
        {cortes.map(({ corte, partes }) => (
          <CorteCard key={corte} title={CORTES[corte]} partes={partes} toOf={(clave) => parteOf(rango, tipo, corte, clave)} />
        ))}
      </div>
    </>
  )
}

/** Why a declaration of the same days has less. */
function EnEspera({ to, enEspera: { documentos, total } }: { to: string; enEspera: Cifras['en_espera'] }) {
  if (documentos === 0) return null
  const cuales = documentos === 1 ? 'un comprobante que espera' : `${documentos} comprobantes que esperan`
  return (
    <p className={classes.quiet}>
      Incluye {cuales} la autorización del SRI, por {displayMonto(total)}: la declaración no {documentos === 1 ? 'lo' : 'los'} cuenta hasta
      entonces. <Link to={to}>Ver lo que espera</Link>
    </p>
  )
}

/** Debts as of today, independent of the period. */
const SaldoCard = ({ isVenta, saldo }: { isVenta: boolean; saldo: Monto }) => (
  <Link to={isVenta ? '/comprobante/cobrar' : '/comprobante/pagar'} className={classes.cifra}>
    <span className={classes.label}>{isVenta ? 'Por cobrar hoy' : 'Por pagar hoy'}</span>
    <strong className={classes.value}>{displayMonto(saldo)}</strong>
  </Link>
)

interface CorteCardProps {
  title: string
  partes: readonly Parte[]
  toOf: (clave: string) => string
}

/** The ten largest parts of a cut: a table whose rows are also bars. */
function CorteCard({ title, partes, toOf }: CorteCardProps) {
  const top = Math.max(...partes.map(({ total }) => total), 1)
  return (
    <section className={classes.card} aria-label={title}>
      <h2>{title}</h2>
      {partes.length === 0 ? (
        <p className={classes.quiet}>Nada en este período.</p>
      ) : (
        <table className={classes.corte}>
          <thead>
            <tr>
              <th scope="col">Nombre</th>
              <th scope="col" data-end>
                Documentos
              </th>
              <th scope="col" data-end>
                Total
              </th>
            </tr>
          </thead>
          <tbody>
            {partes.map(({ clave, nombre, documentos, total }) => (
              <tr key={clave}>
                <th scope="row">
                  <Link to={toOf(clave)}>{nombre}</Link>
                  <span className={classes.parte} style={{ inlineSize: `${Math.max(Math.round((total * 100) / top), 0)}%` }} />
                </th>
                <td data-end>{documentos}</td>
                <td data-end>{displayMonto(total)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
