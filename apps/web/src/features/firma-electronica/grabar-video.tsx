import { useEffect, useRef, useState } from 'react'

import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog/dialog.tsx'
import { HttpError } from '../../lib/http/http-error.ts'
import { useCamera } from '../../lib/pagina/use-camera.ts'
import { durationText, recordingOf, type Grabacion } from './grabacion.ts'
import classes from './firma.module.css'

/** Shortest time in which the whole text can be read aloud. */
const MIN_SEGUNDOS = 5
/** Enough for a slow reader, and far below the size limit. */
const MAX_SEGUNDOS = 180

const CAMARA = { audio: true, video: { facingMode: 'user', width: { ideal: 1_280 }, height: { ideal: 720 } } }

interface GrabarVideoProps {
  texto: string
  onUpload: (file: File, onProgress: (sent: number, total: number) => void) => Promise<void>
}

/** Records the video of the holder, with the text beside it (O-81). */
export function GrabarVideo(props: GrabarVideoProps) {
  const [isShown, setShown] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setShown(true)}>
        Grabar con la cámara
      </Button>
      {isShown && (
        <Dialog opened title="Grabar el video" size={860} onClose={() => setShown(false)}>
          <Grabadora {...props} onDone={() => setShown(false)} />
        </Dialog>
      )}
    </>
  )
}

function Grabadora({ texto, onUpload, onDone }: GrabarVideoProps & { onDone: () => void }) {
  const camera = useCamera(CAMARA)
  const [file, setFile] = useState<File>()
  if (camera === 'ninguna')
    return (
      <Alert
        title="No se puede usar la cámara."
        details={['Dé permiso al navegador para usar cámara y micrófono, siga en el teléfono, o suba un video grabado aparte.']}
      />
    )
  return (
    <div className={classes.grabar}>
      <blockquote className={classes.leer}>{texto}</blockquote>
      {camera === undefined && <p role="status">Permita el uso de la cámara y del micrófono.</p>}
      {camera && !file && <Camara camera={camera} onFile={setFile} />}
      {file && <Revisar file={file} onUpload={onUpload} onAgain={() => setFile(undefined)} onDone={onDone} />}
    </div>
  )
}

function Camara({ camera, onFile }: { camera: MediaStream; onFile: (file: File) => void }) {
  const view = useRef<HTMLVideoElement>(null)
  const grabacion = useRef<Grabacion>(undefined)
  const [segundos, setSegundos] = useState<number>()
  useEffect(() => {
    if (view.current) view.current.srcObject = camera
  }, [camera])
  useEffect(() => () => grabacion.current?.cancel(), [])
  const isRecording = segundos !== undefined
  useEffect(() => {
    if (!isRecording) return
    const timer = setInterval(() => setSegundos((before = 0) => before + 1), 1_000)
    return () => clearInterval(timer)
  }, [isRecording])
  const stop = () => grabacion.current?.stop()
  useEffect(() => {
    if (segundos !== undefined && segundos >= MAX_SEGUNDOS) stop()
  }, [segundos])
  const start = () => {
    grabacion.current = recordingOf(camera, onFile)
    setSegundos(0)
  }
  return (
    <>
      <video ref={view} className={classes.video} aria-label="Cámara" autoPlay muted playsInline />
      <div className={classes.botones}>
        {isRecording ? (
          <Button disabled={segundos < MIN_SEGUNDOS} onClick={stop}>
            Terminar ({durationText(segundos)})
          </Button>
        ) : (
          <Button onClick={start}>Empezar a grabar</Button>
        )}
      </div>
    </>
  )
}

interface RevisarProps extends Pick<GrabarVideoProps, 'onUpload'> {
  file: File
  onAgain: () => void
  onDone: () => void
}

function Revisar({ file, onUpload, onAgain, onDone }: RevisarProps) {
  const video = useRef<HTMLVideoElement>(null)
  const [sent, setSent] = useState<number>()
  const [problem, setProblem] = useState<string[]>()
  const [, raise] = useState<never>()
  useEffect(() => {
    const address = URL.createObjectURL(file)
    if (video.current) video.current.src = address
    return () => URL.revokeObjectURL(address)
  }, [file])
  const use = async () => {
    setSent(0)
    setProblem(undefined)
    try {
      await onUpload(file, (parts, total) => setSent(parts / total))
      onDone()
    } catch (failure) {
      if (!(failure instanceof HttpError))
        return raise(() => {
          throw failure
        })
      const refused = failure.fieldErrors['file']
      setProblem(refused === undefined ? [failure.message, 'Presione otra vez: sigue donde quedó.'] : [refused])
    } finally {
      setSent(undefined)
    }
  }
  return (
    <>
      {problem !== undefined && <Alert title="El video no se terminó de subir." details={problem} />}
      <video ref={video} className={classes.video} aria-label="Video grabado" controls playsInline />
      <div className={classes.botones}>
        <Button variant="default" onClick={onAgain} disabled={sent !== undefined}>
          Grabar otra vez
        </Button>
        <Button busy={sent !== undefined} busyLabel={`Subiendo ${Math.round((sent ?? 0) * 100)} %`} onClick={() => void use()}>
          Usar este video
        </Button>
      </div>
    </>
  )
}
