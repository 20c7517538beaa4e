import type { PasoRenta, RentaEstimada as Renta } from '@yupana/contract'
import { displayMonto, IMPUESTO_RENTA_DESDE, negate, sizeOf, type Monto } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'

import { LoadFailure } from '../../components/load-failure.tsx'
import cifras from '../../domain/cifras/cifras.module.css'
import { fechaText } from '../../lib/formato/format.ts'
import { useLeave } from '../../lib/pagina/use-leave.ts'
import classes from './declaracion.module.css'
import { rentaQuery } from './declaracion.queries.ts'

const REGIMEN: Readonly<Record<Renta['regimen'], string>> = {
  GENERAL: 'persona natural, régimen general',
  EMPRENDEDOR: 'RIMPE emprendedor',
  NEGOCIO_POPULAR: 'RIMPE negocio popular',
}

const resultText = (monto: Monto | null) =>
  monto === null ? 'Fuera del régimen' : monto < 0 ? `${displayMonto(negate(monto))} a su favor` : `${displayMonto(monto)} a pagar`

/** Income tax of a year to date, step by step; nothing for taxpayers without a table. */
export function RentaEstimada({ anio }: { anio: number }) {
  const { data, error, refetch } = useQuery({ ...rentaQuery(anio), enabled: anio >= IMPUESTO_RENTA_DESDE })
  const leave = useLeave('/')
  if (error) return <LoadFailure reason="No se pudo estimar el impuesto a la renta." onRetry={() => void refetch()} onBack={leave} />
  if (!data || data.anio !== anio) return null
  return (
    <section className={classes.card} aria-labelledby="renta-estimada">
      <h2 id="renta-estimada">Impuesto a la renta estimado de {anio}</h2>
      <p>
        <strong>{resultText(data.a_pagar)}</strong> con lo que va hasta el {fechaText(data.hasta)}, {REGIMEN[data.regimen]}.
        {data.a_diciembre !== null && data.hasta < `${anio}-12-31` && ` Si el año sigue igual: ${resultText(data.a_diciembre)}.`}
      </p>
      <details className={cifras.tabla}>
        <summary>Cómo se calcula</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">Concepto</th>
              <th scope="col" data-end>
                Valor
              </th>
            </tr>
          </thead>
          <tbody>
            {data.pasos.map((paso) => (
              <Paso key={paso.concepto} paso={paso} />
            ))}
            <tr>
              <th scope="row">
                <strong>{data.a_pagar !== null && data.a_pagar < 0 ? 'A su favor' : 'A pagar'}</strong>
              </th>
              <td data-end>
                <strong>{data.a_pagar === null ? '—' : displayMonto(sizeOf(data.a_pagar))}</strong>
              </td>
            </tr>
          </tbody>
        </table>
        <p className={classes.quiet}>Fuente: {data.fuente}.</p>
        {data.notas.map((nota) => (
          <p key={nota} className={classes.quiet}>
            {nota}.
          </p>
        ))}
      </details>
    </section>
  )
}

const Paso = ({ paso: { concepto, monto, como, enlace } }: { paso: PasoRenta }) => (
  <tr>
    <th scope="row">
      {enlace === null ? concepto : <Link to={enlace}>{concepto}</Link>}
      <span className={classes.como}>{como}.</span>
    </th>
    <td data-end>{monto === null ? '—' : displayMonto(monto)}</td>
  </tr>
)
