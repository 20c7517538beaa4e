import type { Producto } from '@yupana/contract'
import { useState } from 'react'

import { Button } from '../../components/button.tsx'
import { DeleteDialog } from '../../components/dialog/delete-dialog.tsx'
import { UploadNow } from '../../components/upload/upload-now.tsx'
import { ProductoImagen } from '../../domain/producto/producto-imagen.tsx'
import { hasRight } from '../../lib/sesion/rights.ts'
import { shrunk } from './achicar.ts'
import { removeImagen, saveImagen } from './imagen-save.ts'
import classes from './producto.module.css'

const MAX_BYTES = 20_000_000

/** The picture of a product: the present one, another one, or none. It is saved at once, apart from the form. */
export function ImagenPanel({ producto }: { producto: Producto | undefined }) {
  const [isRemoving, setRemoving] = useState(false)
  if (!producto) return <p className={classes.quiet}>Podrá añadir una imagen cuando el producto esté guardado.</p>
  const { id, imagen, name } = producto
  const canEdit = hasRight('producto:editar')
  const upload = async (file: File): Promise<string | void> => {
    const small = await shrunk(file)
    if (!small) return 'La imagen del producto tiene que ser una imagen PNG o JPEG.'
    await saveImagen(id, small)
  }
  return (
    <>
      {imagen === null ? (
        !canEdit && <p className={classes.quiet}>Este producto no tiene imagen.</p>
      ) : (
        <div className={classes.present}>
          <ProductoImagen id={id} huella={imagen} alt={`Imagen de ${name}`} className={classes.imagen} />
          {canEdit && (
            <Button variant="default" onClick={() => setRemoving(true)}>
              Quitar imagen
            </Button>
          )}
        </div>
      )}
      {canEdit && (
        <UploadNow
          label={imagen === null ? 'Imagen' : 'Otra imagen'}
          kind="image"
          accept="image/png,image/jpeg"
          maxBytes={MAX_BYTES}
          onUpload={upload}
          description="PNG o JPEG. Se guarda enseguida, aparte del formulario."
        />
      )}
      {isRemoving && (
        <DeleteDialog
          title="Quitar la imagen"
          confirmLabel="Quitar imagen"
          onDelete={() => removeImagen(id)}
          onClose={() => setRemoving(false)}
        >
          <p>{name} se verá sin imagen en las listas. Puede subir otra cuando quiera.</p>
        </DeleteDialog>
      )}
    </>
  )
}
