import { useState, type SubmitEvent } from 'react'

import { Button } from '../components/button.tsx'
import { NativeSelect } from '../components/native-select.tsx'
import { TextArea } from '../components/text-area.tsx'
import { reportTestimony } from '../lib/observacion/report-error.ts'
import classes from './error-report.module.css'

const MAX = 1000

/** Three questions about an unexpected error, sent to the service that already has the error. */
export function ErrorReport({ eventId }: { eventId: string | undefined }) {
  const [state, setState] = useState<'open' | 'sending' | 'sent' | 'failed'>('open')
  const send = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const answers = new FormData(event.currentTarget)
    const answer = (name: string) => String(answers.get(name) ?? '').trim()
    setState('sending')
    const isSent = await reportTestimony(eventId, {
      primera_vez: answer('primera_vez'),
      que_hacia: answer('que_hacia'),
      informacion: answer('informacion'),
    })
    setState(isSent ? 'sent' : 'failed')
  }
  if (state === 'sent') return <p role="status">Gracias. Su reporte fue enviado.</p>
  return (
    <form className={classes.report} aria-label="Reportar el error" onSubmit={(event) => void send(event)}>
      <h2>Ayúdenos a corregirlo</h2>
      <NativeSelect name="primera_vez" label="¿Es la primera vez que ocurre?" data={['No lo sé', 'Sí', 'No']} />
      <TextArea name="que_hacia" label="¿Qué estaba haciendo antes del error?" maxLength={MAX} />
      <TextArea name="informacion" label="Información adicional" maxLength={MAX} />
      {state === 'failed' && <p role="alert">No se pudo enviar el reporte. Intente nuevamente.</p>}
      <Button type="submit" variant="default" busy={state === 'sending'} busyLabel="Enviando…">
        Enviar reporte
      </Button>
    </form>
  )
}
