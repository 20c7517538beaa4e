import { readComprobante, type ComprobanteDetalle } from '@yupana/contract'
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
import { downloadXml } from '../../domain/comprobante/archivos.ts'
import { ComprobanteChip } from '../../domain/comprobante/estado-chip.tsx'
import { nombreTotal } from '../../domain/comprobante/nombre.ts'
import { PasosEmision } from '../../domain/comprobante/pasos-emision.tsx'
import { useSeguir, withNovedad } from '../../domain/comprobante/use-seguir.ts'
import { fechaText } from '../../lib/format.ts'
import { fetchData } from '../../lib/http.ts'
import { nombreOf } from '../../lib/keyboard.ts'
import { useAtajos } from './atajos.ts'
import classes from './factura-emitida.module.css'
import hoja from './documento.module.css'
import { Espera } from './espera.tsx'
import { Motivos } from './motivos.tsx'
import { nombreOfForma } from './pagos.tsx'
import { TECLAS } from './teclas.ts'
import { tell } from './tell.ts'
import type { Entrega } from './use-emitir.ts'
import { usePrintOnce } from './use-print-once.ts'

/** Asked anew with every state: what the SRI answered comes with it. */
const detalleQuery = (id: string, estado: string) =>
  queryOptions({ queryKey: ['documento', 'emitida', id, estado], queryFn: ({ signal }) => fetchData(readComprobante, { params: { id }, signal }), placeholderData: keepPreviousData })

interface FacturaEmitidaProps {
  id: string
  /** What is still to be done at the counter; nothing when it was opened later. */
  entrega?: Entrega
  /** It was issued just now, on this screen. */
  isFresh: boolean
  onNew: () => void
}

/** What became of the invoice, followed live; the next customer is one key away. */
export function FacturaEmitida({ id, entrega = {}, isFresh, onNew }: FacturaEmitidaProps) {
  const navigate = useNavigate()
  const novedades = useSeguir([id])
  const { data, error, refetch } = useQuery(detalleQuery(id, novedades.get(id)?.estado ?? ''))
  if (!data && error) {
    return (
      <>
        <PageHeader title="Factura" />
        <LoadFailure reason="No se pudo abrir esta factura." onRetry={() => void refetch()} onBack={() => void navigate('/comprobante')} />
      </>
    )
  }
  if (!data) {
    return (
      <>
        <PageHeader title="Factura" />
        <Skeleton label="Cargando la factura" lines={['60%', '100%', '100%', '80%']} />
      </>
    )
  }
  return <Emitida detalle={withNovedad(data, novedades)} entrega={entrega} isFresh={isFresh} onNew={onNew} />
}

function Emitida({ detalle, entrega, isFresh, onNew }: Required<Omit<FacturaEmitidaProps, 'id'>> & { detalle: ComprobanteDetalle }) {
  const { id, clave, numero } = detalle
  const print = usePrintOnce(detalle, entrega.impresion)
  useAtajos({ nueva: onNew })
  const isRejected = detalle.estado_tributario === ESTADO_AUTORIZACION.NO_AUTORIZADO
  return (
    <div className={classes.emitida}>
      <header className={hoja.strip}>
        <PageTitle takesFocus={!isFresh}>{`Factura ${numero}`}</PageTitle>
        <ComprobanteChip fila={detalle} />
      </header>
      <section className={hoja.card} aria-label="Resultado de la emisión">
        <div className={classes.resultado}>
          <p className={classes.total}>{displayMonto(detalle.total)}</p>
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
        <Espera id={id} estado={detalle.estado_tributario} />
        {isRejected && <Motivos detalle={detalle} />}
        <Acciones onNew={onNew} takesFocus={isFresh}>
          <Button variant="default" leftSection={<IconPrinter size={18} />} onClick={() => print('A4')}>
            Imprimir A4
          </Button>
          <Button variant="default" leftSection={<IconReceipt size={18} />} onClick={() => print('TICKET')}>
            Imprimir ticket
          </Button>
          <Button variant="default" leftSection={<IconFileDownload size={18} />} onClick={() => tell(downloadXml(id, clave))}>
            XML
          </Button>
          <LinkButton to={`/documento/registro?duplicar=${id}`} variant="default" icon={<IconCopy size={18} />}>
            Duplicar
          </LinkButton>
          <LinkButton to={`/comprobante/${id}`} variant="default" icon={<IconFileText size={18} />}>
            Ver detalle
          </LinkButton>
        </Acciones>
      </section>
      <Lineas detalle={detalle} />
    </div>
  )
}

function Acciones({ onNew, takesFocus, children }: { onNew: () => void; takesFocus: boolean; children: ReactNode }) {
  const next = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (takesFocus) next.current?.focus()
  }, [takesFocus])
  return (
    <div className={classes.acciones}>
      <Button ref={next} leftSection={<IconPlus size={18} />} onClick={onNew} title={nombreOf(TECLAS.nueva)}>
        Nueva factura
      </Button>
      {children}
    </div>
  )
}

const Lineas = ({ detalle }: { detalle: ComprobanteDetalle }) => (
  <section className={hoja.card} aria-label="Líneas">
    <ul className={classes.emitidaLineas}>
      {detalle.lineas.map((linea) => (
        <li key={linea.n}>
          <span>
            {linea.descripcion}
            <small>
              {displayNumero(linea.cantidad)} × {displayMonto(linea.precio_unitario)}
            </small>
          </span>
          <span>{displayMonto(linea.base)}</span>
        </li>
      ))}
    </ul>
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
