import type { ComprobanteDetalle, Contexto } from '@yupana/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState, type ComponentType } from 'react'
import { FormProvider } from 'react-hook-form'
import { Navigate, useLocation, useNavigate, useParams, useSearchParams } from 'react-router'

import { LoadFailure } from '../../components/load-failure.tsx'
import { loadedPart } from '../../components/loaded-part.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { openLocalDrafts, type LocalDrafts } from '../../lib/pagina/local-drafts.ts'
import { addNotice } from '../../lib/pagina/notices.ts'
import { useWhereTo } from '../../lib/pagina/use-where-to.ts'
import { randomId } from '../../lib/http/random-id.ts'
import { hasRight } from '../../lib/sesion/rights.ts'
import { currentSession } from '../../lib/sesion/session.ts'
import { untilRefused } from '../../lib/http/http-error.ts'
import { queryClient } from '../../lib/http/query-client.ts'
import { comprobanteQuery } from '../comprobante/ficha.queries.ts'
import { Ausente } from '../cuenta/ausente.tsx'
import { aperturaDe, type Apertura, type BorradorAbierto, type Direccion } from './apertura.ts'
import { borradoresDe } from './borrador.queries.ts'
import { contextoQuery } from './contexto.queries.ts'
import { usePreferencias } from './preferencias.ts'
import { forgetRecienEmitido, leaveRecienEmitido } from './recien-emitido.ts'
import { emitidoPathOf } from './rutas.ts'
import { serieOf } from './series.ts'
import { tituloOf, type TipoDocumento, type ValoresEmision } from './tipo-documento.ts'
import { useDocumento, type Documento } from './use-documento.ts'
import { useDeHoy } from './use-de-hoy.ts'
import type { Entrega } from './use-emitir.ts'
import type { EditorProps } from './use-pantalla.ts'

const OfertaDialog = loadedPart(async () => (await import('./oferta-dialog.tsx')).OfertaDialog)

interface Instancia {
  key: string
  address: string
  /** The address that `address` is about to replace, for the same form. */
  before?: string
}

interface HojaProps<V extends ValoresEmision, F> {
  tipo: TipoDocumento<V, F>
  /** The screen of the form. */
  editor: ComponentType<EditorProps<V>>
  /** Called when the form of a new document gets this id. */
  onNamed?: (id: string) => void
}

/** Form of a document type at `/x`, `/x/registro` and `/x/{uuid}`. Another address begins a new form; an id given to this one does not. */
export function DocumentoHoja<V extends ValoresEmision, F>({ tipo, editor, onNamed }: HojaProps<V, F>) {
  const navigate = useNavigate()
  const { uuid } = useParams()
  const [search] = useSearchParams()
  const address = `${uuid ?? 'registro'}?${search.toString()}`
  const [instancia, setInstancia] = useState<Instancia>(() => ({ key: randomId(), address }))
  const hasArrived = address === instancia.address
  if (hasArrived && instancia.before !== undefined) setInstancia({ key: instancia.key, address })
  if (!hasArrived && address !== instancia.before) setInstancia({ key: randomId(), address })
  const direccion = {
    id: uuid === 'registro' ? undefined : uuid,
    duplicar: search.get('duplicar') ?? undefined,
    origen: search.get('de') ?? undefined,
    isCorreccion: search.has('corregir'),
  }
  const { ruta, consulta } = tipo
  const renew = () => {
    if (address === `registro?${consulta ?? ''}`) setInstancia({ key: randomId(), address })
    else void navigate(consulta === undefined ? ruta : `${ruta}?${consulta}`)
  }
  const { pathname } = useLocation()
  const whereTo = useWhereTo()
  const adopt = (id: string) => {
    if (uuid === id || whereTo()?.pathname !== pathname) return
    onNamed?.(id)
    setInstancia({ key: instancia.key, address: `${id}?`, before: address })
    void navigate(`${tipo.ruta}/${id}`, { replace: true })
  }
  return (
    <Hoja key={instancia.key} tipo={tipo} editor={editor} instance={instancia.key} direccion={direccion} onNew={renew} onAddress={adopt} />
  )
}

async function openTold<V extends ValoresEmision, F>(
  tipo: TipoDocumento<V, F>,
  direccion: Direccion,
  local: LocalDrafts,
): Promise<Apertura<V, F>> {
  const apertura = await aperturaDe(tipo, local)(direccion)
  if (apertura.tipo === 'copia')
    addNotice({ severity: 'info', detail: `Este borrador es de ${apertura.autor}: lo que cambie se guarda como uno suyo.` })
  return apertura
}

interface InstanciaProps<V extends ValoresEmision, F> extends HojaProps<V, F> {
  instance: string
  direccion: Direccion
  onNew: () => void
  onAddress: (id: string) => void
}

/** Opens the form of an address; an issued document has its own page. */
function Hoja<V extends ValoresEmision, F>({ tipo, editor, instance, direccion: opened, onNew, onAddress }: InstanciaProps<V, F>) {
  const navigate = useNavigate()
  const [direccion] = useState(opened)
  const [local] = useState(() => openLocalDrafts({ userId: currentSession()?.id ?? '', companyId: currentSession()?.businessId ?? '' }))
  const contexto = useQuery(contextoQuery(tipo.codigo, instance))
  const { isReady } = usePreferencias()
  const apertura = useQuery({
    queryKey: [tipo.ruta, 'apertura', instance],
    queryFn: () => openTold(tipo, direccion, local),
    gcTime: 0,
    refetchOnReconnect: false,
  })
  const { nombre } = tipo
  const title = tituloOf(tipo)
  const whereTo = useWhereTo()

  /** Its page opens with what it shows: no skeleton comes between. */
  const show = async (id: string) => {
    await queryClient.fetchQuery({ ...comprobanteQuery(id), staleTime: 0 }).catch(() => undefined)
    // A draft saved meanwhile may have given it an address of its own.
    const isHere = `${whereTo()?.pathname ?? ''}/`.startsWith(`${tipo.ruta}/`)
    if (!isHere) forgetRecienEmitido(id)
    else void navigate(emitidoPathOf(id), { replace: true })
  }

  if (apertura.data?.tipo === 'emitida') return <Navigate to={emitidoPathOf(apertura.data.id)} replace />
  if (apertura.data?.tipo === 'ausente')
    return (
      <>
        <PageHeader title={title} />
        <Ausente
          id={direccion.id ?? direccion.duplicar ?? ''}
          reason={`Esta ${nombre} no existe o el borrador fue eliminado.`}
          onRetry={onNew}
          onBack={() => void navigate('/comprobante')}
        />
      </>
    )
  if (apertura.data && !hasRight('documento:crear')) return <SinPermiso title={`${title} nueva`} />
  const failed = contexto.error ? contexto : apertura.error ? apertura : undefined
  if (failed)
    return (
      <Fallo
        title={title}
        reason={`No se pudo abrir la ${nombre}.`}
        onRetry={() => void failed.refetch()}
        onBack={() => void navigate('/')}
      />
    )
  if (!contexto.data || !apertura.data || !isReady) {
    return (
      <>
        <PageHeader title={title} />
        <Skeleton label={`Abriendo la ${nombre}`} lines={['100%', '100%', '80%', '60%']} />
      </>
    )
  }
  return (
    <Formulario
      tipo={tipo}
      editor={editor}
      apertura={apertura.data}
      contexto={contexto.data}
      local={local}
      onNew={onNew}
      onAddress={onAddress}
      onOpen={(id) => void navigate(`${tipo.ruta}/${id}`)}
      onIssued={(id, entrega) => {
        const conditions = contexto.data
        leaveRecienEmitido({ id, entrega, siguienteOf: (detalle) => tipo.siguienteOf?.(detalle, conditions) })
        void show(id)
      }}
    />
  )
}

const Fallo = ({ title, ...failure }: Parameters<typeof LoadFailure>[0] & { title: string }) => (
  <>
    <PageHeader title={title} />
    <LoadFailure {...failure} />
  </>
)

interface FormularioProps<V extends ValoresEmision, F> extends HojaProps<V, F> {
  apertura: Exclude<Apertura<V, F>, { tipo: 'emitida' } | { tipo: 'ausente' }>
  contexto: Contexto
  local: LocalDrafts
  onNew: () => void
  onAddress: (id: string) => void
  onOpen: (id: string) => void
  onIssued: (id: string, entrega: Entrega) => void
}

interface Inicio<V> {
  documento: Documento<V>
  detalle?: ComprobanteDetalle
}

const documentoOf = <V,>({ id, version, sinNombre, contenido }: BorradorAbierto<V>, isChanged: boolean): Documento<V> => ({
  id,
  version,
  sinNombre,
  idempotencyKey: contenido.clave,
  valores: contenido.valores,
  enDuda: contenido.emitiendo === true,
  isChanged,
})

type Preguntada<V extends ValoresEmision, F> = Pick<FormularioProps<V, F>, 'tipo' | 'apertura'>

/** The opened form, under the rules of its day. */
function inicioOf<V extends ValoresEmision, F>(preguntada: Preguntada<V, F>, contexto: Contexto): Inicio<V> {
  const inicio = plainInicioOf(preguntada, contexto)
  return { ...inicio, documento: { ...inicio.documento, valores: preguntada.tipo.withReglas(inicio.documento.valores, contexto) } }
}

function plainInicioOf<V extends ValoresEmision, F>({ tipo, apertura }: Preguntada<V, F>, { hoy, puntos }: Contexto): Inicio<V> {
  const serie = puntos[0] ? serieOf(puntos[0]) : ''
  const own = { id: randomId(), idempotencyKey: randomId(), version: 0, sinNombre: true, enDuda: false, isChanged: false }
  switch (apertura.tipo) {
    case 'nueva':
      return { documento: { ...own, valores: tipo.empty(hoy, serie) } }
    case 'borrador':
      return { documento: documentoOf(apertura.borrador, apertura.isRecovered) }
    case 'copia':
      return { documento: { ...own, valores: apertura.contenido.valores } }
    case 'formulario': {
      const valores = tipo.valoresOf(apertura.form, hoy)
      const isAllowed = puntos.some((punto) => serieOf(punto) === valores.serie)
      return { documento: { ...own, valores: { ...valores, serie: isAllowed ? valores.serie : serie }, isChanged: true } }
    }
    case 'correccion': {
      const { detalle, form, contenido } = apertura
      const valores = contenido?.valores ?? tipo.valoresOf(form, detalle.fecha_emision)
      const hallazgos = contenido ? [] : tipo.hallazgosOf(detalle, valores)
      return {
        detalle,
        documento: {
          ...own,
          id: detalle.id,
          idempotencyKey: contenido?.clave ?? own.idempotencyKey,
          valores,
          corrige: detalle.version,
          hallazgos,
          enDuda: contenido?.emitiendo === true,
        },
      }
    }
  }
}

/** The form; before it, what to do with the draft that was left. */
function Formulario<V extends ValoresEmision, F>({
  tipo,
  editor,
  apertura,
  contexto: leido,
  local,
  onNew,
  onAddress,
  onOpen,
  onIssued,
}: FormularioProps<V, F>) {
  const [oferta, setOferta] = useState(apertura.tipo === 'nueva' ? apertura.oferta : undefined)
  const contexto = useDeHoy(leido)
  const [inicio, setInicio] = useState(() => inicioOf({ tipo, apertura }, contexto))
  const { documento, detalle } = inicio
  if (oferta) {
    return (
      <>
        <PageHeader title={`${tituloOf(tipo)} nueva`} />
        <OfertaDialog
          oferta={oferta}
          onContinue={() => {
            setInicio(inicioOf({ tipo, apertura: { tipo: 'borrador', borrador: oferta, isRecovered: oferta.version === 0 } }, contexto))
            setOferta(undefined)
          }}
          onDiscard={() => {
            void local.erase(oferta.id)
            if (oferta.version > 0) void untilRefused(borradoresDe(tipo).drop(oferta.id))
            setOferta(undefined)
          }}
          onKeep={() => {
            void untilRefused(keep(tipo, oferta, local))
            setOferta(undefined)
          }}
        />
      </>
    )
  }
  return (
    <Abierto
      tipo={tipo}
      editor={editor}
      documento={documento}
      contexto={contexto}
      detalle={detalle}
      local={local}
      onNew={onNew}
      onOpen={onOpen}
      onAddress={() => onAddress(documento.id)}
      onIssued={(entrega) => onIssued(documento.id, entrega)}
    />
  )
}

/** One form with what keeps it and what issues it. */
function Abierto<V extends ValoresEmision, F>({
  tipo,
  editor: Editor,
  local,
  ...props
}: Omit<EditorProps<V>, 'abierto'> & HojaProps<V, F> & { local: LocalDrafts }) {
  const abierto = useDocumento(tipo, props.documento, local)
  const { estado } = abierto.sync
  const onState = useEffectEvent(() => {
    if (estado.get().fase !== 'emitido') return
    addNotice({ severity: 'info', detail: `Esta ${tipo.nombre} ya se emitió en otra ventana.` })
    props.onIssued({})
  })
  useEffect(() => estado.subscribe(() => onState()), [estado])
  return (
    <FormProvider {...abierto.form}>
      <Editor {...props} abierto={abierto} />
    </FormProvider>
  )
}

/** Moves the draft to the list; when the server refuses, it stays in this browser. */
async function keep<V extends ValoresEmision, F>(
  tipo: TipoDocumento<V, F>,
  { id, version, contenido }: BorradorAbierto<V>,
  local: LocalDrafts,
): Promise<void> {
  const borradores = borradoresDe(tipo)
  if (version > 0) await borradores.keep({ id, contenido })
  else await borradores.save({ id, contenido, sinNombre: false })
  await local.erase(id)
}

/** The menu shows the screen and the right to fill it in is missing (O-08). */
const SinPermiso = ({ title }: { title: string }) => (
  <>
    <PageHeader title={title} />
    <p>Su usuario no puede preparar documentos. Pida ese permiso al administrador de su empresa.</p>
  </>
)
