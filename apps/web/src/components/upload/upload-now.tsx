import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'

import { HttpError } from '../../lib/http/http-error.ts'
import { isFocusLost } from '../../lib/pagina/focus-lost.ts'
import { Button } from '../button.tsx'
import { UploadFiles, type UploadProps } from './upload.tsx'
import classes from './upload.module.css'

type Shown = Pick<UploadProps, 'label' | 'kind' | 'accept' | 'maxBytes' | 'description'>
type OnProgress = (sent: number, total: number) => void

interface UploadNowProps extends Shown {
  /** Returns why the file could not be sent; undefined after success. @throws HttpError with the reason at `file` */
  onUpload: (file: File, onProgress: OnProgress) => Promise<string | void>
}

interface UploadFilesNowProps extends Shown {
  multiple?: boolean
  onTooLarge?: (files: readonly File[]) => void
  /** As in `UploadNow`, for all chosen files. */
  onUpload: (files: readonly File[], onProgress: OnProgress) => Promise<string | void>
}

/** Sends a file outside a form: choose it, then press «Subir». */
export function UploadNow({ onUpload, ...shown }: UploadNowProps) {
  return <UploadFilesNow {...shown} onUpload={async ([file], onProgress) => file && onUpload(file, onProgress)} />
}

/** As `UploadNow`, for one or several files. */
export function UploadFilesNow({ onUpload, ...shown }: UploadFilesNowProps) {
  const [files, setFiles] = useState<readonly File[]>([])
  const [error, setError] = useState<ReactNode>()
  const [isBusy, setBusy] = useState(false)
  const [progress, setProgress] = useState<number>()
  const [, raise] = useState<never>()
  const choose = (chosen: readonly File[]) => {
    setFiles(chosen)
    setError(undefined)
  }
  const chooser = useRef<HTMLButtonElement>(null)
  const had = useRef(false)
  useLayoutEffect(() => {
    if (isBusy) return
    // «Cancelar» and «Subir» disappear with the file.
    if (had.current && files.length === 0 && isFocusLost()) chooser.current?.focus()
    had.current = files.length > 0
  }, [files, isBusy])
  const send = async (chosen: readonly File[]) => {
    setBusy(true)
    setProgress(undefined)
    try {
      const refusal = await onUpload(chosen, (sent, total) => setProgress(total > 0 ? sent / total : undefined))
      if (refusal === undefined) choose([])
      else setError(refusal)
    } catch (failure) {
      if (!(failure instanceof HttpError))
        return raise(() => {
          throw failure
        })
      setError(failure.fieldErrors['file'] ?? failure.message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <UploadFiles {...shown} ref={chooser} value={files} onChange={choose} busy={isBusy} progress={progress} error={error} />
      {files.length > 0 && (
        <div className={classes.now}>
          <Button variant="default" onClick={() => choose([])} disabled={isBusy}>
            Cancelar
          </Button>
          <Button onClick={() => void send(files)} busy={isBusy} busyLabel="Subiendo…">
            Subir
          </Button>
        </div>
      )}
    </>
  )
}
