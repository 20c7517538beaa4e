import type { DeclaracionPagada, OrdenRevisada } from '@yupana/contract'
import { canMoveOrden } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import * as z from 'zod/mini'

import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import { ActionDialog } from '../../components/dialog/action-dialog.tsx'
import { FormDialog } from '../../components/form/form-dialog.tsx'
import { TextAreaField } from '../../components/form/text-area-field.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { LoadFailure } from '../../components/load-failure.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { untilRefused } from '../../lib/http/http-error.ts'
import { useBusy } from '../../lib/pagina/use-busy.ts'
import { decide, enColaQuery, fetchPagoEnCola, issue, refund, type Lugar } from './mesa.queries.ts'
import { Contenido, Declaraciones, Firmas } from './orden-page.tsx'
import { DOCUMENTO_LABEL, EstadoOrdenChip, numeroText } from './orden-words.tsx'
import { PresentadaDialog } from './presentada-dialog.tsx'
import classes from './tienda.module.css'

/** An order at the desk: its payment receipt, and the decision. */
export function MesaOrden({ lugar }: { lugar: Lugar }) {
  const navigate = useNavigate()
  const { data, isError, refetch } = useQuery(enColaQuery(lugar))
  return (
    <div className={classes.orden}>
      <PageHeader title={data ? numeroText(data.numero) : 'Orden'}>
        {data && (
          <span className={classes.estado}>
            <EstadoOrdenChip estado={data.estado} />
          </span>
        )}
        <LinkButton to="/administracion/tienda" variant="default">
          Tienda de la Instalación
        </LinkButton>
      </PageHeader>
      {isError && !data && (
        <LoadFailure
          reason="No se pudo abrir esta orden."
          onRetry={() => void refetch()}
          onBack={() => void navigate('/administracion/tienda')}
        />
      )}
      {!data && !isError && <Skeleton label="Cargando" lines={['60%', '100%', '80%']} />}
      {data && (
        <>
          <p>
            <strong>{data.empresa}</strong> · RUC {data.ruc} · {data.comprador}
          </p>
          <PorEmitir orden={data} />
          {canMoveOrden(data.estado, 'PAGADA') && <Decision orden={data} />}
          {canMoveOrden(data.estado, 'DEVUELTA') && data.por_emitir === null && <Devolucion orden={data} />}
          <Firmas orden={data} solicitudOf={({ id }) => `/administracion/firmas?empresa=${data.empresa_id}&solicitud=${id}`} />
          <DeclaracionesDeMesa orden={data} />
          <Contenido orden={data} onPago={() => fetchPagoEnCola(lugar)} />
        </>
      )}
    </div>
  )
}

function DeclaracionesDeMesa({ orden }: { orden: OrdenRevisada }) {
  const [filing, setFiling] = useState<DeclaracionPagada>()
  return (
    <>
      <Declaraciones orden={orden} onFile={setFiling} />
      {filing && (
        <PresentadaDialog
          declaracion={{ ...filing, ...orden, orden_id: orden.id, version: filing.version }}
          onClose={() => setFiling(undefined)}
        />
      )}
    </>
  )
}

/** Documents issued by the selling company, or why it cannot issue. */
function PorEmitir({ orden }: { orden: OrdenRevisada }) {
  const [isBusy, run] = useBusy(() => untilRefused(issue(orden)))
  const { por_emitir, problema, factura, nota_credito } = orden
  const what = por_emitir && DOCUMENTO_LABEL[por_emitir].toLowerCase()
  return (
    <>
      {factura !== null && (
        <p>
          Factura {factura}
          {nota_credito !== null && ` · ${DOCUMENTO_LABEL.NOTA_CREDITO} ${nota_credito}`}
        </p>
      )}
      {what !== null && (
        <Alert title={`La ${what} de esta orden no está emitida.`} details={problema === null ? [] : [problema]}>
          <Button variant="default" busy={isBusy} busyLabel="Emitiendo…" onClick={() => void run()}>
            Emitir {what}
          </Button>
        </Alert>
      )}
    </>
  )
}

function Devolucion({ orden }: { orden: OrdenRevisada }) {
  const [opened, setOpened] = useState(false)
  return (
    <div className={classes.botones}>
      <Button variant="default" onClick={() => setOpened(true)}>
        Devolver el dinero
      </Button>
      {opened && (
        <FormDialog
          title="Devolver el dinero"
          schema={schemaOf('Escriba por qué se devuelve.')}
          initial={{ motivo: '' }}
          saveLabel="Devolver"
          busyLabel="Devolviendo…"
          saveColor="danger"
          onSubmit={({ motivo }) => refund(orden, motivo)}
          onClose={() => setOpened(false)}
        >
          <p>
            La factura se anula con una nota de crédito y lo comprado se retira.{' '}
            {orden.tarjeta.cobros.some(({ estado }) => estado === 'PAGADO')
              ? 'El dinero vuelve a la tarjeta.'
              : 'El dinero se transfiere aparte.'}
          </p>
          {orden.declaraciones.some(({ numero_sri }) => numero_sri !== null) && <p>Una declaración que el SRI ya tiene queda hecha.</p>}
          {orden.firmas.some(({ solicitud }) => solicitud?.estado === 'APROBADA' || solicitud?.estado === 'EMITIDA') && (
            <p>Una firma que la entidad ya tiene se queda con su solicitud.</p>
          )}
          <TextAreaField name="motivo" label="Motivo" required description="Sale en la nota de crédito." />
        </FormDialog>
      )}
    </div>
  )
}

const schemaOf = (missing: string) =>
  z.object({ motivo: z.string().check(z.trim(), z.minLength(5, missing), z.maxLength(300, '300 caracteres máximos.')) })
/** Refusals, each with a reason that the buyer reads. */
const NEGATIVAS = {
  RECHAZADA: {
    boton: 'Rechazar comprobante',
    titulo: 'Rechazar el comprobante',
    verbo: 'Rechazar',
    ocupado: 'Rechazando…',
    schema: schemaOf('Escriba por qué se rechaza el comprobante.'),
    ayuda: 'Lo lee quien compró; puede enviar otro comprobante.',
  },
  ANULADA: {
    boton: 'Anular orden',
    titulo: 'Anular la orden',
    verbo: 'Anular orden',
    ocupado: 'Anulando…',
    schema: schemaOf('Escriba por qué se anula la orden.'),
    ayuda: 'Lo lee quien compró; ya no podrá pagarla. Lo que transfirió se devuelve aparte.',
  },
} as const

function Decision({ orden }: { orden: OrdenRevisada }) {
  const [dialog, setDialog] = useState<'PAGADA' | keyof typeof NEGATIVAS>()
  const close = () => setDialog(undefined)
  return (
    <div className={classes.botones}>
      <Button onClick={() => setDialog('PAGADA')}>Aprobar pago</Button>
      {(['RECHAZADA', 'ANULADA'] as const).map((estado) => (
        <Button key={estado} variant="default" onClick={() => setDialog(estado)}>
          {NEGATIVAS[estado].boton}
        </Button>
      ))}
      {dialog === 'PAGADA' && (
        <ActionDialog
          title="Aprobar el pago"
          confirmLabel="Aprobar pago"
          busyLabel="Aprobando…"
          onConfirm={() => decide(orden, 'PAGADA')}
          onClose={close}
        >
          <p>Compruebe en el banco que el dinero llegó. Lo comprado se entrega enseguida y se emite su factura.</p>
        </ActionDialog>
      )}
      {dialog !== undefined && dialog !== 'PAGADA' && (
        <FormDialog
          title={NEGATIVAS[dialog].titulo}
          schema={NEGATIVAS[dialog].schema}
          initial={{ motivo: '' }}
          saveLabel={NEGATIVAS[dialog].verbo}
          busyLabel={NEGATIVAS[dialog].ocupado}
          saveColor="danger"
          onSubmit={({ motivo }) => decide(orden, dialog, motivo)}
          onClose={close}
        >
          <TextAreaField name="motivo" label="Motivo" required description={NEGATIVAS[dialog].ayuda} />
        </FormDialog>
      )}
    </div>
  )
}
