import { LOGO_MAX_BYTES, LOGO_MAX_SIDE } from '@yupana/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

import { Button } from '../../components/button.tsx'
import { DeleteDialog } from '../../components/dialog/delete-dialog.tsx'
import { Upload } from '../../components/upload/upload.tsx'
import { HttpError } from '../../lib/http-error.ts'
import { logoQuery, removeLogo, uploadLogo } from './empresa.queries.ts'
import classes from './empresa.module.css'

/** The picture that the RIDE carries: the present one, another in its place, or none. */
export function LogoPanel({ hasLogo, canEdit }: { hasLogo: boolean; canEdit: boolean }) {
  const [isRemoving, setRemoving] = useState(false)
  return (
    <section className={classes.card} aria-label="Logo">
      <h2>Logo</h2>
      {hasLogo ? <PresentLogo /> : <p className={classes.quiet}>Sus comprobantes se imprimen sin logo.</p>}
      {hasLogo && canEdit && (
        <div>
          <Button variant="default" onClick={() => setRemoving(true)}>
            Quitar logo
          </Button>
        </div>
      )}
      {canEdit && <NewLogo />}
      {isRemoving && (
        <DeleteDialog title="Quitar el logo" confirmLabel="Quitar logo" onDelete={removeLogo} onClose={() => setRemoving(false)}>
          <p>Los comprobantes se imprimirán sin logo. Puede subir otro cuando quiera.</p>
        </DeleteDialog>
      )}
    </section>
  )
}

function PresentLogo() {
  const { data } = useQuery(logoQuery())
  const image = useRef<HTMLImageElement>(null)
  useEffect(() => {
    if (!data) return
    const address = URL.createObjectURL(data)
    if (image.current) image.current.src = address
    return () => URL.revokeObjectURL(address)
  }, [data])
  return data ? <img ref={image} alt="Logo de la empresa" className={classes.logo} /> : null
}

function NewLogo() {
  const [file, setFile] = useState<File>()
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [, raise] = useState<never>()
  const choose = (chosen: File | undefined) => {
    setFile(chosen)
    setError(undefined)
  }
  const send = async (chosen: File) => {
    setBusy(true)
    try {
      await uploadLogo(chosen)
      choose(undefined)
    } catch (failure) {
      if (!(failure instanceof HttpError)) return raise(() => { throw failure })
      setError(failure.fieldErrors['file'] ?? failure.message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Upload
        label="Nuevo logo" kind="image" accept="image/png,image/jpeg" maxBytes={LOGO_MAX_BYTES} value={file} onChange={choose} busy={isBusy} error={error}
        description={`PNG o JPEG de hasta ${LOGO_MAX_SIDE} píxeles por lado.`}
      />
      {file && (
        <div className={classes.actions}>
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
