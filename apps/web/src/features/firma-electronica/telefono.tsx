import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog/dialog.tsx'
import { Qr } from '../../components/qr.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import classes from './firma.module.css'
import { refreshSolicitud, telefonoQuery } from './firma.queries.ts'

/** Continues the same request on a phone, for its camera; its uploads appear here when the dialog closes. */
export function Telefono({ id }: { id: string }) {
  const [isShown, setShown] = useState(false)
  const close = () => {
    setShown(false)
    void refreshSolicitud(id)
  }
  return (
    <>
      <Button variant="default" onClick={() => setShown(true)}>
        Seguir en el teléfono
      </Button>
      {isShown && (
        <Dialog opened title="Seguir en el teléfono" onClose={close}>
          <Codigo id={id} />
          <div className={classes.botones}>
            <Button onClick={close}>Ya subí los archivos</Button>
          </div>
        </Dialog>
      )}
    </>
  )
}

function Codigo({ id }: { id: string }) {
  const { data, isError } = useQuery(telefonoQuery(id))
  if (isError) return <Alert title="No se pudo dibujar el código." details={['Cierre y vuelva a intentar.']} />
  if (!data) return <Skeleton label="Cargando" lines={['60%', '100%']} />
  return (
    <>
      <p>Escanee el código con la cámara del teléfono, ingrese con su usuario y tome ahí las fotos y el video.</p>
      <Qr qr={data.qr} label="Código QR de esta solicitud" />
      <p className={classes.nota}>{data.direccion}</p>
    </>
  )
}
