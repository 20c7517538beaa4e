import type { ComprobanteDetalle, Contexto } from '@yupana/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'

import { LoadFailure } from '../../components/load-failure.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { openLocalDrafts, type LocalDrafts } from '../../lib/local-drafts.ts'
import { addNotice } from '../../lib/notices.ts'
import { randomId } from '../../lib/random-id.ts'
import { hasRight } from '../../lib/rights.ts'
import { currentSession } from '../../lib/session.ts'
import { abrir, type Apertura, type BorradorAbierto, type Direccion } from './apertura.ts'
import { dropBorrador, keepBorrador, saveBorrador } from './borrador.queries.ts'
import { hallazgosOf } from './campo-sri.ts'
import { contextoQuery } from './documento.queries.ts'
import { Editor } from './editor.tsx'
import { emptyFactura, valoresOf, withReglas } from './factura-valores.ts'
import { FacturaEmitida } from './factura-emitida.tsx'
import { OfertaDialog } from './oferta-dialog.tsx'
import { usePreferencias } from './preferencias.ts'
import { tell } from './tell.ts'
import type { Documento } from './use-documento.ts'
import { useDeHoy } from './use-de-hoy.ts'
import type { Entrega } from './use-emitir.ts'

interface Instancia {
  key: string
  address: string
  /** The address that is about to give way to `address`: the same form under another name. */
  before?: string
}

const NEW = 'registro?'

/** `/documento`, `/documento/registro` and `/documento/{uuid}`: one form instance, until another address asks for another one. */
export function DocumentoPage() {
  const navigate = useNavigate()
  const { uuid } = useParams()
  const [search] = useSearchParams()
  const address = `${uuid ?? 'registro'}?${search.toString()}`
  const [instancia, setInstancia] = useState<Instancia>(() => ({ key: randomId(), address }))
  const hasArrived = address === instancia.address
  if (hasArrived && instancia.before !== undefined) setInstancia({ key: instancia.key, address })
  if (!hasArrived && address !== instancia.before) setInstancia({ key: randomId(), address })
  const direccion = {
    id: uuid === 'registro' ? undefined : uuid, duplicar: search.get('duplicar') ?? undefined, isCorreccion: search.has('corregir'),
  }
  const renew = () => (address === NEW ? setInstancia({ key: randomId(), address }) : void navigate('/documento'))
  const adopt = (id: string) => {
    if (uuid === id) return
    setInstancia({ key: instancia.key, address: `${id}?`, before: address })
    void navigate(`/documento/${id}`, { replace: true })
  }
  return <Hoja key={instancia.key} instance={instancia.key} direccion={direccion} onNew={renew} onAddress={adopt} />
}

async function openTold(direccion: Direccion, local: LocalDrafts): Promise<Apertura> {
  const apertura = await abrir(direccion, local)
  if (apertura.tipo === 'copia') addNotice({ severity: 'info', detail: `Este borrador es de ${apertura.autor}: lo que cambie se guarda como uno suyo.` })
  return apertura
}

interface HojaProps {
  instance: string
  direccion: Direccion
  onNew: () => void
  onAddress: (id: string) => void
}

/** Opens what the address names, and shows it as a form or, once issued, as what became of it. */
function Hoja({ instance, direccion: opened, onNew, onAddress }: HojaProps) {
  const navigate = useNavigate()
  const [direccion] = useState(opened)
  const [local] = useState(() => openLocalDrafts({ userId: currentSession()?.id ?? '', companyId: currentSession()?.businessId ?? '' }))
  const [emitida, setEmitida] = useState<{ id: string; entrega: Entrega }>()
  const contexto = useQuery(contextoQuery(instance))
  const { isReady } = usePreferencias()
  const apertura = useQuery({ queryKey: ['documento', 'apertura', instance], queryFn: () => openTold(direccion, local), gcTime: 0, refetchOnReconnect: false })

  if (emitida) return <FacturaEmitida id={emitida.id} entrega={emitida.entrega} isFresh onNew={onNew} />
  if (apertura.data?.tipo === 'emitida') return <FacturaEmitida id={apertura.data.id} isFresh={false} onNew={onNew} />
  if (apertura.data?.tipo === 'ausente') return <Fallo reason="Esta factura no existe o el borrador fue eliminado." onRetry={onNew} onBack={() => void navigate('/comprobante')} />
  if (apertura.data && !hasRight('documento:crear')) return <SinPermiso />
  const failed = contexto.error ? contexto : apertura.error ? apertura : undefined
  if (failed) return <Fallo reason="No se pudo abrir la factura." onRetry={() => void failed.refetch()} onBack={() => void navigate('/')} />
  if (!contexto.data || !apertura.data || !isReady) {
    return (
      <>
        <PageHeader title="Factura" />
        <Skeleton label="Abriendo la factura" lines={['100%', '100%', '80%', '60%']} />
      </>
    )
  }
  return (
    <Formulario
      apertura={apertura.data} contexto={contexto.data} local={local} onNew={onNew} onAddress={onAddress} onOpen={(id) => void navigate(`/documento/${id}`)}
      onIssued={(id, entrega) => {
        setEmitida({ id, entrega })
        onAddress(id)
      }}
    />
  )
}

const Fallo = (props: Parameters<typeof LoadFailure>[0]) => (
  <>
    <PageHeader title="Factura" />
    <LoadFailure {...props} />
  </>
)

interface FormularioProps {
  apertura: Exclude<Apertura, { tipo: 'emitida' } | { tipo: 'ausente' }>
  contexto: Contexto
  local: ReturnType<typeof openLocalDrafts>
  onNew: () => void
  onAddress: (id: string) => void
  onOpen: (id: string) => void
  onIssued: (id: string, entrega: Entrega) => void
}

interface Inicio {
  documento: Documento
  detalle?: ComprobanteDetalle
}

const documentoOf = ({ id, version, sinNombre, contenido }: BorradorAbierto, isChanged: boolean): Documento => ({
  id, version, sinNombre, clave: contenido.clave, valores: contenido.valores, enDuda: contenido.emitiendo === true, isChanged,
})

/** What is opened, under the rules of its day. */
function inicioOf(apertura: FormularioProps['apertura'], contexto: Contexto): Inicio {
  const inicio = plainInicioOf(apertura, contexto)
  return { ...inicio, documento: { ...inicio.documento, valores: withReglas(inicio.documento.valores, contexto) } }
}

function plainInicioOf(apertura: FormularioProps['apertura'], { hoy, puntos }: Contexto): Inicio {
  const serie = puntos[0] ? `${puntos[0].establecimiento}-${puntos[0].punto}` : ''
  const own = { id: randomId(), clave: randomId(), version: 0, sinNombre: true, enDuda: false, isChanged: false }
  switch (apertura.tipo) {
    case 'nueva':
      return { documento: { ...own, valores: emptyFactura(hoy, serie) } }
    case 'borrador':
      return { documento: documentoOf(apertura.borrador, apertura.isRecovered) }
    case 'copia':
      return { documento: { ...own, valores: apertura.contenido.valores } }
    case 'formulario': {
      const valores = valoresOf(apertura.form, hoy)
      const isAllowed = puntos.some(({ establecimiento, punto }) => `${establecimiento}-${punto}` === valores.serie)
      return { documento: { ...own, valores: { ...valores, serie: isAllowed ? valores.serie : serie }, isChanged: true } }
    }
    case 'correccion': {
      const { detalle, form, contenido } = apertura
      const valores = contenido?.valores ?? valoresOf(form, detalle.fecha_emision)
      const hallazgos = contenido ? [] : hallazgosOf(detalle, valores)
      return { detalle, documento: { ...own, id: detalle.id, clave: contenido?.clave ?? own.clave, valores, corrige: detalle.version, hallazgos, enDuda: contenido?.emitiendo === true } }
    }
  }
}

/** The form; before it, what to do with the draft that was left. */
function Formulario({ apertura, contexto: leido, local, onNew, onAddress, onOpen, onIssued }: FormularioProps) {
  const [oferta, setOferta] = useState(apertura.tipo === 'nueva' ? apertura.oferta : undefined)
  const contexto = useDeHoy(leido)
  const [inicio, setInicio] = useState(() => inicioOf(apertura, contexto))
  const { documento, detalle } = inicio
  if (oferta) {
    return (
      <>
        <PageHeader title="Factura nueva" />
        <OfertaDialog
          oferta={oferta}
          onContinue={() => {
            setInicio(inicioOf({ tipo: 'borrador', borrador: oferta, isRecovered: oferta.version === 0 }, contexto))
            setOferta(undefined)
          }}
          onDiscard={() => {
            void local.erase(oferta.id)
            if (oferta.version > 0) tell(dropBorrador(oferta.id))
            setOferta(undefined)
          }}
          onKeep={() => {
            tell(keep(oferta, local))
            setOferta(undefined)
          }}
        />
      </>
    )
  }
  return (
    <Editor
      documento={documento} contexto={contexto} detalle={detalle} local={local} onNew={onNew} onOpen={onOpen} onAddress={() => onAddress(documento.id)}
      onIssued={(entrega) => onIssued(documento.id, entrega)}
    />
  )
}

/** To the list of drafts; where the server does not take it, it stays in this browser. */
async function keep({ id, version, contenido }: BorradorAbierto, local: FormularioProps['local']): Promise<void> {
  if (version > 0) await keepBorrador({ id, contenido })
  else await saveBorrador({ id, contenido, sinNombre: false })
  await local.erase(id)
}

/** The menu shows the screen and the right to fill it in is missing (O-08). */
const SinPermiso = () => (
  <>
    <PageHeader title="Factura nueva" />
    <p>Su usuario no puede preparar documentos. Pida ese permiso al administrador de su empresa.</p>
  </>
)
