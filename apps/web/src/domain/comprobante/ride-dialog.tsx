import { useEffect, useState } from 'react'

import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog/dialog.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { HttpError } from '../../lib/http/http-error.ts'
import { saveFile } from '../../lib/http/save-file.ts'
import { fetchRide, showsPdf, type Formato } from './archivos.ts'
import { printRide } from './print-ride.ts'
import classes from './ride-dialog.module.css'

interface RideDialogProps {
  id: string
  clave: string
  /** Number of the document in a sentence: «001-001-000000123». */
  numero: string
  formato?: Formato
  onClose: () => void
}

/** Settings of the PDF viewer: the whole width, without a list of pages. */
const VIEW = '#navpanes=0&view=FitH'

/** The printed form in the browser's PDF viewer; without a viewer, it is saved as a file. */
export function RideDialog({ id, clave, numero, formato = 'A4', onClose }: RideDialogProps) {
  const { file, address, hasFailed } = useRide(id, formato)
  const [isPrinting, setPrinting] = useState(false)
  const print = () => {
    setPrinting(true)
    // The HTTP layer has reported a refusal.
    void printRide(id, formato, clave)
      .catch((error: unknown) => error instanceof HttpError || Promise.reject(error as Error))
      .finally(() => setPrinting(false))
  }
  return (
    <Dialog opened title={`RIDE ${numero}`} onClose={onClose} size={formato === 'A4' ? 860 : 480}>
      <div className={classes.page}>
        {hasFailed && <Alert title="No se pudo cargar el RIDE." details={['Cierre esta ventana y vuelva a intentar.']} />}
        {!file && !hasFailed && <Skeleton label="Cargando el RIDE" lines={['60%', '100%', '100%', '80%']} />}
        {file &&
          (showsPdf() ? (
            <iframe src={`${address}${VIEW}`} title={`RIDE ${numero}`} className={classes.frame} />
          ) : (
            <p>Este navegador no muestra archivos PDF. Descargue el RIDE para verlo.</p>
          ))}
      </div>
      <div className={classes.actions}>
        <Button variant="default" disabled={!file} onClick={() => file && saveFile(file, `${clave}.pdf`)}>
          Descargar
        </Button>
        {showsPdf() && (
          <Button disabled={!file} busy={isPrinting} busyLabel="Imprimiendo…" onClick={print}>
            Imprimir
          </Button>
        )}
      </div>
    </Dialog>
  )
}

interface Loaded {
  file: Blob | undefined
  address: string | undefined
  hasFailed: boolean
}

function useRide(id: string, formato: Formato): Loaded {
  const [loaded, setLoaded] = useState<Loaded>({ file: undefined, address: undefined, hasFailed: false })
  useEffect(() => {
    const control = new AbortController()
    let address: string | undefined
    fetchRide(id, formato, control.signal).then(
      (file) => {
        if (control.signal.aborted) return
        address = URL.createObjectURL(file)
        setLoaded({ file, address, hasFailed: false })
      },
      () => control.signal.aborted || setLoaded({ file: undefined, address: undefined, hasFailed: true }),
    )
    return () => {
      control.abort()
      if (address) URL.revokeObjectURL(address)
    }
  }, [id, formato])
  return loaded
}
