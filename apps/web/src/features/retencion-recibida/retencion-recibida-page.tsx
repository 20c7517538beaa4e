import type { RetencionRecibidaForm } from '@yupana/contract'
import { COD_DOC, displayMonto, IMPUESTO_RETENIDO_LABEL, NOMBRE_COMPROBANTE } from '@yupana/fiscal'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState, type ReactNode } from 'react'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'

import { Button, IconButton } from '../../components/button.tsx'
import { CampoFecha, CampoMes } from '../../components/form/campo-fecha.tsx'
import { SelectField } from '../../components/form/choice-fields.tsx'
import { FormFooter, FormSection } from '../../components/form/form-parts.tsx'
import { Form } from '../../components/form/form.tsx'
import { entradaOf } from '../../components/form/monto-entrada.ts'
import { MontoField } from '../../components/form/number-fields.tsx'
import { TextField } from '../../components/form/text-field.tsx'
import { LoadFailure } from '../../components/load-failure.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { PersonaField } from '../../domain/emision/persona-field.tsx'
import { recibidoQuery } from '../../domain/recibido/recibido.queries.ts'
import { Reparos } from '../../domain/recibido/reparos.tsx'
import { Recibir } from '../../domain/recibido/recibir.tsx'
import { today } from '../../lib/formato/format.ts'
import { createSendingKey } from '../../lib/http/sending-key.ts'
import { useLeave } from '../../lib/pagina/use-leave.ts'
import { hasRight } from '../../lib/sesion/rights.ts'
import { LISTA, Registrada, TITULO, VerTodas } from './retencion-recibida-ficha.tsx'
import {
  bodyOf,
  emptyLinea,
  inputOf,
  porcentajeOf,
  retencionInitial,
  RetencionSchema,
  valorOf,
  type RetencionInput,
} from './retencion-recibida-schema.ts'
import { saveRetencion } from './retencion-recibida.queries.ts'
import classes from './retencion-recibida.module.css'

const MAX_LINEAS = 50
const IMPUESTOS = (['1', '2', '6'] as const).map((value) => ({ value, label: IMPUESTO_RETENIDO_LABEL[value] }))

/** `/retencion`, `/retencion/registro` and `/retencion/{uuid}`: a withholding by a client (O-26). */
export function RetencionRecibidaPage() {
  const { uuid = 'registro' } = useParams()
  const [search] = useSearchParams()
  const recibido = search.get('recibido')
  if (uuid !== 'registro') return <Registrada key={uuid} id={uuid} />
  return recibido === null ? <Nueva /> : <Leida key={recibido} id={recibido} />
}

function Nueva() {
  const navigate = useNavigate()
  return (
    <Editor>
      <p className={classes.nota}>
        Lo que un cliente retuvo de una venta suya. La que usted emite por una compra está en{' '}
        <Link to="/retencion/compra">Retenciones de Compras</Link>.
      </p>
      {hasRight('compra:registrar') && (
        <Recibir
          description="¿La tiene en XML? Suéltela aquí: se lee sola y se enlaza con su factura."
          onDone={({ archivos: [archivo] }) => {
            if (archivo?.id) void navigate(`/retencion/registro?recibido=${archivo.id}`)
          }}
        />
      )}
    </Editor>
  )
}

/** A voucher of the inbox, shown for review before it is registered. */
function Leida({ id }: { id: string }) {
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery(recibidoQuery(id))
  if (!data)
    return (
      <>
        <PageHeader title={TITULO} />
        {error && (
          <LoadFailure
            reason="No se pudo abrir este comprobante."
            onRetry={() => void refetch()}
            onBack={() => void navigate('/comprobante/recibido')}
          />
        )}
      </>
    )
  if (data.retencion === null || data.estado === 'REGISTRADO')
    return (
      <>
        <PageHeader title={TITULO} />
        <p className={classes.nota}>
          {data.retencion === null ? 'Este comprobante no es una retención: ' : 'Esta retención ya está registrada: '}
          <Link to={data.retencion_id ? `/retencion/${data.retencion_id}` : '/comprobante/recibido'}>ábralo aquí</Link>.
        </p>
      </>
    )
  return (
    <Editor before={data.retencion} recibido={id}>
      <p className={classes.nota}>Leída del XML de {data.emisor_nombre}, con su firma verificada.</p>
      <Reparos avisos={data.avisos} />
    </Editor>
  )
}

function Editor({ before, recibido, children }: { before?: RetencionRecibidaForm; recibido?: string; children: ReactNode }) {
  const navigate = useNavigate()
  const leave = useLeave(recibido === undefined ? LISTA : '/comprobante/recibido')
  const [keyFor] = useState(createSendingKey)
  const saved = useRef('')
  const canSave = hasRight('compra:registrar')
  return (
    <div className={classes.page}>
      <PageHeader title={TITULO}>
        <VerTodas />
      </PageHeader>
      {children}
      <Form
        label={TITULO}
        schema={RetencionSchema}
        initial={before ? inputOf(before) : retencionInitial()}
        disabled={!canSave}
        onSubmit={async (form) => {
          const body = bodyOf(form)
          saved.current = await saveRetencion(body, { recibido, headers: keyFor(body) })
        }}
        onDone={() => void navigate(`/retencion/${saved.current}`, { replace: true })}
        footer={<FormFooter onCancel={leave} canSave={canSave} />}
      >
        <FormSection title={NOMBRE_COMPROBANTE[COD_DOC.RETENCION]}>
          <PersonaField name="agente" label="Quién retuvo" rol="cliente" onChosen={() => undefined} />
          <div className={classes.tercios}>
            <TextField name="numero" label="Número" placeholder="001-001-000000123" required />
            <CampoFecha name="fecha_emision" label="Fecha de emisión" max={today()} required />
            <CampoMes name="periodo" label="Período fiscal" description="El de la emisión, si no dice otro." />
            <TextField name="autorizacion" label="Autorización o clave de acceso" inputMode="numeric" required />
          </div>
        </FormSection>
        <Lineas />
      </Form>
    </div>
  )
}

function Lineas() {
  const { control, setValue, getValues } = useFormContext<RetencionInput>()
  const { fields, append, remove } = useFieldArray({ control, name: 'lineas' })
  const [lineas, fecha] = useWatch<RetencionInput, ['lineas', 'fecha_emision']>({ name: ['lineas', 'fecha_emision'] })
  const fill = (at: number) => {
    const known = porcentajeOf(getValues(`lineas.${at}.codigo`), fecha || today())
    if (known !== undefined && getValues(`lineas.${at}.porcentaje`) === '') setValue(`lineas.${at}.porcentaje`, entradaOf(known, 0))
  }
  return (
    <FormSection title="Lo retenido">
      <p className={classes.nota}>
        De cada factura suya que el comprobante nombra, lo que se retuvo de ella: baja lo que le deben por esa.
      </p>
      {fields.map((field, at) => (
        <div key={field.id} className={classes.linea} role="group" aria-label={`Retención ${at + 1}`} onBlur={() => fill(at)}>
          <TextField name={`lineas.${at}.numero`} label="Su factura" placeholder="001-001-000000123" />
          <SelectField name={`lineas.${at}.impuesto`} label="Impuesto" options={IMPUESTOS} />
          <TextField name={`lineas.${at}.codigo`} label="Código" required />
          <MontoField name={`lineas.${at}.base`} label="Base" required />
          <MontoField name={`lineas.${at}.porcentaje`} label="%" decimals={0} required />
          <MontoField name={`lineas.${at}.valor`} label="Retenido" placeholder={lineas[at] ? displayMonto(valorOf(lineas[at])) : ''} />
          {fields.length > 1 && (
            <IconButton label={`Quitar la retención ${at + 1}`} onClick={() => remove(at)}>
              <IconTrash size={18} />
            </IconButton>
          )}
        </div>
      ))}
      {fields.length < MAX_LINEAS && (
        <div>
          <Button
            variant="subtle"
            leftSection={<IconPlus size={16} />}
            onClick={() => append(emptyLinea('2', getValues('lineas').at(-1)?.numero))}
          >
            Otra retención
          </Button>
        </div>
      )}
    </FormSection>
  )
}
