import { AVATAR_MAX_BYTES, type Perfil } from '@yupana/contract'
import { useState } from 'react'

import { Button } from '../../components/button.tsx'
import { DeleteDialog } from '../../components/dialog/delete-dialog.tsx'
import { FormSection } from '../../components/form/form-parts.tsx'
import { UploadNow } from '../../components/upload/upload-now.tsx'
import { AvatarImage } from '../../domain/avatar/avatar-image.tsx'
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
      <UploadNow
        label="Nuevo avatar"
        kind="image"
        accept="image/png,image/jpeg"
        maxBytes={AVATAR_MAX_BYTES}
        onUpload={sendSquare}
        description="PNG o JPEG; se recorta a un cuadrado."
      />
      {isRemoving && (
        <DeleteDialog title="Quitar su avatar" confirmLabel="Quitar avatar" onDelete={removeAvatar} onClose={() => setRemoving(false)}>
          <p>En su lugar se verán sus iniciales. Puede subir otro cuando quiera.</p>
        </DeleteDialog>
      )}
    </FormSection>
  )
}

async function sendSquare(file: File): Promise<string | void> {
  const square = await squareOf(file)
  if (!square) return 'El avatar tiene que ser una imagen PNG o JPEG.'
  await uploadAvatar(square)
}
