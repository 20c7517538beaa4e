import type { Conteo, MovimientoFormInput } from '@yupana/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router'

import { CampoFecha } from '../../components/form/campo-fecha.tsx'
import { CheckboxField, SelectField } from '../../components/form/choice-fields.tsx'
import page from '../../components/form/form-page.module.css'
import { FieldPair, FormFooter, FormSection } from '../../components/form/form-parts.tsx'
import { Form, FORM_STAYS } from '../../components/form/form.tsx'
import { TextField } from '../../components/form/text-field.tsx'
import { LoadFailure } from '../../components/load-failure.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { bodegasQuery } from '../../domain/bodega/bodegas.ts'
import { today } from '../../lib/formato/format.ts'
import { createSendingKey } from '../../lib/http/sending-key.ts'
import { addNotice } from '../../lib/pagina/notices.ts'
import { useLeave } from '../../lib/pagina/use-leave.ts'
import { hasRight } from '../../lib/sesion/rights.ts'
import { ConteoDialog } from './conteo-dialog.tsx'
import { MovimientoLineas } from './movimiento-lineas.tsx'
import { bodyOf, conceptoOptions, conteoOf, movimientoInitial, MovimientoSchema, type MovimientoInput } from './movimiento-schema.ts'
import { TIPO_OPTIONS } from './movimiento-words.tsx'
import { revisarConteo, saveMovimiento } from './movimiento.queries.ts'

/** `/movimiento/registro`: manual entry, exit, transfer or count of goods. */
export function MovimientoFormPage() {
  const { data: bodegas, error, refetch } = useQuery(bodegasQuery())
  const navigate = useNavigate()
  const leave = useLeave('/movimiento')
  const [keyFor] = useState(createSendingKey)
  const saved = useRef('')
  const [conteo, setConteo] = useState<{ revisado: Conteo; decide: (registers: boolean) => void }>()
  /** Shows the effect of a count. Returns whether to register it. */
  const review = async (body: MovimientoFormInput) => {
    const revisado = await revisarConteo(conteoOf(body))
    const registers = await new Promise<boolean>((decide) => setConteo({ revisado, decide }))
    setConteo(undefined)
    return registers
  }
  const canSave = hasRight('inventario:mover')
  if (!bodegas)
    return (
      <>
        <PageHeader title="Nuevo movimiento" />
        {error && <LoadFailure reason="No se pudieron leer las bodegas." onRetry={() => void refetch()} onBack={leave} />}
      </>
    )
  const activas = bodegas.filter(({ status }) => status === 'ACTIVO')
  return (
    <div className={page.page}>
      <PageHeader title="Nuevo movimiento" />
      <Form
        label="Movimiento"
        schema={MovimientoSchema}
        initial={movimientoInitial(activas)}
        disabled={!canSave}
        onSubmit={async (form) => {
          const body = bodyOf(form)
          if (form.tipo === 'AJUSTE' && !(await review(body))) return FORM_STAYS
          const { avisos, id } = await saveMovimiento(body, keyFor(body))
          for (const { message } of avisos) addNotice({ severity: 'warn', detail: message })
          saved.current = id
          return undefined
        }}
        onDone={() => void navigate(`/movimiento/${saved.current}`, { replace: true })}
        footer={<Pie onCancel={leave} canSave={canSave} />}
      >
        <Cabecera bodegas={activas.map(({ id, name }) => ({ value: id, label: name }))} />
        <FormSection title="Productos">
          <MovimientoLineas />
        </FormSection>
      </Form>
      {conteo && <ConteoDialog conteo={conteo.revisado} onRegister={() => conteo.decide(true)} onClose={() => conteo.decide(false)} />}
    </div>
  )
}

/** A count is reviewed before it is saved. */
function Pie(props: { onCancel: () => void; canSave: boolean }) {
  const tipo = useWatch<MovimientoInput, 'tipo'>({ name: 'tipo' })
  return <FormFooter {...props} {...(tipo === 'AJUSTE' && { saveLabel: 'Ver diferencias' })} />
}

function Cabecera({ bodegas }: { bodegas: readonly { value: string; label: string }[] }) {
  const [tipo, concepto, transito] = useWatch<MovimientoInput, ['tipo', 'concepto', 'en_transito']>({
    name: ['tipo', 'concepto', 'en_transito'],
  })
  const { setValue } = useFormContext<MovimientoInput>()
  const conceptos = conceptoOptions(tipo)
  const [usual] = conceptos
  const isTransferencia = tipo === 'TRANSFERENCIA'
  useEffect(() => {
    if (usual && !conceptoOptions(tipo).some(({ value }) => value === concepto)) setValue('concepto', usual.value)
  }, [tipo, concepto, usual, setValue])
  return (
    <FormSection title="Movimiento">
      <FieldPair>
        <SelectField name="tipo" label="Tipo" options={TIPO_OPTIONS} required />
        {conceptos.length > 0 ? (
          <SelectField name="concepto" label="Concepto" options={conceptos} required />
        ) : (
          <CampoFecha name="fecha" label="Fecha" max={today()} required />
        )}
      </FieldPair>
      <FieldPair>
        <SelectField name="bodega_id" label={isTransferencia ? 'Bodega de origen' : 'Bodega'} options={bodegas} required />
        {isTransferencia && (
          <SelectField
            name="bodega_destino_id"
            label="Bodega de destino"
            options={[{ value: '', label: 'Elija una bodega' }, ...bodegas]}
            required
          />
        )}
        {conceptos.length > 0 && <CampoFecha name="fecha" label="Fecha" max={today()} required />}
      </FieldPair>
      {isTransferencia && (
        <CheckboxField
          name="en_transito"
          label="Queda en tránsito"
          description={
            transito
              ? 'Sale de la bodega de origen y entra en la de destino cuando alguien la reciba.'
              : 'Sale de la bodega de origen y entra en la de destino ahora mismo.'
          }
        />
      )}
      <FieldPair>
        <TextField name="motivo" label="Motivo" required={tipo === 'AJUSTE'} />
        <TextField name="referencia" label="Referencia" description="El número del documento que lo respalda, si lo hay." />
      </FieldPair>
    </FormSection>
  )
}
