import { AVATAR_MAX_BYTES, type Perfil } from '@yupana/contract'
import { useState } from 'react'

import { Button } from '../../components/button.tsx'
import { DeleteDialog } from '../../components/dialog/delete-dialog.tsx'
import { FormSection } from '../../components/form/form-parts.tsx'
import { Upload } from '../../components/upload/upload.tsx'
import { AvatarImage } from '../../domain/avatar/avatar-image.tsx'
import { HttpError } from '../../lib/http-error.ts'
import { squareOf } from './cuadrado.ts'
import classes from './perfil.module.css'
import { removeAvatar, uploadAvatar } from './perfil.queries.ts'

export function AvatarSection({ perfil: { avatar } }: { perfil: Perfil }) {
  const [isRemoving, setRemoving] = useState(false)
  return (
    <FormSection title="Avatar">
      {avatar !== null && (
        <div className={classes.present}>
          <AvatarImage huella={avatar} alt="Su avatar" className={classes.avatar} fallback={null} />
          <Button variant="default" onClick={() => setRemoving(true)}>
            Quitar avatar
          </Button>
        </div>
      )}
      <NewAvatar />
      {isRemoving && (
        <DeleteDialog title="Quitar su avatar" confirmLabel="Quitar avatar" onDelete={removeAvatar} onClose={() => setRemoving(false)}>
          <p>En su lugar se verán sus iniciales. Puede subir otro cuando quiera.</p>
        </DeleteDialog>
      )}
    </FormSection>
  )
}

function NewAvatar() {
  const [file, setFile] = useState<File>()
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [, raise] = useState<never>()
  const choose = (chosen: File | undefined) => {
    setFile(chosen)
    setError(undefined)
  }
  const sendFile = async (chosen: File) => {
    setBusy(true)
    try {
      const square = await squareOf(chosen)
      if (!square) return setError('El avatar tiene que ser una imagen PNG o JPEG.')
      await uploadAvatar(square)
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
        label="Nuevo avatar" kind="image" accept="image/png,image/jpeg" maxBytes={AVATAR_MAX_BYTES} value={file} onChange={choose} busy={isBusy} error={error}
        description="PNG o JPEG; se recorta a un cuadrado."
      />
      {file && (
        <div className={classes.actions}>
          <Button variant="default" onClick={() => choose(undefined)} disabled={isBusy}>
            Cancelar
          </Button>
          <Button onClick={() => void sendFile(file)} busy={isBusy} busyLabel="Subiendo…">
            Subir
          </Button>
        </div>
      )}
    </>
  )
}
