import { shareDocumento, unshareDocumento, type EnlaceDocumento } from '@yupana/contract'
import { IconBrandWhatsapp } from '@tabler/icons-react'

import { Button } from '../../components/button.tsx'
import { EnlaceDialog } from '../../components/dialog/enlace-dialog.tsx'
import { momentoText } from '../../lib/formato/format.ts'
import { fetchData, send } from '../../lib/http/http.ts'
import { untilRefused } from '../../lib/http/http-error.ts'
import { noticeSuccess } from '../../lib/pagina/notices.ts'
import { openOutbound } from '../../lib/observacion/outbound.ts'

/** The public link of a document, created if missing. @throws HttpError */
export const createEnlace = (id: string): Promise<EnlaceDocumento> => fetchData(shareDocumento, { params: { id } })

async function dropEnlace(id: string): Promise<void> {
  noticeSuccess(await send(unshareDocumento, { params: { id } }), unshareDocumento.msg)
}

interface CompartirDialogProps {
  id: string
  numero: string
  enlace: EnlaceDocumento
  onClose: () => void
}

function vistasText({ vistas, visto_en: visto }: EnlaceDocumento): string {
  if (vistas === 0 || visto === null) return 'Todavía nadie lo abrió.'
  return `Se abrió ${vistas === 1 ? 'una vez' : `${vistas} veces`}, la última el ${momentoText(visto)}.`
}

/** The link of a document, to copy or to send by WhatsApp with its text. */
export function CompartirDialog({ id, numero, enlace, onClose }: CompartirDialogProps) {
  const { no_corresponde: rechazo, mensaje, whatsapp } = enlace
  const drop = async () => {
    await untilRefused(dropEnlace(id))
    onClose()
  }
  return (
    <EnlaceDialog
      title={`Enlace de ${numero}`}
      enlace={enlace.enlace ?? ''}
      onClose={onClose}
      action={
        <>
          <Button variant="subtle" onClick={() => void drop()}>
            Retirar el enlace
          </Button>
          <Button
            variant="default"
            leftSection={<IconBrandWhatsapp size={16} aria-hidden="true" />}
            onClick={() => openOutbound(`https://wa.me/${whatsapp ?? ''}?text=${encodeURIComponent(mensaje ?? '')}`)}
          >
            WhatsApp
          </Button>
        </>
      }
    >
      Su receptor lo ve, descarga RIDE y XML y pregunta al SRI por su validez, sin usuario ni contraseña. {vistasText(enlace)}
      {rechazo && ` El ${momentoText(rechazo.en)} quien lo abrió dijo que no le corresponde${rechazo.nota ? `: «${rechazo.nota}»` : ''}.`}
    </EnlaceDialog>
  )
}
