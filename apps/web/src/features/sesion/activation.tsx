import { authActivar, authConfirmar, type FactorPedido, type Ingreso } from '@yupana/contract'
import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'

import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import { Form } from '../../components/form/form.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { codigoDeApp, CodigoField } from '../../domain/segundo-factor/codigo-field.tsx'
import { CodigoQr } from '../../domain/segundo-factor/codigo-qr.tsx'
import { CodigosRecuperacion } from '../../domain/segundo-factor/codigos-recuperacion.tsx'
import { sendForBody } from '../../lib/http/http.ts'
import { useBusy } from '../../lib/pagina/use-busy.ts'
import { overOf, refusedOf } from './desafio.ts'
import classes from './login.module.css'
import type { SecondStepProps } from './second-step.tsx'
import { BackToPassword, StepSubmit } from './step-buttons.tsx'

const Schema = z.object({ codigo: codigoDeApp })

interface Activated {
  codigos: string[]
  ingreso: Ingreso
}

/** Sets up the second factor before there is a session. */
export function Activation({ desafio: { desafio }, username, onEntered, onBack }: SecondStepProps) {
  const [pedido, setPedido] = useState<FactorPedido>()
  const [reason, setReason] = useState<string>()
  const [activated, setActivated] = useState<Activated>()

  useEffect(() => {
    let isCurrent = true
    sendForBody(authActivar, { body: { desafio } }).then(
      (answer) => {
        if (!isCurrent) return
        if (answer.ok) setPedido(answer.data)
        else setReason(overOf(answer)?.msg ?? answer.body.msg ?? 'Error')
      },
      () => isCurrent && setReason('No se pudo preparar la verificación.'),
    )
    return () => void (isCurrent = false)
  }, [desafio])

  // No leaving during this call: the user would have a second factor without recovery codes.
  const [isBusy, confirm] = useBusy(async ({ codigo }: { codigo: string }) => {
    const answer = await sendForBody(authConfirmar, { body: { desafio, codigo } })
    if (answer.ok) return setActivated(answer.data)
    const over = overOf(answer)
    if (over) return onBack(over)
    throw refusedOf(answer)
  })

  if (activated) return <Kept codigos={activated.codigos} username={username} onContinue={() => onEntered(activated.ingreso)} />
  return (
    <>
      <p className={classes.subtitle}>Su usuario administra toda la instalación y la necesita para ingresar. Se configura una sola vez.</p>
      {reason !== undefined && <Alert title={reason} />}
      {!pedido && reason === undefined && <Skeleton label="Preparando la verificación" lines={['100%', '60%']} />}
      {pedido && (
        <Form schema={Schema} initial={{ codigo: '' }} onSubmit={confirm} label="Activar la verificación en dos pasos">
          <CodigoQr pedido={pedido} />
          <CodigoField />
          <StepSubmit label="Activar y continuar" busyLabel="Activando…" />
        </Form>
      )}
      <BackToPassword onBack={onBack} disabled={isBusy} />
    </>
  )
}

/** The recovery codes, which take the place and the focus of the form. */
function Kept({ codigos, username, onContinue }: { codigos: string[]; username: string; onContinue: () => void }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])
  return (
    <div ref={place} tabIndex={-1} className={classes.login}>
      <Alert tone="success" title="Verificación en dos pasos activada" />
      <CodigosRecuperacion codigos={codigos} username={username} />
      <Button onClick={onContinue} fullWidth>
        Ya los guardé, continuar
      </Button>
    </div>
  )
}
