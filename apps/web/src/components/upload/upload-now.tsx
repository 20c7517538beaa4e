import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'

import { HttpError } from '../../lib/http/http-error.ts'
import { isFocusLost } from '../../lib/pagina/focus-lost.ts'
import { Button } from '../button.tsx'
import { Upload, type UploadProps } from './upload.tsx'
import classes from './upload.module.css'

interface UploadNowProps extends Pick<UploadProps, 'label' | 'kind' | 'accept' | 'maxBytes' | 'description'> {
  /** Answers why the file cannot be sent, where it was not. @throws HttpError with the reason at `file` */
  onUpload: (file: File, onProgress: (sent: number, total: number) => void) => Promise<string | void>
}

/** A file that goes by itself, outside a form: chosen, then «Subir». */
export function UploadNow({ onUpload, ...shown }: UploadNowProps) {
  const [file, setFile] = useState<File>()
  const [error, setError] = useState<ReactNode>()
  const [isBusy, setBusy] = useState(false)
  const [progress, setProgress] = useState<number>()
  const [, raise] = useState<never>()
  const choose = (chosen: File | undefined) => {
    setFile(chosen)
    setError(undefined)
  }
  const chooser = useRef<HTMLButtonElement>(null)
  const had = useRef(false)
  useLayoutEffect(() => {
    if (isBusy) return
    // «Cancelar» and «Subir» go with the file.
    if (had.current && !file && isFocusLost()) chooser.current?.focus()
    had.current = file !== undefined
  }, [file, isBusy])
  const send = async (chosen: File) => {
    setBusy(true)
    setProgress(undefined)
    try {
      const refusal = await onUpload(chosen, (sent, total) => setProgress(total > 0 ? sent / total : undefined))
      if (refusal === undefined) choose(undefined)
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
      <Upload {...shown} ref={chooser} value={file} onChange={choose} busy={isBusy} progress={progress} error={error} />
      {file && (
        <div className={classes.now}>
          <Button variant="default" onClick={() => choose(undefined)} disabled={isBusy}>
            Cancelar
          </Button>
          <Button onClick={() => void send(file)} busy={isBusy} busyLabel="Subiendo…">
            Subir
          </Button>
        </div>
      )}
    </>
  )
}
