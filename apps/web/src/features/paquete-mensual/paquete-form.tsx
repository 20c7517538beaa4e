import { MAX_CORREOS_PAQUETE, MAX_DIA_PAQUETE, MAX_MB_PAQUETE, PaqueteAjuste, type Paquete } from '@yupana/contract'
import { addMonths, firstOfMonth, nombrePeriodoFiscal } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { CheckboxField, SelectField } from '../../components/form/choice-fields.tsx'
import { CargarActuales, useConflicto } from '../../components/form/conflicto.tsx'
import { FormFooter, FormSection } from '../../components/form/form-parts.tsx'
import { Form } from '../../components/form/form.tsx'
import { ListField } from '../../components/form/list-field.tsx'
import { saveKeeping } from '../../components/form/save-keeping.ts'
import { fechaText, momentoText, today } from '../../lib/formato/format.ts'
import { useLeave } from '../../lib/pagina/use-leave.ts'
import { hasRight } from '../../lib/sesion/rights.ts'
import classes from './paquete.module.css'
import { guardarPaquete, paqueteQuery } from './paquete.queries.ts'

const DIAS = Array.from({ length: MAX_DIA_PAQUETE }, (_, at) => ({ value: at + 1, label: String(at + 1) }))

const initialOf = ({ activo, dia, correos }: Paquete) => ({ activo, dia, correos })

function proximoText({ proximo }: Paquete): string {
  if (proximo === null) return 'No se envía solo.'
  const mes = nombrePeriodoFiscal({ desde: addMonths(firstOfMonth(proximo), -1), meses: 1 }).toLowerCase()
  return proximo <= today() ? `El de ${mes} sale hoy.` : `El próximo sale el ${fechaText(proximo)}, con ${mes}.`
}

/** Settings of the monthly mail: whether, when and to whom. */
export function AjusteForm({ paquete }: { paquete: Paquete }) {
  const leave = useLeave('/declaraciones')
  const { refetch } = useQuery(paqueteQuery())
  // The version of the form's values: a newer save that is read meanwhile must not change it.
  const [version, setVersion] = useState(paquete.version)
  const { hasConflict, watched, settle } = useConflicto()
  const canSave = hasRight('declaracion:presentar')
  const take = (leido: Paquete) => {
    setVersion(leido.version)
    return initialOf(leido)
  }
  return (
    <Form
      label="Paquete mensual"
      schema={PaqueteAjuste}
      initial={initialOf(paquete)}
      onSubmit={(values, form) => saveKeeping(form, watched(guardarPaquete({ ...values, version })).then(take))}
      footer={<FormFooter onCancel={leave} canSave={canSave} hasRequired={false} />}
    >
      {hasConflict && (
        <CargarActuales read={() => refetch().then(({ isSuccess, data }) => (isSuccess ? take(data) : undefined))} onTaken={settle} />
      )}
      <FormSection title="Cada mes">
        <p className={classes.quiet}>
          Un correo a su contador con los XML y RIDE del mes anterior, el ATS, los borradores de los formularios 104 y 103 y la lista de
          defectos. Si todo junto pasa de {MAX_MB_PAQUETE} MB, los XML y RIDE se descargan en Reportes y el correo lo dice.
        </p>
        <fieldset disabled={!canSave} className={classes.fields}>
          <CheckboxField name="activo" label="Enviar cada mes" />
          <div className={classes.dia}>
            <SelectField name="dia" label="Día del mes" options={DIAS} />
          </div>
          <ListField
            name="correos"
            label="A quién"
            itemLabel="Correo"
            addLabel="Añadir correo"
            max={MAX_CORREOS_PAQUETE}
            startsOpen
            description="Reciben todos los comprobantes de la empresa, también si quien los escribió aquí deja de trabajar en ella."
          />
        </fieldset>
        <p className={classes.quiet} aria-live="polite">
          {proximoText(paquete)}
          {paquete.guardado && ` Guardado por ${paquete.guardado.usuario} el ${momentoText(paquete.guardado.en)}.`}
        </p>
      </FormSection>
    </Form>
  )
}
