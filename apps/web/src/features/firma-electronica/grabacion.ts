import { serverNow } from '../../lib/sesion/server-clock.ts'

/** Video formats of browsers, the most widely readable first. */
const TIPOS = ['video/mp4;codecs=avc1,mp4a.40.2', 'video/webm;codecs=vp8,opus', 'video/webm'] as const
/** Three minutes stay below 30 MB, with a clear face and voice. */
const CALIDAD = { videoBitsPerSecond: 1_200_000, audioBitsPerSecond: 64_000 } as const
const TROZO_MS = 1_000

export interface Grabacion {
  /** Ends the recording; `onFile` receives the file. */
  stop: () => void
  /** Ends the recording without a file. */
  cancel: () => void
}

/** Records a camera until it is stopped. */
export function recordingOf(camera: MediaStream, onFile: (file: File) => void): Grabacion {
  const mimeType = TIPOS.find((tipo) => MediaRecorder.isTypeSupported(tipo))
  const recorder = new MediaRecorder(camera, { ...CALIDAD, ...(mimeType !== undefined && { mimeType }) })
  const trozos: Blob[] = []
  let isCancelled = false
  recorder.ondataavailable = ({ data }) => trozos.push(data)
  recorder.onstop = () => {
    if (isCancelled) return
    const type = recorder.mimeType.split(';')[0] ?? ''
    onFile(new File(trozos, `video-${serverNow()}.${type === 'video/mp4' ? 'mp4' : 'webm'}`, { type }))
  }
  recorder.start(TROZO_MS)
  const stop = () => {
    if (recorder.state !== 'inactive') recorder.stop()
  }
  return {
    stop,
    cancel: () => {
      isCancelled = true
      stop()
    },
  }
}

/** «1:05» */
export const durationText = (segundos: number): string => `${Math.floor(segundos / 60)}:${String(segundos % 60).padStart(2, '0')}`
