import type { CotizacionFila } from '@yupana/contract'
import { useState } from 'react'

import { Button } from '../../components/button.tsx'
import { BulkActions, BulkProgress } from '../../components/data-table/bulk-progress.tsx'
import { spaced, useBulk } from '../../components/data-table/use-bulk.ts'
import { Dialog } from '../../components/dialog/dialog.tsx'
import type { Lote } from './cotizacion-lote.ts'
import { forgetCotizaciones } from './cotizacion.queries.ts'

interface LoteDialogProps {
  lote: Lote
  filas: readonly CotizacionFila[]
  /** Whether it was begun. */
  onClose: (isBegun: boolean) => void
}

/** Asks first, then does it with one quote after the other. */
export function LoteDialog({ lote, filas: chosen, onClose }: LoteDialogProps) {
  // The list loses what is deleted while its result still shows.
  const [filas] = useState(chosen)
  const [isAsked, setAsked] = useState(false)
  const allowed = filas.filter(lote.allows)
  const { results, isRunning, start, stop } = useBulk((id) => spaced(() => lote.run(id)))
  const resultOf = (id: string) =>
    results.get(id) ?? (allowed.some((fila) => fila.id === id) ? undefined : { ok: false, text: lote.refused })
  const failed = allowed.filter(({ id }) => results.get(id)?.ok === false).map(({ id }) => id)
  const run = async (ids: readonly string[]) => {
    setAsked(true)
    await start(ids)
    await forgetCotizaciones()
  }
  const close = () => {
    stop()
    onClose(isAsked)
  }
  return (
    <Dialog opened title={lote.titulo} onClose={close} size="var(--form-dialog-width)">
      {isAsked ? (
        <BulkProgress
          label={lote.avance}
          rows={filas.map(({ id, numero }) => ({ id, name: numero }))}
          done={results.size}
          resultOf={resultOf}
        />
      ) : (
        <p>{allowed.length === 0 ? lote.refused : lote.aviso(allowed.length)}</p>
      )}
      <BulkActions isRunning={isRunning} hasFailed={failed.length > 0} onStop={stop} onRetry={() => void run(failed)} onClose={close}>
        {!isAsked && allowed.length > 0 && (
          <Button onClick={() => void run(allowed.map(({ id }) => id))}>{lote.empezar(allowed.length)}</Button>
        )}
      </BulkActions>
    </Dialog>
  )
}
