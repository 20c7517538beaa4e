import type { ProductoVenta } from '@yupana/contract'
import { IconBarcode } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog/dialog.tsx'
import dialog from '../../components/dialog/dialog.module.css'
import { useIsPhone } from '../../components/theme/viewport.ts'
import { useCamera } from '../../lib/pagina/use-camera.ts'
import classes from './lector-camara.module.css'
import { exactOf, findProductos } from './producto-busqueda.ts'

/** Of the Shape Detection API, which not every browser has. */
interface Detector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>
}
const detectorClass = () => (globalThis as { BarcodeDetector?: new () => Detector }).BarcodeDetector
const canRead = () => detectorClass() !== undefined && (navigator.mediaDevices as MediaDevices | undefined) !== undefined

const CAMARA = { video: { facingMode: 'environment', width: { ideal: 1_280 }, height: { ideal: 720 } } }
const LOOK_MS = 150
/** A code that was out of sight for so long is shown anew: another unit. */
const GONE_MS = 1_000
const BUZZ_MS = 60

interface LectorCamaraProps {
  /** A product was read: one more of it. Answers how many there are by now. */
  onScan: (producto: ProductoVenta) => string
}

/** Reads bar codes with the camera of the phone, one after the other; nothing where the browser cannot. */
export function LectorCamara({ onScan }: LectorCamaraProps) {
  const [isShown, setShown] = useState(false)
  const isPhone = useIsPhone()
  if (!canRead()) return null
  return (
    <>
      <Button variant="default" leftSection={<IconBarcode size={18} />} onClick={() => setShown(true)}>
        Leer con la cámara
      </Button>
      {isShown && (
        <Dialog opened title="Leer códigos de barras" size={560} fullScreen={isPhone} onClose={() => setShown(false)}>
          <Lector onScan={onScan} />
          <div className={dialog.footer}>
            <Button onClick={() => setShown(false)}>Listo</Button>
          </div>
        </Dialog>
      )}
    </>
  )
}

function Lector({ onScan }: LectorCamaraProps) {
  const camera = useCamera(CAMARA)
  const view = useRef<HTMLVideoElement>(null)
  const [said, setSaid] = useState('Muestre a la cámara el código de un producto.')
  const read = useEffectEvent(async (code: string) => {
    const productos = await findProductos(code).catch(() => undefined)
    const producto = productos && exactOf(code, productos)
    if (producto) navigator.vibrate?.(BUZZ_MS)
    setSaid(
      producto
        ? `${producto.name}: ${onScan(producto)}`
        : productos
          ? `Ningún producto tiene el código ${code}.`
          : 'No hubo respuesta: vuelva a mostrarlo.',
    )
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
      // Before its first picture a video holds nothing to read.
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
      <p className={classes.nota}>Para contar otra unidad del mismo producto, aleje el código un momento y muéstrelo de nuevo.</p>
    </div>
  )
}
