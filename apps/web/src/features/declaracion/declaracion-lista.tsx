import type { DeclaracionFila } from '@yupana/contract'
import { daysBetween, displayMonto, FORMULARIO_CORTO, PRIMER_ANIO } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'

import { Chip } from '../../components/chip.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { LoadFailure } from '../../components/load-failure.tsx'
import { NativeSelect } from '../../components/native-select.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { fechaText, today } from '../../lib/formato/format.ts'
import { useLeave } from '../../lib/pagina/use-leave.ts'
import classes from './declaracion.module.css'
import { ArchivosPresentados } from './archivos.tsx'
import { CompradaChip, isPresentada, OrdenDeComprada, presentadaText } from './comprada.tsx'
import { ESTADO } from './declaracion-words.ts'
import { cualOf, declaracionesQuery } from './declaracion.queries.ts'
import { RentaEstimada } from './renta-estimada.tsx'

const thisYear = () => Number(today().slice(0, 4))
const anios = () => Array.from({ length: thisYear() - PRIMER_ANIO + 1 }, (_, back) => String(thisYear() - back))

/** The declarations of a year by period and form. */
export function DeclaracionLista() {
  const [search, setSearch] = useSearchParams()
  const said = search.get('anio') ?? ''
  const anio = anios().includes(said) ? Number(said) : thisYear()
  const leave = useLeave('/')
  const { data, error, refetch } = useQuery(declaracionesQuery(anio))
  return (
    <>
      <PageHeader title="Declaraciones Realizadas">
        <LinkButton to="/declaraciones/paquete" variant="default">
          Paquete mensual
        </LinkButton>
        <LinkButton to="/declaraciones/obligaciones" variant="default">
          Lo que vence
        </LinkButton>
      </PageHeader>
      <div className={classes.page}>
        <div className={classes.tools}>
          <NativeSelect
            label="Año"
            value={String(anio)}
            data={anios()}
            onChange={({ currentTarget: { value } }) => setSearch({ anio: value }, { replace: true })}
          />
        </div>
        {data ? (
          <>
            <RentaEstimada anio={anio} />
            <Periodos filas={data} />
          </>
        ) : error ? (
          <LoadFailure reason="No se pudieron leer las declaraciones." onRetry={() => void refetch()} onBack={leave} />
        ) : (
          <Skeleton label="Cargando las declaraciones" lines={['100%', '100%', '80%', '60%']} />
        )}
      </div>
    </>
  )
}

function Periodos({ filas }: { filas: readonly DeclaracionFila[] }) {
  if (filas.length === 0) return <p className={classes.quiet}>En este año la empresa no tiene documentos que declarar.</p>
  const periodos = [...new Map(filas.map(({ periodo, nombre }) => [periodo, nombre]))]
  return periodos.map(([periodo, nombre]) => (
    <section key={periodo} className={classes.card} aria-label={nombre}>
      <h2>{nombre}</h2>
      <ul className={classes.filas}>
        {filas
          .filter((fila) => fila.periodo === periodo)
          .map((fila) => (
            <Fila key={fila.formulario} fila={fila} />
          ))}
      </ul>
    </section>
  ))
}

/** Due date, and how soon it is while the declaration is not filed. */
function venceText({ vence, declarada_en: declarada }: DeclaracionFila): string {
  if (declarada !== null) return `Vence el ${fechaText(vence)}`
  const days = daysBetween(today(), vence)
  if (days < 0) return `Venció el ${fechaText(vence)}`
  return days === 0 ? 'Vence hoy' : `Vence el ${fechaText(vence)}, en ${days} ${days === 1 ? 'día' : 'días'}`
}

function Fila({ fila }: { fila: DeclaracionFila }) {
  const {
    formulario,
    periodo,
    estado,
    a_pagar: aPagar,
    credito,
    vence,
    declarada_en: declarada,
    numero_sri: numero,
    presentada,
    comprada,
  } = fila
  const isLate = declarada === null && vence < today()
  const { label, tone } = ESTADO[estado]
  return (
    <li className={classes.fila}>
      <Link to={`/declaraciones?${new URLSearchParams({ formulario, periodo }).toString()}`} className={classes.nombre}>
        {FORMULARIO_CORTO[formulario]}
      </Link>
      <Chip tone={tone}>{label}</Chip>
      <span className={classes.vence} data-late={isLate || undefined}>
        {venceText(fila)}
        {numero !== null && numero !== comprada?.numero_sri && <span> · SRI {numero}</span>}
        {comprada && (
          <span>
            {isPresentada(comprada) && ` · ${presentadaText(comprada)}`}
            {' · '}
            <OrdenDeComprada comprada={comprada} /> {!isPresentada(comprada) && <CompradaChip />}
          </span>
        )}
      </span>
      {presentada && (
        <span className={classes.deFila}>
          <ArchivosPresentados cual={cualOf(fila)} presentada={presentada} />
        </span>
      )}
      <span className={classes.cifras}>
        {aPagar !== null && (
          <span>
            A pagar <strong>{displayMonto(aPagar)}</strong>
          </span>
        )}
        {credito !== null && credito > 0 && (
          <span>
            Crédito <strong>{displayMonto(credito)}</strong>
          </span>
        )}
      </span>
    </li>
  )
}
