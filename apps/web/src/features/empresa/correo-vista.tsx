import type { ClaseCorreo, VistaCorreo } from '@yupana/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'

import { Button } from '../../components/button.tsx'
import { PartFailure } from '../../components/part-failure.tsx'
import { RadioGroup } from '../../components/radio-group.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { useDebounced } from '../../lib/pagina/use-debounced.ts'
import { useRunning } from '../../lib/http/use-running.ts'
import { CorreoSchema, type CorreoInput } from './correo-schema.ts'
import classes from './correo-section.module.css'
import { sendPrueba, vistaQuery } from './correo.queries.ts'

const STILL_MS = 400
const FORMAS = [
  { value: 'html', label: 'Con formato' },
  { value: 'texto', label: 'Solo texto' },
] as const

/** Preview of the mail, following the typed text. */
export function CorreoVista({ clase }: { clase: ClaseCorreo }) {
  const typed = useDebounced(useWatch<CorreoInput>() as CorreoInput, STILL_MS)
  const [forma, setForma] = useState<'html' | 'texto'>('html')
  const { getValues } = useFormContext<CorreoInput>()
  const problem = CorreoSchema.safeParse(typed).error?.issues[0]?.message
  const isRight = problem === undefined
  const { data, isError, refetch } = useQuery(vistaQuery(clase, isRight ? typed : undefined))
  const prueba = useRunning()
  return (
    <section className={classes.vista} aria-label="Así lo recibirá su cliente">
      <h2>Así lo recibirá su cliente</h2>
      <p role="status" className={classes.quiet}>
        {!isRight && `Por ahora no se puede mostrar: ${problem}`}
      </p>
      {isError && <PartFailure reason="No se pudo mostrar el correo." onRetry={refetch} />}
      {!data && isRight && !isError && <Skeleton label="Cargando la vista previa" lines={['50%', '100%', '80%']} />}
      {data && (
        <>
          <Cabecera vista={data} />
          <RadioGroup label="Ver" options={FORMAS} value={forma} onChange={setForma} />
          {forma === 'html' ? <Hoja html={data.html} /> : <p className={classes.texto}>{data.texto}</p>}
        </>
      )}
      <div>
        <Button
          variant="default"
          disabled={!isRight}
          busy={prueba.isRunning}
          busyLabel="Enviando…"
          onClick={() => prueba.run(() => sendPrueba(clase, getValues()))}
        >
          Enviarme una prueba
        </Button>
      </div>
    </section>
  )
}

const Cabecera = ({ vista: { de, responder_a, copia, asunto, numero, es_ejemplo } }: { vista: VistaCorreo }) => (
  <>
    <p className={classes.quiet}>
      {es_ejemplo
        ? 'Con un comprobante de ejemplo: todavía no hay uno autorizado de este tipo.'
        : `Con su último comprobante autorizado de este tipo, ${numero}.`}
    </p>
    <dl className={classes.cabecera}>
      <dt>De</dt>
      <dd>{de}</dd>
      <dt>Responder a</dt>
      <dd>{responder_a.length > 0 ? responder_a.join(', ') : '—'}</dd>
      {copia.length > 0 && (
        <>
          <dt>Copia</dt>
          <dd>{copia.join(', ')}</dd>
        </>
      )}
      <dt>Asunto</dt>
      <dd>{asunto}</dd>
    </dl>
  </>
)

/** A mail has inline styles, which the page's policy refuses: they are passed as data and set one by one. */
const asData = (html: string) => html.replaceAll(' style="', ' data-style="')

/** The mail in a shadow root: styles of the page and of the mail do not mix. */
function Hoja({ html }: { html: string }) {
  const host = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const root = host.current?.shadowRoot ?? host.current?.attachShadow({ mode: 'open' })
    const { body } = new DOMParser().parseFromString(asData(html), 'text/html')
    const sheet = document.createElement('div')
    sheet.dataset['style'] = body.dataset['style'] ?? ''
    sheet.append(...body.childNodes)
    for (const element of [sheet, ...sheet.querySelectorAll<HTMLElement>('[data-style]')])
      element.style.cssText = element.dataset['style'] ?? ''
    root?.replaceChildren(sheet)
  }, [html])
  return <div ref={host} className={classes.hoja} role="group" aria-label="Vista previa del correo" />
}
