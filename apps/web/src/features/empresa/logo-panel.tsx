import { LOGO_MAX_BYTES, LOGO_MAX_SIDE } from '@yupana/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { BlobImage } from '../../components/blob-image.tsx'
import { Button } from '../../components/button.tsx'
import { DeleteDialog } from '../../components/dialog/delete-dialog.tsx'
import { UploadNow } from '../../components/upload/upload-now.tsx'
import { logoQuery, removeLogo, uploadLogo } from './empresa.queries.ts'
import classes from './empresa.module.css'

/** The logo on the RIDE: the present one, another one, or none. */
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
      {canEdit && (
        <UploadNow
          label="Nuevo logo"
          kind="image"
          accept="image/png,image/jpeg"
          maxBytes={LOGO_MAX_BYTES}
          onUpload={uploadLogo}
          description={`PNG o JPEG de hasta ${LOGO_MAX_SIDE} píxeles por lado.`}
        />
      )}
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
  return data ? <BlobImage blob={data} alt="Logo de la empresa" className={classes.logo} /> : null
}
