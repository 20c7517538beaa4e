import { displayMonto, ESTADO_AUTORIZACION_LABEL } from '@yupana/fiscal'
import type { Inicio } from '@yupana/contract'
import { Link } from 'react-router'

import { Barras } from '../../domain/cifras/barras.tsx'
import { CifraCard } from '../../domain/cifras/cifra-card.tsx'
import classes from '../../domain/cifras/cifras.module.css'
import { fechaText } from '../../lib/formato/format.ts'
import inicio from './inicio.module.css'

type Ventas = NonNullable<Inicio['ventas']>

const listaOf = (desde: string, hasta: string) => `/comprobante?desde=${desde}&hasta=${hasta}`

/** Today and this month beside the earlier period, and states of the month's documents. */
export const CifrasDeInicio = ({ ventas: { hoy, mes }, estados }: { ventas: Ventas; estados: Inicio['estados'] }) => (
  <div className={classes.cifras}>
    {[
      { label: 'Ventas de hoy', ...hoy },
      { label: 'Ventas del mes', ...mes },
    ].map(({ label, rango, cifra, anterior }) => (
      <CifraCard
        key={label}
        label={label}
        text={displayMonto}
        now={cifra.total}
        before={anterior.cifra.total}
        rango={anterior.rango}
        to={listaOf(rango.desde, rango.hasta)}
      />
    ))}
    <section className={inicio.card} aria-labelledby="inicio-estados">
      <h2 id="inicio-estados">Comprobantes del mes</h2>
      <ul className={inicio.estados}>
        {estados
          .filter(({ documentos }) => documentos > 0)
          .map(({ tributario, documentos }) => (
            <li key={tributario}>
              <Link to={`${listaOf(mes.rango.desde, mes.rango.hasta)}&tributario=${tributario}`}>
                {ESTADO_AUTORIZACION_LABEL[tributario as keyof typeof ESTADO_AUTORIZACION_LABEL]}
              </Link>
              <strong>{documentos}</strong>
            </li>
          ))}
      </ul>
      {estados.every(({ documentos }) => documentos === 0) && <p className={inicio.quiet}>Aún no hay comprobantes este mes.</p>}
    </section>
  </div>
)

/** Net sales of thirty days. */
export const Ultimos30 = ({ dias }: { dias: Ventas['dias'] }) => (
  <section className={inicio.card} aria-labelledby="inicio-dias">
    <header>
      <h2 id="inicio-dias">Últimos 30 días</h2>
      <span className={inicio.quiet}>Autorizadas o en espera, menos notas de crédito</span>
    </header>
    <Barras
      label="Ventas de los últimos 30 días"
      que="Día"
      barras={dias.map(({ clave, documentos, total }) => ({
        clave,
        documentos,
        total,
        corto: clave.slice(8),
        nombre: fechaText(clave),
        to: listaOf(clave, clave),
      }))}
    />
  </section>
)
