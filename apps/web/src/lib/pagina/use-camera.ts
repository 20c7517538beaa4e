import { useEffect, useState } from 'react'

/** The camera while its component is mounted: undefined until it is allowed, `ninguna` if there is none or access was denied. */
export function useCamera(constraints: MediaStreamConstraints): MediaStream | 'ninguna' | undefined {
  const [camera, setCamera] = useState<MediaStream | 'ninguna'>()
  useEffect(() => {
    let opened: MediaStream | undefined
    let isOver = false
    const stop = () => opened?.getTracks().forEach((track) => track.stop())
    // Missing on a page without a secure connection.
    const devices = navigator.mediaDevices as MediaDevices | undefined
    const asked = devices ? devices.getUserMedia(constraints) : Promise.reject(new Error('no camera here'))
    asked
      .then((stream) => {
        opened = stream
        if (isOver) stop()
        else setCamera(stream)
      })
      .catch(() => setCamera('ninguna'))
    return () => {
      isOver = true
      stop()
    }
  }, [constraints])
  return camera
}
