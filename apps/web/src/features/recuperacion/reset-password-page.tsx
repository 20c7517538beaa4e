import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'

import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import { Form, RequiredNote } from '../../components/form/form.tsx'
import { NewPasswordField } from '../../components/form/new-password-field.tsx'
import { PasswordField } from '../../components/form/text-field.tsx'
import { PageTitle } from '../../components/page-title.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { NewPasswordSchema } from '../../domain/cuenta/reglas.ts'
import { useRequisitos } from '../../domain/cuenta/use-requisitos.ts'
import { useHiddenToken } from '../../lib/sesion/use-hidden-token.ts'
import { checkCode, resetPassword, type Comprobacion } from './recuperacion.ts'
import classes from './recuperacion.module.css'

const INVALID = 'Código de restauración inválido.'

type Step = 'checking' | 'form' | 'done' | Extract<Comprobacion, { serves: false }>

/** `/restablecer/:token`: the form appears once the server has confirmed the code. */
export function ResetPasswordPage() {
  const navigate = useNavigate()
  const token = useHiddenToken('/restablecer')
  const [step, setStep] = useState<Step>('checking')
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let isCurrent = true
    void checkCode(token).then((answer) => isCurrent && setStep(answer.serves ? 'form' : answer))
    return () => void (isCurrent = false)
  }, [token, attempt])
  const retry = () => {
    setStep('checking')
    setAttempt(attempt + 1)
  }
  return (
    <div className={classes.page}>
      <header>
        <PageTitle>Restablecer contraseña</PageTitle>
        <p className={classes.subtitle}>Ingrese una nueva contraseña para recuperar su cuenta.</p>
      </header>
      {step === 'checking' && <Skeleton label="Comprobando el enlace" lines={['100%', '100%']} />}
      {step === 'form' && <ResetForm token={token} onStep={setStep} />}
      {step === 'done' && <Alert tone="success" title="Exitoso" details={['Se ha restablecido su contraseña.']} />}
      {typeof step === 'object' && <Alert title="Error" details={[step.isFinal ? INVALID : step.message]} />}
      {typeof step === 'object' && !step.isFinal && (
        <Button onClick={retry} fullWidth>
          Reintentar
        </Button>
      )}
      <Button variant="subtle" onClick={() => void navigate('/login')} fullWidth>
        Regresar
      </Button>
    </div>
  )
}

function ResetForm({ token, onStep }: { token: string; onStep: (step: Step) => void }) {
  const [isBusy, setBusy] = useState(false)
  const requisitos = useRequisitos()
  const send = async ({ new_pass }: { new_pass: string }) => {
    setBusy(true)
    try {
      const invalid = await resetPassword(token, new_pass)
      onStep(invalid === undefined ? 'done' : { serves: false, message: invalid, isFinal: true })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Form
      schema={NewPasswordSchema}
      initial={{ new_pass: '', confirmation: '' }}
      onSubmit={send}
      disabled={isBusy}
      label="Restablecer contraseña"
    >
      <NewPasswordField name="new_pass" label="Nueva contraseña" requisitos={requisitos} required />
      <PasswordField name="confirmation" label="Confirmar nueva contraseña" autoComplete="new-password" required />
      <Button type="submit" busy={isBusy} busyLabel="Enviando…" fullWidth>
        Enviar
      </Button>
      <RequiredNote />
    </Form>
  )
}
