import { authCodigo, type Desafio, type Ingreso } from '@yupana/contract'
import { useState } from 'react'
import * as z from 'zod/mini'

import { Button } from '../../components/button.tsx'
import { Form } from '../../components/form/form.tsx'
import { TextField } from '../../components/form/text-field.tsx'
import { PageTitle } from '../../components/page-title.tsx'
import { codigoCualquiera, codigoDeApp, CodigoField } from '../../domain/segundo-factor/codigo-field.tsx'
import { sendForBody } from '../../lib/http/http.ts'
import type { RefusalBody } from '../../lib/http/http-error.ts'
import { useBusy } from '../../lib/pagina/use-busy.ts'
import { Activation } from './activation.tsx'
import { BackToPassword, StepSubmit } from './step-buttons.tsx'
import { overOf, refusedOf } from './desafio.ts'
import classes from './login.module.css'
import step from './second-step.module.css'

export interface SecondStepProps {
  desafio: Desafio
  username: string
  onEntered: (ingreso: Ingreso) => void
  /** Returns to the password, with a reason if the user did not ask for it. */
  onBack: (reason?: RefusalBody) => void
}

/** After the password: the code, or for a user who must have a second factor and has none, its set-up (O-103). */
export const SecondStep = (props: SecondStepProps) => (
  <div className={classes.login}>
    {/* The code takes the focus at once; longer text begins at its heading. */}
    <PageTitle takesFocus={props.desafio.activar === true}>Verificación en dos pasos</PageTitle>
    {props.desafio.activar ? <Activation {...props} /> : <CodeStep {...props} />}
  </div>
)

const DeApp = z.object({ codigo: codigoDeApp })
const DeRecuperacion = z.object({ codigo: codigoCualquiera })

function CodeStep({ desafio: { desafio }, onEntered, onBack }: SecondStepProps) {
  const [isRecovery, setRecovery] = useState(false)
  // No leaving while the code is sent: it may be used up, and this form needs the answer.
  const [isBusy, enter] = useBusy(async ({ codigo }: { codigo: string }) => {
    const answer = await sendForBody(authCodigo, { body: { desafio, codigo } })
    if (answer.ok) return onEntered(answer.data)
    const over = overOf(answer)
    if (over) return onBack(over)
    throw refusedOf(answer)
  })
  return (
    <>
      <p className={classes.subtitle}>
        {isRecovery
          ? 'Ingrese uno de los códigos que guardó al activar la verificación.'
          : 'Ingrese el código de seis dígitos que muestra su aplicación de autenticación.'}
      </p>
      <Form
        key={String(isRecovery)}
        schema={isRecovery ? DeRecuperacion : DeApp}
        initial={{ codigo: '' }}
        onSubmit={enter}
        label="Verificación en dos pasos"
      >
        {isRecovery ? <TextField name="codigo" label="Código de recuperación" required autoFocus /> : <CodigoField autoFocus />}
        <StepSubmit label="Verificar" busyLabel="Verificando…" />
      </Form>
      <div className={step.others}>
        <Button variant="subtle" onClick={() => setRecovery(!isRecovery)} disabled={isBusy} fullWidth>
          {isRecovery ? 'Usar el código de la aplicación' : 'Usar un código de recuperación'}
        </Button>
        <BackToPassword onBack={onBack} disabled={isBusy} />
      </div>
    </>
  )
}
