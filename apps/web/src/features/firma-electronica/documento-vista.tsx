import { FORMATO_DOCUMENTO, type DocumentoFirma } from '@yupana/fiscal'
import { useEffect, useState } from 'react'

import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { HttpError } from '../../lib/http/http-error.ts'
import classes from './firma.module.css'

interface VistaProps {
  clase: DocumentoFirma
  label: string
  load: () => Promise<Blob>
}

/** A document as uploaded: loaded only on demand, since each view is recorded. */
export function DocumentoVista({ clase, label, load }: VistaProps) {
  const [address, setAddress] = useState<string>()
  const [hasFailed, setFailed] = useState(false)
  const [giro, setGiro] = useState(0)
  const [zoom, setZoom] = useState(1)
  useEffect(() => {
    let made: string | undefined
    let isOver = false
    load()
      .then((blob) => {
        if (isOver) return
        made = URL.createObjectURL(blob)
        setAddress(made)
      })
      .catch((error: unknown) => (error instanceof HttpError ? setFailed(true) : Promise.reject(error as Error)))
    return () => {
      isOver = true
      if (made !== undefined) URL.revokeObjectURL(made)
    }
    // Called once for each view, since views are recorded; later renders make no call.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  if (hasFailed) return <Alert title="No se pudo abrir el documento." details={['Cierre y vuelva a intentar.']} />
  if (address === undefined) return <Skeleton label={`Cargando ${label}`} lines={['100%', '100%', '60%']} />
  switch (FORMATO_DOCUMENTO[clase]) {
    case 'PDF':
      return <iframe src={`${address}#navpanes=0&view=FitH`} title={label} className={classes.pdf} />
    case 'VIDEO':
      // The spoken words are the text beside it.
      return <video src={address} controls className={classes.video} aria-label={label} />
    default:
      return (
        <>
          <div className={classes.botones}>
            <Button variant="default" onClick={() => setGiro(giro + 90)}>
              Girar
            </Button>
            <Button variant="default" disabled={zoom <= 1} onClick={() => setZoom(zoom - 0.5)}>
              Alejar
            </Button>
            <Button variant="default" disabled={zoom >= 4} onClick={() => setZoom(zoom + 0.5)}>
              Acercar
            </Button>
          </div>
          <div className={classes.foto} tabIndex={0} role="region" aria-label={label}>
            <div className={giro % 180 === 0 ? undefined : classes.girada} style={{ width: `${zoom * 100}%` }}>
              <img src={address} alt={label} style={{ rotate: `${giro}deg` }} />
            </div>
          </div>
        </>
      )
  }
}
