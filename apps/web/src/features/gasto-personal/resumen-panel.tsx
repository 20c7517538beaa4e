import type { RentaDeGastos, ResumenGastos } from '@yupana/contract'
import { displayMonto, displayPorcentaje, negate, sizeOf, subtract, type Monto } from '@yupana/fiscal'
import { Link } from 'react-router'

import { Alert } from '../../components/alert.tsx'
import cifras from '../../domain/cifras/cifras.module.css'
import classes from './gasto.module.css'

/** Expenses of a year against the ceiling, their effect on the tax, and unconfirmed facts. */
export function ResumenPanel({ resumen }: { resumen: ResumenGastos }) {
  const { anio, identificacion, gastado, cuenta, techo, rebaja, proyectado, perdido, renta } = resumen
  const queda = subtract(techo.gasto, cuenta)
  return (
    <div className={cifras.page}>
      {identificacion === null && (
        <Alert title="Falta su cédula">
          <p>
            Los gastos cuentan por su cédula. <Link to="/perfil">Póngala en su perfil</Link>.
          </p>
        </Alert>
      )}
      <div className={cifras.cifras}>
        <Cifra label="Gastado que cuenta" value={displayMonto(cuenta)}>
          {gastado > techo.gasto
            ? `${displayMonto(gastado)} en total: pasó el techo de ${displayMonto(techo.gasto)}`
            : `de ${displayMonto(techo.gasto)}; quedan ${displayMonto(queda)}`}
        </Cifra>
        <Cifra label="Rebaja hasta hoy" value={displayMonto(rebaja)}>
          {`${displayPorcentaje(techo.tasa)} de lo que cuenta; máxima ${displayMonto(techo.rebaja)}`}
        </Cifra>
        <Cifra label="Rebaja a diciembre" value={displayMonto(proyectado.rebaja)}>
          {`si sigue igual gastará ${displayMonto(proyectado.gastado)}`}
        </Cifra>
        {perdido.documentos > 0 && (
          <Cifra label="Perdido por consumidor final" value={displayMonto(perdido.gastado)} to={listaOf(anio, { cuenta: 'false' })}>
            {`${perdido.documentos} ${perdido.documentos === 1 ? 'documento' : 'documentos'}: pida factura con su cédula`}
          </Cifra>
        )}
      </div>
      <Barras resumen={resumen} />
      {renta && <Renta renta={renta} anio={anio} />}
      <PorConfirmar resumen={resumen} />
    </div>
  )
}

/** Address of the expenses behind a figure. */
const listaOf = (anio: number, filter: Record<string, string>) =>
  `/gastos_personales?${new URLSearchParams({ anio: String(anio), ...filter }).toString()}`

const Cifra = ({ label, value, to, children }: { label: string; value: string; to?: string; children: string }) => (
  <section className={classes.cifra} aria-label={label}>
    <span className={cifras.label}>{label}</span>
    <strong className={cifras.value}>{to === undefined ? value : <Link to={to}>{value}</Link>}</strong>
    <span className={cifras.label}>{children}</span>
  </section>
)

const percentOfCeiling = (part: number, whole: number) => (whole > 0 ? Math.min(100, Math.round((part * 1000) / whole) / 10) : 0)

/** Each category with its part of the ceiling, in the order and with the boxes of form SRI-GP. */
function Barras({ resumen: { anio, categorias, cuenta, techo, situacion } }: { resumen: ResumenGastos }) {
  const usado = percentOfCeiling(cuenta, techo.gasto)
  return (
    <section className={cifras.card} aria-labelledby="gasto-rubros">
      <h2 id="gasto-rubros">Rubros frente al techo de {anio}</h2>
      <p className={cifras.quiet}>
        {techo.canastas} canastas de {displayMonto(techo.canasta)}:{' '}
        {situacion.catastrofica
          ? 'enfermedad catastrófica, rara o huérfana'
          : `${situacion.cargas} ${situacion.cargas === 1 ? 'carga familiar' : 'cargas familiares'}`}
        . <Link to={`/gastos_personales/configuracion?anio=${anio}`}>Cambiar</Link>
      </p>
      <div className={classes.total} role="img" aria-label={`Usado el ${usado} % del techo`}>
        <span className={classes.usado} style={{ inlineSize: `${usado}%` }} />
      </div>
      <ul className={classes.rubros}>
        {categorias.map(({ categoria, nombre, detalle, casillero, gastado }) => (
          <li key={categoria}>
            <span className={classes.nombre}>
              <Link to={listaOf(anio, { categoria, cuenta: 'true' })}>{nombre}</Link> <small>casillero {casillero}</small>
            </span>
            <span className={classes.monto}>{displayMonto(gastado)}</span>
            <span className={classes.barra} aria-hidden="true">
              <span className={classes.usado} style={{ inlineSize: `${percentOfCeiling(gastado, techo.gasto)}%` }} />
            </span>
            <small className={classes.detalle}>{detalle}</small>
          </li>
        ))}
      </ul>
    </section>
  )
}

const REGIMEN: Readonly<Record<RentaDeGastos['regimen'], string>> = {
  GENERAL: 'régimen general',
  EMPRENDEDOR: 'RIMPE emprendedor',
  NEGOCIO_POPULAR: 'RIMPE negocio popular',
}

/** Declaration of the year with the data known so far. */
function Renta({ renta, anio }: { renta: RentaDeGastos; anio: number }) {
  const { origen, regimen, ingresos, deducciones, base, causado, rebaja, retenido, a_pagar, tabla } = renta
  const isGeneral = regimen === 'GENERAL'
  const filas: readonly (readonly [string, Monto])[] = [
    [origen === 'EMPRESA' ? 'Ventas del año hasta hoy' : 'Ingresos del año', ingresos],
    ...(isGeneral
      ? ([
          ['Menos gastos deducibles y aporte al IESS', negate(deducciones)],
          ['Base imponible', base],
        ] as const)
      : []),
    ...(causado === null ? [] : ([['Impuesto causado', causado]] as const)),
    ...(isGeneral ? ([['Menos rebaja por gastos personales', negate(rebaja)]] as const) : []),
    ['Menos retenciones', negate(retenido)],
  ]
  return (
    <section className={cifras.card} aria-labelledby="gasto-renta">
      <h2 id="gasto-renta">Impuesto a la renta estimado de {anio}</h2>
      <table className={cifras.corte}>
        <tbody>
          {filas.map(([label, value]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td data-end>{displayMonto(value)}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">
              <strong>{a_pagar !== null && a_pagar < 0 ? 'A su favor' : 'A pagar'}</strong>
            </th>
            <td data-end>
              <strong>{a_pagar === null ? 'Fuera del régimen' : displayMonto(sizeOf(a_pagar))}</strong>
            </td>
          </tr>
        </tbody>
      </table>
      <p className={cifras.quiet}>
        Estimación con la tabla de {tabla}, {REGIMEN[regimen]}.{' '}
        {origen === 'EMPRESA'
          ? 'Toma las ventas, las compras y las retenciones de esta empresa, que es suya, salvo lo que puso en la configuración.'
          : 'Toma los ingresos que puso en la configuración.'}
        {!isGeneral && ' En RIMPE los gastos personales no rebajan el impuesto.'}
      </p>
    </section>
  )
}

/** Facts without an official text, shown where they are used. */
function PorConfirmar({ resumen: { fuentes, categorias, por_clasificar } }: { resumen: ResumenGastos }) {
  const notas = [
    ...(por_clasificar.documentos > 0
      ? [`Falta clasificar ${por_clasificar.documentos} recibidos por ${displayMonto(por_clasificar.total)}: no cuentan todavía.`]
      : []),
    ...fuentes
      .filter(({ confidence }) => confidence !== 'V')
      .map(({ source, note }) => `${source}${note === undefined ? '' : `: ${note}`}.`),
    ...categorias.flatMap(({ nota }) => (nota === null ? [] : [`${nota}.`])),
    'Los casilleros 113 a 115 del formulario SRI-GP y el formato del anexo constan en una sola fuente.',
  ]
  return (
    <details className={classes.porConfirmar}>
      <summary>Por confirmar con el SRI ({notas.length})</summary>
      <ul>
        {notas.map((nota) => (
          <li key={nota}>{nota}</li>
        ))}
      </ul>
    </details>
  )
}
