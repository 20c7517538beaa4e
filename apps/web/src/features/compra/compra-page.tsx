import type { Compra, CompraForm, CompraGuardada } from '@yupana/contract'
import { bajaCompra, COD_DOC_REEMBOLSO, displayMonto, displayNumero } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState, type SyntheticEvent } from 'react'
import { useFormState, useWatch } from 'react-hook-form'
import { Link, useLocation, useNavigate, useParams, useSearchParams } from 'react-router'

import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import { ActionDialog } from '../../components/dialog/action-dialog.tsx'
import { FormDialog } from '../../components/form/form-dialog.tsx'
import { FormFooter } from '../../components/form/form-parts.tsx'
import { Form } from '../../components/form/form.tsx'
import { TextField } from '../../components/form/text-field.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { LoadFailure } from '../../components/load-failure.tsx'
import { loadedPart } from '../../components/loaded-part.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { recibidoQuery } from '../../domain/recibido/recibido.queries.ts'
import { Reparos } from '../../domain/recibido/reparos.tsx'
import { Recibir } from '../../domain/recibido/recibir.tsx'
import { asksRetencion, CON_RETENCION, mayWithhold, RETENER, sinRetencion } from '../../domain/retencion/al-guardar.ts'
import { momentoText } from '../../lib/formato/format.ts'
import { createSendingKey } from '../../lib/http/sending-key.ts'
import { addNotice } from '../../lib/pagina/notices.ts'
import { useLeave } from '../../lib/pagina/use-leave.ts'
import { hasRight } from '../../lib/sesion/rights.ts'
import { Documento, Mas, Montos } from './compra-campos.tsx'
import { Lineas } from './compra-lineas.tsx'
import { AnulacionSchema, bodyOf, compraInitial, CompraSchema, inputOf, type CompraInput, type Conocidos } from './compra-schema.ts'
import { compraText, EstadoCompraChip } from './compra-words.tsx'
import { anularCompra, compraQuery, removeCompra, saveCompra } from './compra.queries.ts'
import classes from './compra.module.css'

const Reembolsos = loadedPart(async () => (await import('./compra-reembolsos.tsx')).Reembolsos)
const RetenerLote = loadedPart(async () => (await import('../../domain/retencion/retener-lote.tsx')).RetenerLote)

const LISTA = '/comprobante/compras'

/** `/documento/compra`, `/documento/compra/registro` and `/documento/compra/{uuid}` (O-24, O-25). */
export function CompraPage() {
  const { uuid = 'registro' } = useParams()
  const [search] = useSearchParams()
  const recibido = search.get('recibido')
  if (uuid !== 'registro') return <Registrada key={uuid} id={uuid} />
  return recibido === null ? <Nueva /> : <Leida key={recibido} id={recibido} />
}

function Nueva() {
  const navigate = useNavigate()
  return (
    <Editor titulo="Factura de compra">
      {hasRight('compra:registrar') && (
        <Recibir
          description="¿La tiene en XML? Suéltela aquí: se lee sola y queda lista para registrar."
          onDone={({ archivos: [archivo] }) => {
            if (archivo?.id) void navigate(`/documento/compra/registro?recibido=${archivo.id}`)
          }}
        />
      )}
    </Editor>
  )
}

/** Loaded apart, since few purchases are of a reembolso. */
const DeReembolso = () => (useWatch<CompraInput, 'tipo'>({ name: 'tipo' }) === COD_DOC_REEMBOLSO ? <Reembolsos /> : null)

/** A document of the inbox, shown for review before it is registered. */
function Leida({ id }: { id: string }) {
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery(recibidoQuery(id))
  if (!data)
    return (
      <>
        <PageHeader title="Factura de compra" />
        {error && (
          <LoadFailure
            reason="No se pudo abrir este comprobante."
            onRetry={() => void refetch()}
            onBack={() => void navigate('/comprobante/recibido')}
          />
        )}
      </>
    )
  if (data.compra === null || data.estado === 'REGISTRADO')
    return (
      <>
        <PageHeader title="Factura de compra" />
        <p className={classes.nota}>
          {data.compra === null ? 'Este comprobante es una retención: ' : 'Este comprobante ya está registrado: '}
          <Link to={data.compra_id ? `/documento/compra/${data.compra_id}` : '/comprobante/recibido'}>ábralo aquí</Link>.
        </p>
      </>
    )
  return (
    <Editor titulo={compraText(data)} before={data.compra} recibido={id} conocidos={{ propuestas: data.lineas }}>
      <p className={classes.nota}>
        Leído del XML de {data.emisor_nombre}, con su firma verificada. {data.propuesta?.motivo}
      </p>
      <Reparos avisos={data.avisos} />
    </Editor>
  )
}

interface EditorProps {
  titulo: string
  before?: CompraForm
  /** The registered purchase that is being edited. */
  compra?: Compra
  recibido?: string
  conocidos?: Conocidos
  children?: React.ReactNode
}

function Editor({ titulo, before, compra, recibido, conocidos, children }: EditorProps) {
  const navigate = useNavigate()
  const leave = useLeave(recibido === undefined ? LISTA : '/comprobante/recibido')
  const [keyFor] = useState(createSendingKey)
  const saved = useRef('')
  const isToRetain = useRef(false)
  const isOpen = compra === undefined || (compra.estado === 'REGISTRADA' && compra.mes_abierto)
  const canSave = hasRight('compra:registrar') && isOpen
  return (
    <div className={classes.page} onSubmitCapture={(event) => void (isToRetain.current = senderOf(event) === RETENER)}>
      <PageHeader title={titulo}>{compra ? <Acciones compra={compra} /> : <VerCompras />}</PageHeader>
      {compra && <Hechos compra={compra} />}
      {compra && <Anulada compra={compra} />}
      {children}
      <Form
        label="Compra"
        schema={CompraSchema}
        initial={before ? inputOf(before, conocidos) : compraInitial()}
        disabled={!canSave}
        onSubmit={async (form) => {
          const body = bodyOf(form, before)
          const { id, avisos } = await saveCompra(body, { cambia: compra, recibido, headers: keyFor(body) })
          tell(avisos)
          saved.current = id
        }}
        onDone={() => {
          if (compra) return leave()
          void navigate(`/documento/compra/${saved.current}`, { replace: true, state: isToRetain.current ? CON_RETENCION : null })
        }}
        footer={
          <FormFooter onCancel={leave} canSave={canSave}>
            {!compra && mayWithhold() && <GuardarYRetener />}
          </FormFooter>
        }
      >
        <Documento />
        <Montos before={before} />
        <DeReembolso />
        <Lineas disabled={!canSave} />
        <Mas />
      </Form>
    </div>
  )
}

/** Name of the button that submitted a form. */
const senderOf = ({ nativeEvent }: SyntheticEvent): string | null | undefined =>
  nativeEvent instanceof SubmitEvent ? nativeEvent.submitter?.getAttribute('name') : undefined

/** Saves, and opens the withholding of the purchase. */
function GuardarYRetener() {
  const { isSubmitting } = useFormState()
  const tipo = useWatch<CompraInput, 'tipo'>({ name: 'tipo' })
  return bajaCompra(tipo) ? null : (
    <Button type="submit" name={RETENER} variant="default" disabled={isSubmitting}>
      Guardar y retener
    </Button>
  )
}

const tell = (avisos: CompraGuardada['avisos']) => {
  for (const { message } of avisos) addNotice({ severity: 'warn', detail: message })
}

const VerCompras = () => (
  <LinkButton to={LISTA} variant="default">
    Compras registradas
  </LinkButton>
)

function Registrada({ id }: { id: string }) {
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery(compraQuery(id))
  if (!data)
    return (
      <>
        <PageHeader title="Factura de compra" />
        {error && <LoadFailure reason="No se pudo abrir esta compra." onRetry={() => void refetch()} onBack={() => void navigate(LISTA)} />}
      </>
    )
  return <Editor key={data.version} titulo={compraText(data)} before={data.form} compra={data} conocidos={{ productos: data.productos }} />
}

function mercaderiaText(goesBack: boolean, { productos, bodega }: NonNullable<Compra['ingreso']>): string {
  const [one, several, where] = goesBack ? ['Salió', 'Salieron', 'de'] : ['Entró', 'Entraron', 'a']
  return `${productos === 1 ? `${one} 1 producto` : `${several} ${productos} productos`} ${where} ${bodega}`
}

/** Facts about a registered purchase. */
function Hechos({ compra }: { compra: Compra }) {
  const { estado, motivo_anulacion: motivo, mes_abierto: abierto, modificada, notas, retenciones, ingreso } = compra
  return (
    <div className={classes.hechos}>
      <EstadoCompraChip estado={estado} />
      {motivo !== null && <span>Anulada: {motivo}</span>}
      {!abierto && <span>Su mes está cerrado: no se cambia.</span>}
      {ingreso && <Link to={`/movimiento/${ingreso.movimiento_id}`}>{mercaderiaText(bajaCompra(compra.tipo), ingreso)}</Link>}
      {modificada && (
        <span>
          Modifica <Link to={`/documento/compra/${modificada.id}`}>{modificada.numero}</Link>
        </span>
      )}
      {notas.map((nota) => (
        <span key={nota.id}>
          La modifica <Link to={`/documento/compra/${nota.id}`}>{compraText(nota)}</Link> por {displayMonto(nota.total)}
        </span>
      ))}
      {retenciones.map((one) => (
        <span key={one.id}>
          Retención <Link to={`/comprobante/${one.id}`}>{one.numero}</Link> por {displayMonto(one.total)}
        </span>
      ))}
    </div>
  )
}

/** Warns that the issuer voided the document after its registration, with the next step; and shows remarks about its file. */
function Anulada({ compra: { estado, anulado_emisor_en: anulado, mes_abierto: abierto, retenciones, recibido } }: { compra: Compra }) {
  const todo = !abierto
    ? 'Su mes está cerrado: pida que un administrador lo reabra, anúlela y presente la declaración sustitutiva.'
    : retenciones.length > 0
      ? 'Anule primero la retención que emitió sobre ella y después la compra: ya no da crédito tributario.'
      : 'Anúlela aquí para que no cuente: ya no da crédito tributario. Si cree que es un error, hable con su proveedor.'
  return (
    <>
      {anulado !== null && estado === 'REGISTRADA' && (
        <Alert title="El proveedor anuló este comprobante en el SRI" details={[`Se supo el ${momentoText(anulado)}. ${todo}`]} />
      )}
      <Reparos avisos={recibido?.avisos ?? []} />
    </>
  )
}

/** Products of the purchase that were already sold, shown before it is deleted. */
const Faltantes = ({ de: { faltantes } }: { de: Compra }) =>
  faltantes.length > 0 && (
    <Alert
      title="Parte de su mercadería ya salió"
      details={faltantes.map(
        ({ producto, bodega, hay, queda }) =>
          `De ${producto} hay ${displayNumero(hay)} en ${bodega}: sin esta compra el stock quedaría en ${displayNumero(queda)}.`,
      )}
    />
  )

function Acciones({ compra }: { compra: Compra }) {
  const navigate = useNavigate()
  const { pathname, state: origen } = useLocation()
  const [isRetaining, setRetaining] = useState(asksRetencion(origen))
  const [asked, setAsked] = useState<'ELIMINAR' | 'ANULAR'>()
  const { id, version, estado, retenciones, notas, mes_abierto: abierto, modificada } = compra
  const canRemove = hasRight('compra:eliminar') && abierto && retenciones.length === 0 && notas.length === 0
  const canWithhold = estado === 'REGISTRADA' && retenciones.length === 0 && !modificada && mayWithhold()
  return (
    <>
      <VerCompras />
      {canWithhold && (
        <Button variant="default" onClick={() => setRetaining(true)}>
          Retener
        </Button>
      )}
      {isRetaining && mayWithhold() && (
        <RetenerLote
          compras={[id]}
          onClose={() => {
            setRetaining(false)
            if (asksRetencion(origen)) void navigate(pathname, { replace: true, state: sinRetencion(origen) })
          }}
        />
      )}
      {canRemove && estado === 'REGISTRADA' && (
        <Button variant="default" onClick={() => setAsked('ANULAR')}>
          Anular
        </Button>
      )}
      {canRemove && (
        <Button variant="default" onClick={() => setAsked('ELIMINAR')}>
          Eliminar
        </Button>
      )}
      {asked === 'ELIMINAR' && (
        <ActionDialog
          title="Eliminar la compra"
          confirmLabel="Eliminar"
          busyLabel="Eliminando…"
          onConfirm={async () => {
            await removeCompra(id)
            void navigate(LISTA)
          }}
          onClose={() => setAsked(undefined)}
        >
          <p>Se elimina {compraText(compra)} como si no se hubiera registrado.</p>
          <Faltantes de={compra} />
        </ActionDialog>
      )}
      {asked === 'ANULAR' && (
        <FormDialog
          title="Anular la compra"
          saveLabel="Anular"
          busyLabel="Anulando…"
          schema={AnulacionSchema}
          initial={{ motivo: '' }}
          onClose={() => setAsked(undefined)}
          onSubmit={async ({ motivo }) => tell(await anularCompra(id, version, motivo))}
        >
          <p>El proveedor anuló el comprobante: queda en la lista y ya no cuenta.</p>
          <Faltantes de={compra} />
          <TextField name="motivo" label="Motivo" required />
        </FormDialog>
      )}
    </>
  )
}
