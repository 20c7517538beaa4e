import { METODO_PAGO_LABEL, type Pago } from '@yupana/contract'
import { displayMonto, isUuid, sizeOf } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'

import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { LoadFailure } from '../../components/load-failure.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { DestinatarioChip } from '../../domain/correo/destinatario-chip.tsx'
import { useHistorial } from '../../domain/auditoria/historial-dialog.tsx'
import { HttpError } from '../../lib/http/http-error.ts'
import { fechaText, momentoText } from '../../lib/formato/format.ts'
import { useOrigin } from '../../lib/pagina/use-leave.ts'
import { hasRight } from '../../lib/sesion/rights.ts'
import { downloadRecibo, pagoQuery, printRecibo } from './cartera.queries.ts'
import classes from './cartera.module.css'
import { cuentaText, estadoPath, pagoPath, PALABRAS } from './cartera-words.ts'
import { EnviarReciboDialog } from './enviar-recibo-dialog.tsx'
import { EstadoPago } from './estado-pago.tsx'
import { ReversarPago } from './reversar-pago.tsx'
import { DeLado } from './solo-pagar.tsx'

/** `/comprobante/pago`: a collection or payment, its documents and its state. */
export function PagoPage() {
  const [search] = useSearchParams()
  const id = search.get('id') ?? ''
  const sentido = search.get('sentido') === 'PAGAR' ? 'PAGAR' : 'COBRAR'
  const lista = PALABRAS[sentido].pagosPath
  return <DeLado sentido={sentido}>{isUuid(id) ? <UnPago key={id} id={id} lista={lista} /> : <Ausente lista={lista} />}</DeLado>
}

function Ausente({ lista }: { lista: string }) {
  const navigate = useNavigate()
  return (
    <>
      <PageHeader title="Pago" />
      <LoadFailure reason="Este pago no existe." onBack={() => void navigate(lista)} />
    </>
  )
}

function UnPago({ id, lista }: { id: string; lista: string }) {
  const navigate = useNavigate()
  const { data: pago, error, refetch } = useQuery(pagoQuery(id))
  if (pago) return <Detalle pago={pago} />
  if (error instanceof HttpError && error.status === 404) return <Ausente lista={lista} />
  return (
    <>
      <PageHeader title="Pago" />
      {error ? (
        <LoadFailure reason="No se pudo abrir este pago." onRetry={() => void refetch()} onBack={() => void navigate(lista)} />
      ) : (
        <Skeleton label="Abriendo el pago" lines={['100%', '80%', '60%']} />
      )}
    </>
  )
}

function Detalle({ pago }: { pago: Pago }) {
  const [isReversing, setReversing] = useState(false)
  const [isMailing, setMailing] = useState(false)
  const { openHistorial, dialogo } = useHistorial()
  const { sentido, numero, estado, motivo_reverso: motivo, reversado_en: en, reversado_por: por } = pago
  const { pago: nombre, pagos, pagosPath } = PALABRAS[sentido]
  return (
    <div className={classes.pago}>
      <PageHeader title={`${nombre === 'cobro' ? 'Cobro' : 'Pago'} ${numero}`}>
        <LinkButton to={pagosPath} variant="default">
          {pagos}
        </LinkButton>
        {openHistorial && (
          <Button variant="default" onClick={() => openHistorial({ id: pago.id, nombre: numero })}>
            Historial
          </Button>
        )}
        <Button variant="default" onClick={() => void printRecibo(pago)}>
          Imprimir ticket
        </Button>
        <Button variant="default" onClick={() => void downloadRecibo(pago)}>
          Recibo
        </Button>
        {estado === 'REGISTRADO' && hasRight('pago:registrar') && (
          <Button variant="default" onClick={() => setMailing(true)}>
            Enviar por correo
          </Button>
        )}
        {estado === 'REGISTRADO' && hasRight('pago:reversar') && (
          <Button variant="default" onClick={() => setReversing(true)}>
            Reversar
          </Button>
        )}
      </PageHeader>
      {estado === 'REVERSADO' && (
        <Alert
          title={`Reversado${en === null ? '' : ` el ${momentoText(en)}`}${por === null ? '' : ` por ${por}`}: no cuenta.`}
          details={[...(motivo === null ? [] : [`Motivo: ${motivo}`]), ...cajaDetails(pago)]}
        />
      )}
      <Datos pago={pago} />
      <Aplicaciones pago={pago} />
      <Metodos pago={pago} />
      <Correos correos={pago.correos} />
      {dialogo}
      {isMailing && <EnviarReciboDialog pago={pago} onClose={() => setMailing(false)} />}
      {isReversing && <ReversarPago pago={pago} onClose={() => setReversing(false)} />}
    </div>
  )
}

/** Till of the cash of a reversed payment. */
function cajaDetails({ caja, caja_reverso: reverso, metodos }: Pago): string[] {
  if (caja === null || metodos.every(({ metodo }) => metodo !== 'EFECTIVO')) return []
  return [
    reverso === null
      ? `Se reversó sin caja: su efectivo sigue contado en la caja ${caja}.`
      : `Su efectivo entró en la caja ${caja} y se devolvió en la caja ${reverso}.`,
  ]
}

function Datos({ pago }: { pago: Pago }) {
  const { sentido, persona_id: persona, tercero_nombre: nombre, tercero_identificacion: identificacion, total, observacion } = pago
  const filas: readonly (readonly [string, ReactNode])[] = [
    [PALABRAS[sentido].tercero, persona === null ? nombre : <Link to={estadoPath(persona, sentido)}>{nombre}</Link>],
    ['Identificación', identificacion],
    ['Fecha', fechaText(pago.fecha)],
    [total < 0 ? 'Devuelto' : 'Total', <strong>{displayMonto(sizeOf(total))}</strong>],
    ['Estado', <EstadoPago {...pago} />],
    ['Registrado', `${momentoText(pago.creado_en)}${pago.usuario === null ? '' : ` por ${pago.usuario}`}`],
    ...(pago.caja === null ? [] : [['Caja', pago.caja] as const]),
    ...(observacion === null ? [] : [['Observación', observacion] as const]),
  ]
  return (
    <dl className={classes.datos} aria-label="Datos">
      {filas.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const documentoPath = ({ origen, origen_id: id }: Pago['aplicaciones'][number], { sentido }: Pago): string | undefined => {
  if (origen === 'DOCUMENTO') return `/comprobante/${id}`
  if (origen === 'COMPRA') return `/documento/compra/${id}`
  return origen === 'ANTICIPO' ? pagoPath({ id, sentido }) : undefined
}

function Aplicaciones({ pago }: { pago: Pago }) {
  const origin = useOrigin()
  const { aplicaciones, anticipo, anticipo_queda: queda, estado } = pago
  return (
    <section className={classes.recordatorios} aria-label="Documentos">
      <h2>Documentos</h2>
      <ul className={classes.filas}>
        {aplicaciones.map((una) => {
          const to = documentoPath(una, pago)
          const text = cuentaText({ ...una, cuotas: una.cuota > 1 ? una.cuota : 1 })
          return (
            <li key={una.cuenta_id}>
              <span>
                {to === undefined ? (
                  text
                ) : (
                  <Link to={to} state={origin}>
                    {text}
                  </Link>
                )}
                <small>{una.valor < 0 ? 'Se usó lo que estaba a favor' : `Quedaron ${displayMonto(una.saldo)} por pagar`}</small>
              </span>
              <strong>{displayMonto(sizeOf(una.valor))}</strong>
            </li>
          )
        })}
        {anticipo > 0 && (
          <li>
            <span>
              Anticipo
              {estado === 'REGISTRADO' && queda !== null && <small>Quedan {displayMonto(queda)} sin usar</small>}
            </span>
            <strong>{displayMonto(anticipo)}</strong>
          </li>
        )}
      </ul>
    </section>
  )
}

const Metodos = ({ pago: { metodos } }: { pago: Pago }) => (
  <section className={classes.recordatorios} aria-label="Formas de pago">
    <h2>Formas de pago</h2>
    {metodos.length === 0 ? (
      <p className={classes.detalle}>Cruce: se usó lo que estaba a favor, sin dinero.</p>
    ) : (
      <ul className={classes.filas}>
        {metodos.map(({ metodo, valor, banco, referencia }, at) => (
          <li key={at}>
            <span>
              {METODO_PAGO_LABEL[metodo]}
              <small>{[banco, referencia].filter(Boolean).join(' · ')}</small>
            </span>
            <strong>{displayMonto(valor)}</strong>
          </li>
        ))}
      </ul>
    )}
  </section>
)

/** Receivers of the receipt, with the state of each mail. */
const Correos = ({ correos }: { correos: Pago['correos'] }) =>
  correos.length > 0 && (
    <section className={classes.recordatorios} aria-label="Correos enviados">
      <h2>Correos enviados</h2>
      <ul className={classes.filas}>
        {correos.map(({ id, para, estado, error, en }) => (
          <li key={id}>
            <span>
              {para}
              <small>{[momentoText(en), error].filter(Boolean).join(' · ')}</small>
            </span>
            <DestinatarioChip estado={estado} />
          </li>
        ))}
      </ul>
    </section>
  )
