import {
  MAX_MENSAJE_CORREO,
  PASOS_RECORDATORIO,
  SIN_DIAS_RECORDATORIO,
  type RecordatorioForm,
  type RecordatorioGuardado,
} from '@yupana/contract'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'

import { Dialog } from '../../components/dialog/dialog.tsx'
import { CheckboxField, CheckboxGroupField } from '../../components/form/choice-fields.tsx'
import { FormDialog } from '../../components/form/form-dialog.tsx'
import { TextAreaField } from '../../components/form/text-area-field.tsx'
import { LoadFailure } from '../../components/load-failure.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { momentoText } from '../../lib/formato/format.ts'
import { guardarRecordatorio, recordatorioQuery } from './cartera.queries.ts'

const days = (n: number) => `${n} ${n === 1 ? 'día' : 'días'}`
const pasoText = (paso: number) => (paso === 0 ? 'El día que vence' : paso < 0 ? `${days(-paso)} antes` : `${days(paso)} después`)
const PASOS = PASOS_RECORDATORIO.map((paso) => ({ value: String(paso), label: pasoText(paso) }))

const Schema = z
  .object({ activo: z.boolean(), pasos: z.array(z.string()), mensaje: z.string().check(z.trim(), z.maxLength(MAX_MENSAJE_CORREO)) })
  .check(z.refine(({ activo, pasos }) => !activo || pasos.length > 0, { path: ['pasos'], error: SIN_DIAS_RECORDATORIO }))

const TITULO = 'Recordatorios automáticos'

type Pasos = RecordatorioForm['pasos']

/** Days on which clients get automatic reminders. */
export function RecordatorioDialog({ onClose }: { onClose: () => void }) {
  const { data, isError, refetch } = useQuery(recordatorioQuery())
  if (data) return <AjusteDialog ajuste={data} onClose={onClose} />
  return (
    <Dialog opened title={TITULO} onClose={onClose} size="var(--form-dialog-width)">
      {isError ? (
        <LoadFailure reason="No se pudieron leer los recordatorios." onRetry={() => void refetch()} onBack={onClose} />
      ) : (
        <Skeleton label="Cargando los recordatorios" lines={['80%', '100%', '60%']} />
      )}
    </Dialog>
  )
}

function AjusteDialog({
  ajuste: { version, activo, pasos, mensaje, guardado },
  onClose,
}: {
  ajuste: RecordatorioGuardado
  onClose: () => void
}) {
  return (
    <FormDialog
      title={TITULO}
      schema={Schema}
      initial={{ activo, pasos: pasos.map(String), mensaje: mensaje ?? '' }}
      hasRequired={false}
      onSubmit={(form) => guardarRecordatorio({ ...form, pasos: form.pasos.map(Number) as Pasos, version })}
      onClose={onClose}
    >
      <p>
        Cada cliente con correo recibe, en los días que elija, lo que debe y está vencido o por vencer, una sola vez por cada documento y
        día. Solo se envían con el ambiente de producción.
      </p>
      <CheckboxField name="activo" label="Recordar a los clientes" />
      <CheckboxGroupField name="pasos" label="Respecto del vencimiento" options={PASOS} />
      <TextAreaField
        name="mensaje"
        label="Mensaje a los clientes"
        description={`Dónde pagar, por ejemplo. Va después de la lista. Hasta ${MAX_MENSAJE_CORREO} caracteres.`}
        rows={3}
      />
      {guardado && (
        <p>
          Guardado por {guardado.usuario} el {momentoText(guardado.en)}.
        </p>
      )}
    </FormDialog>
  )
}
