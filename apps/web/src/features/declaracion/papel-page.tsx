import type { Casilla, DefectoDeclaracion, Papel, Presentada } from '@yupana/contract'
import { displayMonto, nombrePeriodoFiscal, nombrePresentada, parsePeriodoFiscal } from '@yupana/fiscal'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'

import { Button } from '../../components/button.tsx'
import { Checkbox } from '../../components/checkbox.tsx'
import { Chip } from '../../components/chip.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { LoadFailure } from '../../components/load-failure.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { fechaText, momentoText, today } from '../../lib/formato/format.ts'
import { settings } from '../../lib/pagina/settings.ts'
import { useLeave } from '../../lib/pagina/use-leave.ts'
import { hasRight, hasScreen, isAdmin } from '../../lib/sesion/rights.ts'
import { ArchivosDeHoy, ArchivosPresentados } from './archivos.tsx'
import { CasilleroDialog } from './casillero-dialog.tsx'
import classes from './declaracion.module.css'
import { CompradaChip, isPresentada, OrdenDeComprada } from './comprada.tsx'
import { DefectoDialog } from './defecto-dialog.tsx'
import { ESTADO, valorText } from './declaracion-words.ts'
import { cualOf, papelQuery, type Cual } from './declaracion.queries.ts'
import { AcuseDialog, declararWords, DeclararDialog, ReabrirDialog, SaldosDialog } from './papel-dialogos.tsx'
import { PapelSeccion } from './papel-seccion.tsx'

/** The working paper of a form: defects first, then the boxes. */
export function PapelPage({ cual }: { cual: Cual }) {
  const leave = useLeave('/declaraciones')
  const { data, error, refetch } = useQuery(papelQuery(cual))
  return (
    <>
      <PageHeader title={data ? `${data.titulo}, ${data.nombre.toLowerCase()}` : 'Papel de trabajo'}>
        <LinkButton to="/declaraciones" variant="default" icon={<IconArrowLeft size={16} aria-hidden="true" />}>
          Declaraciones
        </LinkButton>
      </PageHeader>
      <div className={classes.page}>
        {data ? (
          <Contenido papel={data} />
        ) : error ? (
          <LoadFailure reason="No se pudo calcular el papel de trabajo." onRetry={() => void refetch()} onBack={leave} />
        ) : (
          <Skeleton label="Calculando el papel de trabajo" lines={['100%', '100%', '80%', '60%']} />
        )}
      </div>
    </>
  )
}

type Abierto = { que: 'saldos' | 'declarar' | 'reabrir' } | { que: 'acuse'; n: number } | { que: 'casilla'; codigo: string }

const casillasOf = ({ secciones }: Papel): Casilla[] =>
  secciones.flatMap(({ filas }) => filas.flatMap(({ casillas }) => casillas.filter((one) => one !== null)))

function Contenido({ papel }: { papel: Papel }) {
  const [abierto, open] = useState<Abierto>()
  const [withZeros, showZeros] = useState(false)
  const close = () => open(undefined)
  const [search, setSearch] = useSearchParams()
  const named = search.get('defecto')
  const defecto = papel.defectos.find(({ codigo, enlace }) => codigo === named && enlace?.includes(`defecto=${codigo}`))
  const closeDefecto = () =>
    setSearch(
      (now) => {
        now.delete('defecto')
        return now
      },
      { replace: true },
    )
  const casilla = abierto?.que === 'casilla' ? casillasOf(papel).find(({ codigo }) => codigo === abierto.codigo) : undefined
  return (
    <>
      <Cabecera papel={papel} onOpen={open} />
      <Defectos papel={papel} onSaldos={() => open({ que: 'saldos' })} />
      <Diferencias papel={papel} onOpen={(codigo) => open({ que: 'casilla', codigo })} />
      <Checkbox
        label="Mostrar también los casilleros en cero"
        checked={withZeros}
        onChange={({ currentTarget: { checked } }) => showZeros(checked)}
      />
      {papel.secciones.map((seccion) => (
        <PapelSeccion key={seccion.titulo} seccion={seccion} withZeros={withZeros} onOpen={(codigo) => open({ que: 'casilla', codigo })} />
      ))}
      <p className={classes.quiet}>Fuente: {papel.fuente}. El formulario se llena en la página del SRI: este papel dice con qué.</p>
      {casilla && <CasilleroDialog papel={papel} casilla={casilla} onOpen={(codigo) => open({ que: 'casilla', codigo })} onClose={close} />}
      {defecto && <DefectoDialog key={defecto.codigo} papel={papel} defecto={defecto} onClose={closeDefecto} />}
      {abierto?.que === 'saldos' && <SaldosDialog papel={papel} onClose={close} />}
      {abierto?.que === 'declarar' && <DeclararDialog papel={papel} onClose={close} />}
      {abierto?.que === 'reabrir' && <ReabrirDialog papel={papel} onClose={close} />}
      {abierto?.que === 'acuse' && <AcuseDialog papel={papel} n={abierto.n} onClose={close} />}
    </>
  )
}

const mesesText = (meses: readonly string[]): string =>
  new Intl.ListFormat('es').format(
    meses.map((mes) => {
      const periodo = parsePeriodoFiscal(mes)
      return periodo ? nombrePeriodoFiscal(periodo).toLowerCase() : mes
    }),
  )

function Cabecera({ papel, onOpen }: { papel: Papel; onOpen: (what: Abierto) => void }) {
  const { estado, vence, hasta, formulario, presentadas, cerrado, meses_cerrados: meses, diferencias, comprada } = papel
  const { label, tone } = ESTADO[estado]
  const mayFile = hasRight('declaracion:presentar')
  const canFile = mayFile && hasta < today() && (presentadas.length === 0 || diferencias.length > 0 || !cerrado)
  return (
    <section className={classes.cabecera} aria-label="Estado">
      <div className={classes.linea}>
        <Chip tone={tone}>{label}</Chip>
        {comprada && !isPresentada(comprada) && <CompradaChip />}
        <span data-late={(presentadas.length === 0 && vence < today()) || undefined} className={classes.vence}>
          {vence < today() ? 'Venció' : 'Vence'} el {fechaText(vence)}
        </span>
      </div>
      {comprada && (
        <p className={classes.quiet}>
          {isPresentada(comprada)
            ? `La presentó ${settings.producto}. `
            : `La presenta ${settings.producto}: no la presente usted también. Resuelva aquí sus defectos. `}
          <OrdenDeComprada comprada={comprada} />
        </p>
      )}
      <div className={classes.acciones}>
        {canFile && <Button onClick={() => onOpen({ que: 'declarar' })}>{declararWords(papel).hacer}</Button>}
        {mayFile && formulario === '104' && (
          <Button variant="default" onClick={() => onOpen({ que: 'saldos' })}>
            Saldos y opciones
          </Button>
        )}
        {mayFile && isAdmin() && meses.length > 0 && (
          <Button variant="subtle" onClick={() => onOpen({ que: 'reabrir' })}>
            {cerrado ? 'Reabrir el período' : 'Reabrir los meses cerrados'}
          </Button>
        )}
      </div>
      {meses.length > 0 && !cerrado && (
        <p className={classes.quiet}>
          {`${meses.length === 1 ? 'Está cerrado' : 'Están cerrados'} ${mesesText(meses)}: sus compras no cambian. En los demás meses sí se registran compras.`}
        </p>
      )}
      {presentadas.length > 0 && (
        <section className={classes.archivos} aria-labelledby="declaracion-presentados">
          <h2 id="declaracion-presentados">Archivos presentados</h2>
          {presentadas.map((one, at) => (
            <PresentadaLinea
              key={one.n}
              cual={cualOf(papel)}
              presentada={one}
              isLast={at === 0}
              onAcuse={mayFile ? () => onOpen({ que: 'acuse', n: one.n }) : undefined}
            />
          ))}
        </section>
      )}
      <section className={classes.archivos} aria-labelledby="declaracion-borrador">
        <h2 id="declaracion-borrador">Borrador de hoy</h2>
        <div className={classes.acciones}>
          <ArchivosDeHoy papel={papel} />
        </div>
      </section>
    </section>
  )
}

interface PresentadaLineaProps {
  cual: Cual
  presentada: Presentada
  isLast: boolean
  onAcuse: (() => void) | undefined
}

function PresentadaLinea({ cual, presentada, isLast, onAcuse }: PresentadaLineaProps) {
  const { n, declarada_en: cuando, usuario, a_pagar: aPagar, numero_sri: numero, fecha_sri: fecha, sha256 } = presentada
  return (
    <p className={classes.presentada}>
      <strong>{nombrePresentada(n)}</strong>
      {!isLast && <Chip tone="void">Sustituida</Chip>}
      <span>
        {/* Filed by the installation, not by a user of the company. */}
        {momentoText(cuando)}, {usuario || settings.producto}
      </span>
      {aPagar !== null && <span>{displayMonto(aPagar)}</span>}
      <code title={sha256}>{sha256.slice(0, 12)}…</code>
      {numero === null ? (
        onAcuse && (
          <Button variant="subtle" size="compact-sm" onClick={onAcuse}>
            Anotar el número del SRI
          </Button>
        )
      ) : (
        <span>
          SRI {numero}
          {fecha !== null && `, ${fechaText(fecha)}`}
        </span>
      )}
      <ArchivosPresentados cual={cual} presentada={presentada} />
    </p>
  )
}

function Defectos({ papel: { defectos, presentadas }, onSaldos }: { papel: Papel; onSaldos: () => void }) {
  if (defectos.length === 0)
    return presentadas.length > 0 ? null : <p className={classes.quiet}>Sin defectos: los cruces de este período cuadran.</p>
  return (
    <section className={classes.defectos} aria-labelledby="declaracion-defectos">
      <h2 id="declaracion-defectos">Antes de declarar</h2>
      <ul>
        {defectos.map((defecto) => (
          <li key={defecto.codigo}>
            {defecto.texto} <Remedio defecto={defecto} onSaldos={onSaldos} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Whether the user may open a link to a list or to a document of it. */
const mayOpen = (enlace: string) => hasScreen(enlace.replace(/(\/[0-9a-f-]{36})?(\?.*)?$/, ''))

function Remedio({ defecto: { codigo, enlace }, onSaldos }: { defecto: DefectoDeclaracion; onSaldos: () => void }) {
  if (codigo === 'saldos' && hasRight('declaracion:presentar'))
    return (
      <Button variant="subtle" size="compact-sm" onClick={onSaldos}>
        Escribir saldos
      </Button>
    )
  return enlace !== null && mayOpen(enlace) ? <Link to={enlace}>Ver</Link> : null
}

function Diferencias({ papel, onOpen }: { papel: Papel; onOpen: (codigo: string) => void }) {
  if (papel.diferencias.length === 0) return null
  const unidades = new Map(casillasOf(papel).map(({ codigo, unidad }) => [codigo, unidad]))
  return (
    <section className={classes.defectos} aria-labelledby="declaracion-diferencias">
      <h2 id="declaracion-diferencias">Cambió desde que se declaró</h2>
      <p>Un documento anulado o registrado después cambia estos casilleros. Si corresponde, presente una sustitutiva y regístrela aquí.</p>
      <ul className={classes.diferencias}>
        {papel.diferencias.map(({ codigo, declarado, ahora }) => (
          <li key={codigo}>
            <button type="button" className={classes.casillero} onClick={() => onOpen(codigo)}>
              {codigo}
            </button>{' '}
            {valorText(declarado, unidades.get(codigo) ?? 'dolares')} →{' '}
            <strong>{valorText(ahora, unidades.get(codigo) ?? 'dolares')}</strong>
          </li>
        ))}
      </ul>
    </section>
  )
}
