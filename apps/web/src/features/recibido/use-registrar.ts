import type { RecibidoFila } from '@yupana/contract'
import { useNavigate } from 'react-router'

import { aceptar } from '../../domain/recibido/bandeja.queries.ts'
import type { SerieRetencion } from '../../domain/recibido/serie-retencion.ts'
import { CON_RETENCION } from '../../domain/retencion/al-guardar.ts'
import { useOrigin } from '../../lib/pagina/use-leave.ts'
import { canWithhold, emits } from './recibido-words.ts'

/** Registers a document as proposed, and issues its withholding in this series if the proposal has one. @throws HttpError */
export function useRegistrar({ settled }: Pick<SerieRetencion, 'settled'>): (fila: RecibidoFila) => Promise<void> {
  const navigate = useNavigate()
  const { from: origin } = useOrigin()
  return async (fila) => {
    const retain = (id: string) => ({
      label: 'Retener',
      run: () => void navigate(`/documento/compra/${id}`, { state: { from: origin, ...CON_RETENCION } }),
    })
    const { propuesta } = fila
    const isTogether = emits(propuesta)
    const now = await aceptar(fila, (done) => (canWithhold(done) && !isTogether ? retain(done.compra_id ?? '') : undefined))
    if (!isTogether || now.compra_id === null) return
    const { retenerRegistrado } = await import('../../domain/recibido/retener-registrado.ts')
    const serie = (await settled())?.value
    await retenerRegistrado(now.compra_id, { retenido: propuesta.retencion.retenido, serie }, retain(now.compra_id))
  }
}
