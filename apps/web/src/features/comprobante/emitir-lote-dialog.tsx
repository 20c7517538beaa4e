import type { BorradorFila, Contexto } from '@yupana/contract'
import { useRef, useState } from 'react'

import { Button } from '../../components/button.tsx'
import { BulkActions, BulkProgress } from '../../components/data-table/bulk-progress.tsx'
import { spaced, useBulk, type BulkResult } from '../../components/data-table/use-bulk.ts'
import { Dialog } from '../../components/dialog/dialog.tsx'
import { contextoQuery } from '../../domain/emision/contexto.queries.ts'
import { HttpError, noticesOf } from '../../lib/http/http-error.ts'
import { queryClient } from '../../lib/http/query-client.ts'
import { randomId } from '../../lib/http/random-id.ts'
import { forgetComprobantes } from './comprobante.queries.ts'

/** Issues one draft as it was saved. */
export type Emisor = (id: string, contexto: Contexto) => Promise<BulkResult>
/** How drafts of a type are issued; undefined where it has no editor. */
export type EmisorDe = (codigo: string) => Promise<Emisor | undefined>

interface EmitirLoteDialogProps {
  filas: readonly BorradorFila[]
  emisorDe: EmisorDe
  onClose: () => void
}

const textoOf = (count: number) => (count === 1 ? '1 borrador' : `${count} borradores`)

/** Many drafts are issued one after the other, each with its own result; «Detener» leaves the rest as they are. */
export function EmitirLoteDialog({ filas, emisorDe, onClose }: EmitirLoteDialogProps) {
  const [isAsked, setAsked] = useState(false)
  const [instance] = useState(randomId)
  const tipoOf = useRef(new Map(filas.map(({ id, tipo }) => [id, tipo]))).current
  const emit = async (id: string): Promise<BulkResult> => {
    const codigo = tipoOf.get(id) ?? ''
    try {
      const emisor = await emisorDe(codigo)
      if (!emisor) return { ok: false, text: 'Este tipo de documento no se emite desde aquí.' }
      const contexto = await queryClient.fetchQuery({ ...contextoQuery(codigo, instance), staleTime: Infinity, gcTime: 60_000 })
      return await emisor(id, contexto)
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      return { ok: false, text: noticesOf(error, 'primero')[0]?.detail ?? error.message }
    }
  }
  const { results, isRunning, start, stop } = useBulk((id) => spaced(() => emit(id)))
  const failed = filas.filter(({ id }) => results.get(id)?.ok === false).map(({ id }) => id)
  const run = async (ids: readonly string[]) => {
    setAsked(true)
    await start(ids)
    await forgetComprobantes()
  }
  return (
    <Dialog
      opened
      title="Emitir borradores"
      onClose={() => {
        stop()
        onClose()
      }}
      size="var(--form-dialog-width)"
    >
      {isAsked ? (
        <BulkProgress
          label="Documentos emitidos"
          rows={filas.map(({ id, cliente, total }) => ({ id, name: `${cliente || 'Sin cliente'}${total ? ` · ${total}` : ''}` }))}
          done={results.size}
          resultOf={(id) => results.get(id)}
        />
      ) : (
        <p>
          Se emitirán {textoOf(filas.length)}, uno tras otro y con la fecha de hoy. Los que tengan algo por corregir se quedan como están y
          se dice por qué. Lo emitido no se puede deshacer.
        </p>
      )}
      <BulkActions isRunning={isRunning} hasFailed={failed.length > 0} onStop={stop} onRetry={() => void run(failed)} onClose={onClose}>
        {!isAsked && <Button onClick={() => void run(filas.map(({ id }) => id))}>Emitir {textoOf(filas.length)}</Button>}
      </BulkActions>
    </Dialog>
  )
}
