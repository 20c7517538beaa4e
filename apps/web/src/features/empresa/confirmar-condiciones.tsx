import { REGIMENES } from '@yupana/fiscal'
import type { CondicionesConfirmadas, EmpresaPerfil } from '@yupana/contract'
import { useFormState } from 'react-hook-form'
import * as z from 'zod/mini'

import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import { SelectField } from '../../components/form/choice-fields.tsx'
import { FieldPair } from '../../components/form/form-parts.tsx'
import { Form, RequiredNote } from '../../components/form/form.tsx'
import { REQUIRED } from '../../components/form/messages.ts'
import { today } from '../../lib/formato/format.ts'
import { historyOf, holdsOn, REGIMEN_OPTIONS } from './condicion-schema.ts'
import { answerCondiciones } from './empresa.queries.ts'
import classes from './empresa.module.css'

const UNCHOSEN = { value: null, label: 'Elija una opción' }
const answered = z.refine((value) => value !== null, REQUIRED)
const ConfirmarSchema = z.object({
  regimen: z.nullable(z.enum(REGIMENES)).check(answered),
  obligado_contabilidad: z.nullable(z.boolean()).check(answered),
})
const CONTABILIDAD = [UNCHOSEN, { value: true, label: 'Sí, está obligada' }, { value: false, label: 'No está obligada' }]

/** Régimen and accounting, confirmed once before the first document: both are printed on each, and decide what the company may issue. */
export function Confirmar({ perfil, canEdit }: { perfil: EmpresaPerfil; canEdit: boolean }) {
  const vigente = historyOf(perfil.condiciones, 'REGIMEN').find((one) => holdsOn(one, today()))
  return (
    <section className={classes.card} aria-label="Confirmar antes de emitir" data-current>
      <header className={classes.cardHead}>
        <h2>Confirmar antes de emitir</h2>
      </header>
      <Alert
        title="Hasta que confirme estos dos datos la empresa no puede emitir."
        details={['Constan en su RUC (SRI en línea › RUC › Consulta). Se imprimen en cada comprobante.']}
      />
      <Form
        label="Confirmar antes de emitir"
        schema={ConfirmarSchema}
        disabled={!canEdit}
        initial={{ regimen: (vigente?.valor ?? null) as CondicionesConfirmadas['regimen'] | null, obligado_contabilidad: null }}
        onSubmit={(values) => answerCondiciones(values as CondicionesConfirmadas)}
        footer={canEdit ? <Footer /> : <p className={classes.quiet}>Lo hace un administrador de la empresa.</p>}
      >
        <FieldPair>
          <SelectField name="regimen" label="Régimen de hoy" required options={[UNCHOSEN, ...REGIMEN_OPTIONS]} />
          <SelectField name="obligado_contabilidad" label="Obligado a llevar contabilidad" required options={CONTABILIDAD} />
        </FieldPair>
      </Form>
    </section>
  )
}

function Footer() {
  const { isSubmitting } = useFormState()
  return (
    <div className={classes.confirm}>
      <RequiredNote />
      <Button type="submit" busy={isSubmitting} busyLabel="Confirmando…">
        Confirmar
      </Button>
    </div>
  )
}
