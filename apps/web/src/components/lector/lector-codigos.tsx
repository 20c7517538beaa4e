import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { detectorClass } from '../../lib/pagina/lee-codigos.ts'
import { useCamera } from '../../lib/pagina/use-camera.ts'
import { Alert } from '../alert.tsx'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog/dialog.tsx'
import dialog from '../dialog/dialog.module.css'
import { useIsPhone } from '../theme/viewport.ts'
import classes from './lector-codigos.module.css'

const CAMARA = { video: { facingMode: 'environment', width: { ideal: 1_280 }, height: { ideal: 720 } } }
const LOOK_MS = 150
/** Time out of sight after which a code counts as new, in ms. */
const GONE_MS = 1_000
const BUZZ_MS = 60

/** Text about a code that was read, and whether the code was expected. */
export interface Leido {
  text: string
  ok: boolean
}

interface LectorProps {
  /** What the user should show to the camera. */
  pide: string
  nota?: string
  onRead: (code: string) => Leido | Promise<Leido>
}

interface LectorCodigosProps extends LectorProps {
  title: string
  onClose: () => void
}

/** Reads bar codes with the camera, one after the other. */
export function LectorCodigos({ title, onClose, ...lector }: LectorCodigosProps) {
  const isPhone = useIsPhone()
  return (
    <Dialog opened title={title} size={560} fullScreen={isPhone} onClose={onClose}>
      <Lector {...lector} />
      <div className={dialog.footer}>
        <Button onClick={onClose}>Listo</Button>
      </div>
    </Dialog>
  )
}

function Lector({ pide, nota, onRead }: LectorProps) {
  const camera = useCamera(CAMARA)
  const view = useRef<HTMLVideoElement>(null)
  const [said, setSaid] = useState(pide)
  const read = useEffectEvent(async (code: string) => {
    const { text, ok } = await onRead(code)
    if (ok) navigator.vibrate?.(BUZZ_MS)
    setSaid(text)
  })
  useEffect(() => {
    const Class = detectorClass()
    const video = view.current
    if (!Class || !video || camera === undefined || camera === 'ninguna') return
    video.srcObject = camera
    const detector = new Class()
    const seen = new Map<string, number>()
    let timer: ReturnType<typeof setTimeout>
    let isOver = false
    const look = async () => {
      // A video without its first frame cannot be read.
      const codes = await detector.detect(video).catch(() => [])
      if (isOver) return
      const now = performance.now()
      for (const { rawValue: code } of codes) {
        const isNew = now - (seen.get(code) ?? -Infinity) > GONE_MS
        seen.set(code, now)
        if (isNew) await read(code)
      }
      if (!isOver) timer = setTimeout(() => void look(), LOOK_MS)
    }
    void look()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [camera])
  if (camera === 'ninguna')
    return <Alert title="No se puede usar la cámara." details={['Dé permiso al navegador para usarla, o escriba o escanee el código.']} />
  return (
    <div className={classes.lector}>
      {camera === undefined && <p>Permita el uso de la cámara.</p>}
      <video ref={view} className={classes.video} aria-label="Cámara" autoPlay muted playsInline />
      <p role="status" className={classes.leido}>
        {said}
      </p>
      {nota !== undefined && <p className={classes.nota}>{nota}</p>}
    </div>
  )
}
