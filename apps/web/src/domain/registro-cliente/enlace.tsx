import { REGISTRO_DIAS, type RegistroEnlace } from '@yupana/contract'
import { IconBrandWhatsapp, IconCopy, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import dialog from '../../components/dialog/dialog.module.css'
import { Qr } from '../../components/qr.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { TextInput } from '../../components/text-input.tsx'
import { momentoText } from '../../lib/formato/format.ts'
import { untilRefused } from '../../lib/http/http-error.ts'
import { createSendingKey } from '../../lib/http/sending-key.ts'
import { openOutbound } from '../../lib/observacion/outbound.ts'
import { copyText } from '../../lib/pagina/copy-text.ts'
import { useBusy } from '../../lib/pagina/use-busy.ts'
import { currentSession } from '../../lib/sesion/session.ts'
import { enlaceQuery, registrosQuery, revokeEnlace } from './registro.queries.ts'
import classes from './registro.module.css'

/** Polling interval while the user waits for the client's data. */
const LIVE_MS = 3_000

interface EnlaceProps {
  onRecibido: (id: string) => void
  onClose: () => void
}

/** A new link with its QR code, until the client's data arrives. */
export function Enlace({ onRecibido, onClose }: EnlaceProps) {
  const [headers] = useState(() => createSendingKey()('enlace'))
  const { data: enlace, isError } = useQuery(enlaceQuery(headers))
  const { data: registros } = useQuery({ ...registrosQuery(), enabled: enlace !== undefined, refetchInterval: LIVE_MS })
  const hasCome = registros?.some(({ id, recibido }) => id === enlace?.id && recibido !== null) ?? false
  const tell = useEffectEvent(() => enlace && onRecibido(enlace.id))
  useEffect(() => {
    if (hasCome) tell()
  }, [hasCome])
  if (isError) return <Alert title="No se pudo crear el enlace." details={['Cierre y vuelva a intentar.']} />
  if (!enlace) return <Skeleton label="Cargando" lines={['60%', '100%']} />
  return <Hoja enlace={enlace} onClose={onClose} />
}

function Hoja({ enlace: { id, enlace, qr, vence_en: vence }, onClose }: { enlace: RegistroEnlace; onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null)
  const first = useRef<HTMLButtonElement>(null)
  // The dialog set its focus before there was a link.
  useEffect(() => first.current?.focus(), [])
  const [isBusy, revoke] = useBusy(() => untilRefused(revokeEnlace(id).then(onClose)))
  const copy = () => {
    field.current?.select()
    return copyText(enlace, 'Enlace copiado.', 'El enlace está seleccionado: cópielo con Ctrl C.')
  }
  const mensaje = `${currentSession()?.businessName ?? ''} le pide sus datos para sus facturas. Escríbalos aquí: ${enlace}`.trim()
  return (
    <div className={classes.hoja}>
      <p>El cliente escanea el código con su teléfono, escribe sus datos y los envía. Sirve una sola vez, hasta el {momentoText(vence)}.</p>
      <Qr qr={qr} label="Código QR para que el cliente escriba sus datos" />
      <TextInput label="Enlace" value={enlace} readOnly ref={field} onFocus={({ currentTarget }) => currentTarget.select()} />
      <p role="status" className={`${classes.espera} no-print`}>
        Esperando los datos del cliente… Puede cerrar: lo que envíe queda {REGISTRO_DIAS} días en «Datos por aceptar».
      </p>
      <div className={dialog.actions}>
        <Button variant="subtle" busy={isBusy} busyLabel="Anulando…" onClick={() => void revoke()}>
          Anular enlace
        </Button>
        <Button variant="default" leftSection={<IconPrinter size={16} aria-hidden="true" />} onClick={() => window.print()}>
          Imprimir
        </Button>
        <Button
          variant="default"
          leftSection={<IconBrandWhatsapp size={16} aria-hidden="true" />}
          onClick={() => openOutbound(`https://wa.me/?text=${encodeURIComponent(mensaje)}`)}
        >
          WhatsApp
        </Button>
        <Button leftSection={<IconCopy size={16} aria-hidden="true" />} onClick={() => void copy()} ref={first}>
          Copiar enlace
        </Button>
      </div>
    </div>
  )
}
