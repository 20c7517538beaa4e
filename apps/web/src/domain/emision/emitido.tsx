import type { ComprobanteDetalle, Contexto } from '@yupana/contract'
import { ESTADO_AUTORIZACION, displayMonto, displayNumero } from '@yupana/fiscal'
import { IconCopy, IconFileDownload, IconFileText, IconPlus, IconPrinter, IconReceipt } from '@tabler/icons-react'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, type ReactNode } from 'react'
import { useNavigate } from 'react-router'

import { Button } from '../../components/button.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { LoadFailure } from '../../components/load-failure.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { PageTitle } from '../../components/page-title.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { downloadXml } from '../comprobante/archivos.ts'
import { ComprobanteChip } from '../comprobante/estado-chip.tsx'
import { nombreTotal } from '../comprobante/nombre.ts'
import { calculoText, impuestoText, sustentoText } from '../comprobante/retenidas.ts'
import { PasosEmision } from '../comprobante/pasos-emision.tsx'
import { useSeguir, withNovedad } from '../comprobante/use-seguir.ts'
import { fechaText } from '../../lib/formato/format.ts'
import { fetchData } from '../../lib/http/http.ts'
import { nombreOf } from '../../lib/teclado/keyboard.ts'
import { useKeys } from '../../lib/teclado/use-keys.ts'
import { untilRefused } from '../../lib/http/http-error.ts'
import classes from './emitido.module.css'
import hoja from './hoja.module.css'
import { Espera } from './espera.tsx'
import { Motivos } from './motivos.tsx'
import { nombreOfForma } from './pagos.tsx'
import { duplicatePathOf } from './rutas.ts'
import { tituloOf, type TipoDocumento, type ValoresEmision } from './tipo-documento.ts'
import type { Entrega } from './use-emitir.ts'
import { usePrintOnce } from './use-print-once.ts'

/** Asked anew with every state: what the SRI answered comes with it. */
const detalleQuery = ({ ruta, llamadas }: Tipo, id: string, estado: string) =>
  queryOptions({
    queryKey: [ruta, 'emitida', id, estado],
    queryFn: ({ signal }) => fetchData(llamadas.read, { params: { id }, signal }),
    placeholderData: keepPreviousData,
  })

type Tipo = Pick<
  TipoDocumento<ValoresEmision, unknown>,
  'codigo' | 'titulo' | 'ruta' | 'nombre' | 'llamadas' | 'hasTicket' | 'teclaNueva' | 'sinTotal' | 'siguienteOf'
>

interface EmitidoProps {
  tipo: Tipo
  id: string
  /** What is still to be done at the counter; nothing when it was opened later. */
  entrega?: Entrega
  /** It was issued just now, on this screen. */
  isFresh: boolean
  /** Once it is read: what follows hangs on the conditions of the company. */
  contexto?: Contexto | undefined
  onNew: () => void
}

/** What became of the document, followed live; the next one is one key away. */
export function Emitido({ tipo, id, entrega = {}, isFresh, contexto, onNew }: EmitidoProps) {
  const navigate = useNavigate()
  const novedades = useSeguir([id])
  const { data, error, refetch } = useQuery(detalleQuery(tipo, id, novedades.get(id)?.estado ?? ''))
  if (!data && error) {
    return (
      <>
        <PageHeader title={tituloOf(tipo)} />
        <LoadFailure
          reason={`No se pudo abrir esta ${tipo.nombre}.`}
          onRetry={() => void refetch()}
          onBack={() => void navigate('/comprobante')}
        />
      </>
    )
  }
  if (!data) {
    return (
      <>
        <PageHeader title={tituloOf(tipo)} />
        <Skeleton label={`Cargando la ${tipo.nombre}`} lines={['60%', '100%', '100%', '80%']} />
      </>
    )
  }
  return <Hoja tipo={tipo} detalle={withNovedad(data, novedades)} entrega={entrega} isFresh={isFresh} contexto={contexto} onNew={onNew} />
}

function Hoja({
  tipo,
  detalle,
  entrega,
  isFresh,
  contexto,
  onNew,
}: Omit<EmitidoProps, 'id' | 'entrega'> & { entrega: Entrega; detalle: ComprobanteDetalle }) {
  const { id, clave, numero } = detalle
  const print = usePrintOnce(detalle, entrega.impresion)
  useKeys(tipo.teclaNueva ? [{ ...tipo.teclaNueva, run: onNew }] : [])
  const duplicate = duplicatePathOf(detalle)
  const siguiente = contexto && tipo.siguienteOf?.(detalle, contexto)
  const isRejected = detalle.estado_tributario === ESTADO_AUTORIZACION.NO_AUTORIZADO
  return (
    <div className={classes.emitida}>
      <header className={hoja.strip}>
        <PageTitle takesFocus={!isFresh}>{`${tituloOf(tipo)} ${numero}`}</PageTitle>
        <ComprobanteChip fila={detalle} />
      </header>
      <section className={hoja.card} aria-label="Resultado de la emisión">
        <div className={classes.resultado}>
          {!tipo.sinTotal && <p className={classes.total}>{displayMonto(detalle.total)}</p>}
          <p>
            {detalle.receptor_nombre}
            <small>
              {detalle.receptor_identificacion} · {fechaText(detalle.fecha_emision)}
              {detalle.vendedor && ` · Vendedor: ${detalle.vendedor}`}
            </small>
          </p>
          {entrega.cambio !== undefined && (
            <p className={classes.cambioFinal}>
              Cambio <strong>{displayMonto(entrega.cambio)}</strong>
            </p>
          )}
        </div>
        <PasosEmision documento={detalle} />
        <Espera documento={detalle} nombre={tipo.nombre} />
        {isRejected && <Motivos detalle={detalle} />}
        {siguiente && (
          <div className={classes.siguiente}>
            <p>
              <strong>Siguiente paso</strong>
              <small>{siguiente.texto}</small>
            </p>
            <LinkButton to={siguiente.to}>{siguiente.label}</LinkButton>
          </div>
        )}
        <Acciones tipo={tipo} onNew={onNew} takesFocus={isFresh}>
          <Button variant="default" leftSection={<IconPrinter size={18} />} onClick={() => print('A4')}>
            Imprimir A4
          </Button>
          {tipo.hasTicket && (
            <Button variant="default" leftSection={<IconReceipt size={18} />} onClick={() => print('TICKET')}>
              Imprimir ticket
            </Button>
          )}
          <Button variant="default" leftSection={<IconFileDownload size={18} />} onClick={() => void untilRefused(downloadXml(id, clave))}>
            XML
          </Button>
          {duplicate !== undefined && (
            <LinkButton to={duplicate} variant="default" icon={<IconCopy size={18} />}>
              Duplicar
            </LinkButton>
          )}
          <LinkButton to={`/comprobante/${id}`} variant="default" icon={<IconFileText size={18} />}>
            Ver detalle
          </LinkButton>
        </Acciones>
      </section>
      <Lineas detalle={detalle} sinTotal={tipo.sinTotal === true} />
    </div>
  )
}

function Acciones({
  tipo: { nombre, teclaNueva },
  onNew,
  takesFocus,
  children,
}: {
  tipo: Tipo
  onNew: () => void
  takesFocus: boolean
  children: ReactNode
}) {
  const next = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (takesFocus) next.current?.focus()
  }, [takesFocus])
  return (
    <div className={classes.acciones}>
      <Button ref={next} leftSection={<IconPlus size={18} />} onClick={onNew} title={teclaNueva && nombreOf(teclaNueva)}>
        Nueva {nombre}
      </Button>
      {children}
    </div>
  )
}

const Lineas = ({ detalle, sinTotal }: { detalle: ComprobanteDetalle; sinTotal: boolean }) => (
  <section className={hoja.card} aria-label="Líneas">
    <ul className={classes.emitidaLineas}>
      {detalle.lineas.map((linea) => (
        <li key={linea.n}>
          <span>
            {linea.descripcion}
            <small>{sinTotal ? (linea.codigo ?? '') : `${displayNumero(linea.cantidad)} × ${displayMonto(linea.precio_unitario)}`}</small>
          </span>
          <span>{sinTotal ? displayNumero(linea.cantidad) : displayMonto(linea.base)}</span>
        </li>
      ))}
    </ul>
    {detalle.retenciones && (
      <ul className={classes.emitidaLineas}>
        {detalle.retenciones.map((una) => (
          <li key={una.n}>
            <span>
              {`${impuestoText(una)} ${una.codigo} · ${calculoText(una)}`}
              <small>{sustentoText(una)}</small>
            </span>
            <span>{displayMonto(una.valor)}</span>
          </li>
        ))}
      </ul>
    )}
    <dl className={classes.emitidaTotales}>
      {detalle.totales.map(({ nombre, valor, destacado }) => (
        <div key={nombre} className={destacado ? classes.emitidaTotal : undefined}>
          <dt>{nombreTotal(nombre)}</dt>
          <dd>{valor}</dd>
        </div>
      ))}
      {detalle.pagos.map((pago, at) => (
        <div key={at}>
          <dt>{nombreOfForma(pago.forma_pago)}</dt>
          <dd>{displayMonto(pago.total)}</dd>
        </div>
      ))}
    </dl>
  </section>
)
