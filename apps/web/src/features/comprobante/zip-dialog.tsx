import type { ComprobanteFila } from '@yupana/contract'
import { useEffect, useRef, useState } from 'react'

import { Button } from '../../components/button.tsx'
import { BulkProgress } from '../../components/data-table/bulk-progress.tsx'
import { Dialog } from '../../components/dialog/dialog.tsx'
import { HttpError } from '../../lib/http/http-error.ts'
import { downloadZip, EMITIDO_FUERA } from './comprobante-lote.ts'
import { hasFiles } from './comprobante-rules.ts'
import classes from './comprobante.module.css'

interface ZipDialogProps {
  filas: readonly ComprobanteFila[]
  onClose: () => void
}

/** Runs work once, when the dialog opens. */
function useOnce(work: () => void) {
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    work()
  })
}

/** RIDE and XML of many documents in one ZIP. */
export function ZipDialog({ filas, onClose }: ZipDialogProps) {
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
  const resultOf = (id: string) =>
    outside.has(id) ? { ok: false, text: EMITIDO_FUERA } : ready.has(id) ? { ok: true, text: 'RIDE y XML' } : undefined
  return (
    <Dialog opened title="Descargar RIDE y XML" onClose={onClose} size="var(--form-dialog-width)">
      <BulkProgress
        label="Comprobantes listos"
        verbo="descargar"
        rows={filas.map(({ id, numero }) => ({ id, name: numero }))}
        resultOf={resultOf}
      />
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
