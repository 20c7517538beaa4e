import type { ComprobanteFila } from '@yupana/contract'
import { useEffect, useRef, useState } from 'react'

import { Button } from '../../components/button.tsx'
import { BulkActions, BulkProgress } from '../../components/data-table/bulk-progress.tsx'
import { spaced, useBulk, type BulkResult } from '../../components/data-table/use-bulk.ts'
import { Dialog } from '../../components/dialog/dialog.tsx'
import { HttpError } from '../../lib/http/http-error.ts'
import { queryClient } from '../../lib/http/query-client.ts'
import { downloadZip, mailAgain } from './comprobante-lote.ts'
import { canMail, hasFiles } from './comprobante-rules.ts'
import classes from './comprobante.module.css'
import { forgetComprobantes } from './comprobante.queries.ts'

interface LoteDialogProps {
  filas: readonly ComprobanteFila[]
  onClose: () => void
}

const named = (filas: readonly ComprobanteFila[]) => filas.map(({ id, numero }) => ({ id, name: numero }))

/** Does it once, when the dialog opens. */
function useOnce(work: () => void) {
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    work()
  })
}

const OUTSIDE: BulkResult = { ok: false, text: 'Se emitió fuera: sus archivos no están aquí.' }

/** RIDE and XML of many as one ZIP. */
export function ZipDialog({ filas, onClose }: LoteDialogProps) {
  const own = filas.filter(hasFiles)
  const [done, setDone] = useState(0)
  const [end, setEnd] = useState<'saved' | 'failed'>()
  const run = async () => {
    setEnd(undefined)
    setDone(0)
    try {
      await downloadZip(
        own.map(({ id }) => id),
        setDone,
      )
      setEnd('saved')
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      setEnd('failed')
    }
  }
  useOnce(() => void (own.length > 0 && run()))
  const ready = new Set(own.slice(0, end === 'saved' ? own.length : done).map(({ id }) => id))
  const outside = new Set(filas.filter((fila) => !hasFiles(fila)).map(({ id }) => id))
  const resultOf = (id: string) => (outside.has(id) ? OUTSIDE : ready.has(id) ? { ok: true, text: 'RIDE y XML' } : undefined)
  return (
    <Dialog opened title="Descargar RIDE y XML" onClose={onClose} size="var(--form-dialog-width)">
      <BulkProgress label="Comprobantes listos" rows={named(filas)} done={ready.size} resultOf={resultOf} />
      <div className={classes.lote}>
        {end === 'saved' && <p>El ZIP se guardó. Dentro, resultado.csv dice qué hay de cada comprobante.</p>}
        {end === 'failed' && (
          <>
            <p>La descarga no terminó.</p>
            <Button variant="default" onClick={() => void run()}>
              Reintentar
            </Button>
          </>
        )}
        <Button variant={end === 'saved' ? 'filled' : 'default'} onClick={onClose}>
          Cerrar
        </Button>
      </div>
    </Dialog>
  )
}

const WAITS: BulkResult = { ok: false, text: 'El correo espera la autorización del SRI.' }

/** Sends RIDE and XML of many again, to whom each went before. */
export function MailLoteDialog({ filas, onClose }: LoteDialogProps) {
  const [isAsked, setAsked] = useState(false)
  const mailable = filas.filter(canMail)
  const { results, isRunning, start, stop } = useBulk((id) => spaced(() => mailAgain(id)))
  const resultOf = (id: string) => results.get(id) ?? (mailable.some((fila) => fila.id === id) ? undefined : WAITS)
  const failed = mailable.filter(({ id }) => results.get(id)?.ok === false).map(({ id }) => id)
  const run = async (ids: readonly string[]) => {
    setAsked(true)
    await start(ids)
    void queryClient.invalidateQueries({ queryKey: ['correo'] })
    await forgetComprobantes()
  }
  const count = mailable.length
  return (
    <Dialog
      opened
      title="Reenviar correos"
      onClose={() => {
        stop()
        onClose()
      }}
      size="var(--form-dialog-width)"
    >
      {!isAsked && (
        <p>
          {count === 1 ? 'Se enviarán' : `De ${count} comprobantes se enviarán`} el RIDE y el XML a los correos a los que ya se enviaron.
          Esto no se puede deshacer.
        </p>
      )}
      {isAsked && <BulkProgress label="Comprobantes enviados" rows={named(filas)} done={results.size} resultOf={resultOf} />}
      <BulkActions isRunning={isRunning} hasFailed={failed.length > 0} onStop={stop} onRetry={() => void run(failed)} onClose={onClose}>
        {!isAsked && (
          <Button disabled={count === 0} onClick={() => void run(mailable.map(({ id }) => id))}>
            {count === 1 ? 'Enviar 1 correo' : `Enviar ${count} correos`}
          </Button>
        )}
      </BulkActions>
    </Dialog>
  )
}
