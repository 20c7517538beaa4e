import type { RecibidoFila } from '@yupana/contract'
import { useState } from 'react'

import { Button } from '../../components/button.tsx'
import { BulkActions, BulkProgress } from '../../components/data-table/bulk-progress.tsx'
import { useBulk } from '../../components/data-table/use-bulk.ts'
import { Dialog } from '../../components/dialog/dialog.tsx'
import { aceptarUno } from '../../domain/recibido/bandeja.queries.ts'
import { forgetRecibidos } from '../../domain/recibido/recibido.queries.ts'
import { hasRight } from '../../lib/sesion/rights.ts'
import { numeroText } from './recibido-words.ts'

interface AceptarLoteProps {
  filas: readonly RecibidoFila[]
  /** Opens the withholding of the registered purchases. */
  onRetener: (compras: readonly string[]) => void
  onClose: () => void
}

/** Registers many documents as proposed, one after the other. */
export function AceptarLote({ filas, onRetener, onClose }: AceptarLoteProps) {
  const [compras, setCompras] = useState<readonly string[]>([])
  const { results, isRunning, start, stop } = useBulk(async (id) => {
    const fila = filas.find((one) => one.id === id)
    if (!fila) throw new RangeError('not among the chosen')
    const { compra, ...result } = await aceptarUno(fila)
    if (compra !== undefined) setCompras((before) => [...before, compra])
    return result
  })
  const nuevos = filas.filter(({ estado, anulado }) => estado === 'NUEVO' && !anulado)
  const run = async (ids: readonly string[]) => {
    await start(ids)
    await forgetRecibidos()
  }
  const failed = nuevos.filter(({ id }) => results.get(id)?.ok === false).map(({ id }) => id)
  const isBegun = isRunning || results.size > 0
  const close = () => {
    stop()
    onClose()
  }
  return (
    <Dialog opened title="Registrar como se propone" onClose={close} size="var(--form-dialog-width)">
      {!isBegun && <p>{`Se registran ${nuevos.length} de ${filas.length}: los nuevos, cada uno con su sustento propuesto.`}</p>}
      {isBegun && (
        <BulkProgress
          label="Registrados"
          verbo="registrar"
          rows={nuevos.map((fila) => ({ id: fila.id, name: `${numeroText(fila)} · ${fila.emisor_nombre}` }))}
          resultOf={(id) => results.get(id)}
        />
      )}
      <BulkActions isRunning={isRunning} hasFailed={failed.length > 0} onStop={stop} onRetry={() => void run(failed)} onClose={close}>
        {!isBegun && (
          <Button disabled={nuevos.length === 0} onClick={() => void run(nuevos.map(({ id }) => id))}>
            {`Registrar ${nuevos.length}`}
          </Button>
        )}
        {!isRunning && compras.length > 0 && hasRight('documento:emitir') && (
          <Button onClick={() => onRetener(compras)}>Retener de lo registrado</Button>
        )}
      </BulkActions>
    </Dialog>
  )
}
