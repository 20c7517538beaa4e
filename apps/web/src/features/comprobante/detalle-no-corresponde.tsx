import { seeNoCorresponde, type ComprobanteDetalle } from '@yupana/contract'

import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import { momentoText } from '../../lib/formato/format.ts'
import { untilRefused } from '../../lib/http/http-error.ts'
import { send } from '../../lib/http/http.ts'
import { noticeSuccess } from '../../lib/pagina/notices.ts'
import { useBusy } from '../../lib/pagina/use-busy.ts'
import { hasRight } from '../../lib/sesion/rights.ts'
import { forgetComprobantes } from './comprobante.queries.ts'

async function see(id: string): Promise<void> {
  noticeSuccess(await send(seeNoCorresponde, { params: { id } }), seeNoCorresponde.msg)
  await forgetComprobantes()
}

/** Notice that a visitor of the public page said the document is not his; it shows until a user has reviewed it, and is kept. */
export function DetalleNoCorresponde({ documento: { id, no_corresponde: dicho } }: { documento: ComprobanteDetalle }) {
  const [isBusy, run] = useBusy(() => untilRefused(see(id)))
  if (!dicho) return null
  const que = `El ${momentoText(dicho.en)}, desde su enlace${dicho.nota ? `: «${dicho.nota}»` : ', sin comentario'}.`
  const visto = dicho.visto_en !== null && `Revisado el ${momentoText(dicho.visto_en)}.`
  return (
    <Alert
      title="Quien lo abrió dijo que no le corresponde"
      details={[que, visto || 'Revise a quién lo emitió: si se equivocó de cliente, anúlelo o emita una nota de crédito.']}
    >
      {!visto && hasRight('documento:emitir') && (
        <Button variant="default" busy={isBusy} busyLabel="Anotando…" onClick={() => void run()}>
          Ya lo revisé
        </Button>
      )}
    </Alert>
  )
}
