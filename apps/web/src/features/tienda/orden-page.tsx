import { PAGO_MAX_BYTES, type DeclaracionPagada, type DocumentoOrden, type FirmaPagada, type Orden } from '@yupana/contract'
import { canMoveOrden, displayMonto, ESTADO_FIRMA_LABEL, ESTADO_ORDEN_LABEL, mayGiveUpOrden, TIPO_FIRMA_LABEL } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useFormState } from 'react-hook-form'
import { Link, useNavigate } from 'react-router'
import * as z from 'zod/mini'

import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import { ActionDialog } from '../../components/dialog/action-dialog.tsx'
import { FileField } from '../../components/form/file-field.tsx'
import { Form, RequiredNote } from '../../components/form/form.tsx'
import { REQUIRED } from '../../components/form/messages.ts'
import { TextField } from '../../components/form/text-field.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { LoadFailure } from '../../components/load-failure.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { Qr } from '../../components/qr.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { fechaText, momentoText } from '../../lib/formato/format.ts'
import { untilRefused } from '../../lib/http/http-error.ts'
import { saveFile } from '../../lib/http/save-file.ts'
import { hasRight } from '../../lib/sesion/rights.ts'
import { acuseText, claveDeLinea, DeclaracionChip, DOCUMENTO_LABEL, EstadoOrdenChip, numeroText, unidadesText } from './orden-words.tsx'
import { CobrosTarjeta, PagoTarjeta } from './pago-tarjeta.tsx'
import classes from './tienda.module.css'
import { cancel, fetchDocumento, fetchPago, ordenQuery, pay } from './tienda.queries.ts'
import { Totales } from './totales.tsx'

/** An order: its products, payment and state. */
export function OrdenPage({ id }: { id: string }) {
  const navigate = useNavigate()
  const { data, isError, refetch } = useQuery(ordenQuery(id))
  return (
    <div className={classes.orden}>
      <PageHeader title={data ? numeroText(data.numero) : 'Orden'}>
        {data && (
          <span className={classes.estado}>
            <EstadoOrdenChip estado={data.estado} />
          </span>
        )}
        <LinkButton to="/historial_compras" variant="default">
          Historial de Compras
        </LinkButton>
      </PageHeader>
      {isError && !data && (
        <LoadFailure
          reason="No se pudo abrir esta orden."
          onRetry={() => void refetch()}
          onBack={() => void navigate('/historial_compras')}
        />
      )}
      {!data && !isError && <Skeleton label="Cargando" lines={['60%', '100%', '80%']} />}
      {data && (
        <>
          <Pago orden={data} />
          <Firmas orden={data} solicitudOf={({ id, es_mia }) => (es_mia ? `/firmas_electronicas?solicitud=${id}` : undefined)} canBegin />
          <Declaraciones orden={data} />
          <Emitidos orden={data} />
          <Contenido orden={data} onPago={hasRight('tienda:comprar') ? () => fetchPago(id) : undefined} />
        </>
      )}
    </div>
  )
}

function Pago({ orden }: { orden: Orden }) {
  const { estado, transferencia, qr, total, vence, historia } = orden
  const [isCancelling, setCancelling] = useState(false)
  const buys = hasRight('tienda:comprar')
  const motivo = historia.findLast((paso) => paso.estado === estado)?.motivo
  return (
    <>
      {estado === 'RECHAZADA' && <Alert title="El comprobante fue rechazado." details={motivo ? [motivo] : []} />}
      {estado === 'ANULADA' && motivo && <Alert title="La orden fue anulada." details={[motivo]} />}
      {estado === 'EN_REVISION' && <p role="status">Recibimos su comprobante. Pronto confirmaremos el pago.</p>}
      {estado === 'VENCIDA' && <p role="status">La orden venció sin pago. Haga otra en la tienda: los precios pueden haber cambiado.</p>}
      <PagoTarjeta orden={orden} buys={buys} />
      {canMoveOrden(estado, 'EN_REVISION') && (
        <section className={classes.caja} aria-label="Pago por transferencia">
          <h2>Pago por transferencia</h2>
          <p>
            Transfiera <strong>{displayMonto(total)}</strong> hasta el {fechaText(vence)} e indique «{numeroText(orden.numero)}».
          </p>
          <p className={classes.transferencia}>{transferencia ?? 'Pida los datos de la cuenta a su proveedor.'}</p>
          {qr && <Qr qr={qr} label="Código QR con los datos de la transferencia" />}
          {buys && <Comprobante key={orden.version} orden={orden} />}
        </section>
      )}
      {buys && mayGiveUpOrden(estado) && (
        <div>
          <Button variant="default" onClick={() => setCancelling(true)}>
            Anular orden
          </Button>
        </div>
      )}
      {isCancelling && (
        <ActionDialog
          title="Anular la orden"
          confirmLabel="Anular orden"
          busyLabel="Anulando…"
          onConfirm={() => cancel(orden)}
          onClose={() => setCancelling(false)}
        >
          <p>Ya no se podrá pagar. Si la necesita después, haga otra en la tienda.</p>
        </ActionDialog>
      )}
    </>
  )
}

interface FirmasProps {
  orden: Orden
  /** Address of a signature request; undefined for users without it. */
  solicitudOf: (solicitud: NonNullable<FirmaPagada['solicitud']>) => string | undefined
  canBegin?: boolean
}

/** Signatures paid by the order: each links to its request, or begins it. */
export function Firmas({ orden: { id, firmas }, solicitudOf, canBegin = false }: FirmasProps) {
  if (firmas.length === 0) return null
  return (
    <section className={classes.caja} aria-label="Firmas pagadas">
      <h2>Firmas pagadas</h2>
      <ul className={classes.firmas}>
        {firmas.map(({ n, tipo, anios, solicitud }) => {
          const to = solicitud ? solicitudOf(solicitud) : undefined
          const titular = solicitud?.titular ? `Solicitud de ${solicitud.titular}` : 'Solicitud sin nombre todavía'
          return (
            <li key={n}>
              <span>
                {TIPO_FIRMA_LABEL[tipo]}, {anios === 1 ? '1 año' : `${anios} años`}
              </span>
              {solicitud && (
                <span>
                  {to === undefined ? titular : <Link to={to}>{titular}</Link>} · {ESTADO_FIRMA_LABEL[solicitud.estado]}
                </span>
              )}
              {!solicitud && canBegin && hasRight('tienda:comprar') && (
                <LinkButton to={`/firmas_electronicas?solicitud=pagada&orden=${id}&firma=${n}`}>Solicitar firma</LinkButton>
              )}
              {!solicitud && !canBegin && <span className={classes.nota}>Sin solicitud todavía</span>}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

interface DeclaracionesProps {
  orden: Orden
  /** Action of the desk on a declaration; buyers get a link to its working paper. */
  onFile?: ((declaracion: DeclaracionPagada) => void) | undefined
}

/** Declarations paid by the order: those to be filed by the installation, and those accepted by the SRI. */
export function Declaraciones({ orden: { declaraciones, estado }, onFile }: DeclaracionesProps) {
  if (declaraciones.length === 0) return null
  return (
    <section className={classes.caja} aria-label="Declaraciones compradas">
      <h2>Declaraciones compradas</h2>
      <ul className={classes.firmas}>
        {declaraciones.map((one) => (
          <li key={one.nombre}>
            {onFile ? (
              <span>{one.nombre}</span>
            ) : (
              <Link to={`/declaraciones?${new URLSearchParams({ formulario: one.formulario, periodo: one.periodo }).toString()}`}>
                {one.nombre}
              </Link>
            )}
            <DeclaracionChip declaracion={one} />
            {one.numero_sri !== null && <span className={classes.nota}>{acuseText(one)}</span>}
            {onFile && estado === 'PAGADA' && (
              <Button variant="default" aria-label={`Comprobante del SRI: ${one.nombre}`} onClick={() => onFile(one)}>
                {one.numero_sri === null ? 'Anotar comprobante del SRI' : 'Corregir comprobante'}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Factura of the order, and its credit note after a refund. */
function Emitidos({ orden: { id, estado, factura, nota_credito } }: { orden: Orden }) {
  const emitidos = [
    ['FACTURA', factura],
    ['NOTA_CREDITO', nota_credito],
  ] as const
  const download = async (documento: DocumentoOrden, formato: 'RIDE' | 'XML', numero: string) =>
    saveFile(await fetchDocumento(id, documento, formato), `${numero}.${formato === 'XML' ? 'xml' : 'pdf'}`)
  if (estado !== 'PAGADA' && estado !== 'DEVUELTA') return null
  return (
    <>
      {estado === 'DEVUELTA' && <p role="status">Se le devolvió el dinero de esta orden.</p>}
      {emitidos.map(
        ([documento, numero]) =>
          numero !== null && (
            <section key={documento} className={classes.caja} aria-label={DOCUMENTO_LABEL[documento]}>
              <h2>
                {DOCUMENTO_LABEL[documento]} {numero}
              </h2>
              <div className={classes.botones}>
                {(['RIDE', 'XML'] as const).map((formato) => (
                  <Button
                    key={formato}
                    variant="default"
                    aria-label={`${formato} de ${DOCUMENTO_LABEL[documento]} ${numero}`}
                    onClick={() => void untilRefused(download(documento, formato, numero))}
                  >
                    {formato}
                  </Button>
                ))}
              </div>
            </section>
          ),
      )}
    </>
  )
}

const Schema = z.object({
  referencia: z.string().check(z.trim(), z.minLength(1, REQUIRED), z.maxLength(60, '60 caracteres máximos.')),
  file: z.custom<File>((value) => value instanceof File, REQUIRED),
})

const Comprobante = ({ orden: { id, comprobante } }: { orden: Orden }) => (
  <Form label="Comprobante" schema={Schema} initial={{ referencia: '' }} onSubmit={({ referencia, file }) => pay(id, referencia, file)}>
    {comprobante && <p>Ya envió {comprobante.nombre}. Puede enviar otro en su lugar.</p>}
    <TextField name="referencia" label="Número de la transferencia" required />
    <FileField
      name="file"
      label="Comprobante"
      kind="file"
      accept=".pdf,application/pdf,image/png,image/jpeg"
      maxBytes={PAGO_MAX_BYTES}
      required
      description="Foto (PNG o JPEG) o PDF."
    />
    <Enviar />
    <RequiredNote />
  </Form>
)

function Enviar() {
  const { isSubmitting } = useFormState()
  return (
    <div>
      <Button type="submit" busy={isSubmitting} busyLabel="Enviando…">
        Enviar comprobante
      </Button>
    </div>
  )
}

interface ContenidoProps {
  orden: Orden
  onPago?: (() => Promise<Blob>) | undefined
  children?: ReactNode
}

/** Lines, totals, payment receipt and history, for buyer and desk. */
export function Contenido({ orden, onPago, children }: ContenidoProps) {
  const { lineas, comprobante, referencia, historia } = orden
  const download = async (load: () => Promise<Blob>) => saveFile(await load(), comprobante?.nombre ?? 'comprobante')
  return (
    <>
      <section className={classes.caja} aria-label="Compra">
        <h2>Compra</h2>
        <ul className={classes.lineas}>
          {lineas.map((linea) => (
            <li key={claveDeLinea(linea)}>
              <span>{linea.nombre}</span>
              <span className={classes.nota}>
                {unidadesText(linea.cantidad)} a {displayMonto(linea.precio)}
                {linea.precio !== linea.precio_lista && `, precio acordado (catálogo ${displayMonto(linea.precio_lista)})`}
                {linea.descuento > 0 && `, descuento ${displayMonto(linea.descuento)}`}
              </span>
              <span className={classes.valor}>{displayMonto(linea.subtotal)}</span>
            </li>
          ))}
        </ul>
        <Totales {...orden} />
        {orden.cupon_codigo !== null && <p className={classes.nota}>Cupón {orden.cupon_codigo}</p>}
        {comprobante && (
          <p>
            Transferencia {referencia} · {comprobante.nombre}{' '}
            {onPago && (
              <Button variant="subtle" onClick={() => void untilRefused(download(onPago))}>
                Descargar comprobante
              </Button>
            )}
          </p>
        )}
        {children}
      </section>
      <CobrosTarjeta cobros={orden.tarjeta.cobros} />
      <section className={classes.caja} aria-label="Historia">
        <h2>Historia</h2>
        <ol className={classes.historia}>
          {historia.map(({ estado, en, quien, motivo }) => (
            <li key={`${estado} ${en}`}>
              <strong>{ESTADO_ORDEN_LABEL[estado]}</strong> · {momentoText(en)} · {quien ?? 'Equipo de la instalación'}
              {motivo !== null && <p className={classes.nota}>{motivo}</p>}
            </li>
          ))}
        </ol>
      </section>
    </>
  )
}
