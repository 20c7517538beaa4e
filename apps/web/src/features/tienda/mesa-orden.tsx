import type { OrdenRevisada } from '@yupana/contract'
import { canMoveOrden } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import * as z from 'zod/mini'

import { Button } from '../../components/button.tsx'
import { ActionDialog } from '../../components/dialog/action-dialog.tsx'
import { FormDialog } from '../../components/form/form-dialog.tsx'
import { TextAreaField } from '../../components/form/text-area-field.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { LoadFailure } from '../../components/load-failure.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { decide, enColaQuery, fetchPagoEnCola, type Lugar } from './mesa.queries.ts'
import { Contenido } from './orden-page.tsx'
import { EstadoOrdenChip, numeroText } from './orden-words.tsx'
import classes from './tienda.module.css'

/** One order on the desk: its receipt, and what is decided. */
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
          {canMoveOrden(data.estado, 'PAGADA') && <Decision orden={data} />}
          <Contenido orden={data} onPago={() => fetchPagoEnCola(lugar)} />
        </>
      )}
    </div>
  )
}

const Schema = z.object({
  motivo: z
    .string()
    .check(z.trim(), z.minLength(5, 'Escriba por qué se rechaza el comprobante.'), z.maxLength(300, '300 caracteres máximos.')),
})

function Decision({ orden }: { orden: OrdenRevisada }) {
  const [dialog, setDialog] = useState<'aprobar' | 'rechazar'>()
  const close = () => setDialog(undefined)
  return (
    <div className={classes.botones}>
      <Button onClick={() => setDialog('aprobar')}>Aprobar pago</Button>
      <Button variant="default" onClick={() => setDialog('rechazar')}>
        Rechazar comprobante
      </Button>
      {dialog === 'aprobar' && (
        <ActionDialog
          title="Aprobar el pago"
          confirmLabel="Aprobar pago"
          busyLabel="Aprobando…"
          onConfirm={() => decide(orden, 'PAGADA')}
          onClose={close}
        >
          <p>Compruebe en el banco que el dinero llegó. Lo comprado se entrega enseguida y no se puede deshacer.</p>
        </ActionDialog>
      )}
      {dialog === 'rechazar' && (
        <FormDialog
          title="Rechazar el comprobante"
          schema={Schema}
          initial={{ motivo: '' }}
          saveLabel="Rechazar"
          busyLabel="Rechazando…"
          saveColor="danger"
          onSubmit={({ motivo }) => decide(orden, 'RECHAZADA', motivo)}
          onClose={close}
        >
          <TextAreaField name="motivo" label="Motivo" required description="Lo lee quien compró; puede enviar otro comprobante." />
        </FormDialog>
      )}
    </div>
  )
}
