import { FIRMA_ARCHIVO_MAX_BYTES, FIRMA_VIDEO_MAX_BYTES, type DocumentoSolicitud, type SolicitudFirma } from '@yupana/contract'
import { DOCUMENTO_FIRMA_LABEL, FORMATO_DOCUMENTO } from '@yupana/fiscal'
import { useState } from 'react'

import { Button } from '../../components/button.tsx'
import { Chip } from '../../components/chip.tsx'
import { Dialog } from '../../components/dialog/dialog.tsx'
import { fileSizeText } from '../../components/upload/file-size.ts'
import { UploadNow } from '../../components/upload/upload-now.tsx'
import { untilRefused } from '../../lib/http/http-error.ts'
import { DocumentoVista } from './documento-vista.tsx'
import classes from './firma.module.css'
import { downloadDocumento, fetchDocumento, uploadDocumento, uploadVideo } from './firma.queries.ts'
import { prepareFoto } from './foto.ts'
import { GrabarVideo } from './grabar-video.tsx'
import { Telefono } from './telefono.tsx'

/** Largest photograph of a phone, in bytes; it is made smaller before the upload. */
const FOTO_ORIGINAL_MAX = 25_000_000

const PIDE = {
  PDF: { accept: '.pdf,application/pdf', maxBytes: FIRMA_ARCHIVO_MAX_BYTES, description: 'PDF legible, completo y sin contraseña.' },
  FOTO: { accept: 'image/png,image/jpeg', maxBytes: FOTO_ORIGINAL_MAX, description: 'PNG o JPEG a color, nítida y con buena luz.' },
  VIDEO: {
    accept: 'video/mp4,video/quicktime,video/webm,.mp4,.mov,.webm',
    maxBytes: FIRMA_VIDEO_MAX_BYTES,
    description: 'MP4, MOV o WebM. Si se corta la conexión, elija el mismo archivo y seguirá donde quedó.',
  },
} as const

export const isObservado = ({ observacion, archivo }: DocumentoSolicitud): boolean => observacion !== null || archivo === null

interface PasoDocumentosProps {
  solicitud: SolicitudFirma
  onBack: (() => void) | undefined
  onDone: () => void
}

/** Documents, each uploaded and stored on its own. */
export function PasoDocumentos({ solicitud, onBack, onDone }: PasoDocumentosProps) {
  const pending = solicitud.documentos.filter(isObservado).length
  return (
    <section className={classes.paso} aria-label="Documentos">
      <div>
        <Telefono id={solicitud.id} />
      </div>
      {solicitud.texto_video !== null && <TextoVideo texto={solicitud.texto_video} />}
      <div className={classes.documentos}>
        {solicitud.documentos.map((documento) => (
          <Documento key={documento.clase} solicitud={solicitud} documento={documento} />
        ))}
      </div>
      <div className={classes.botones}>
        {onBack && (
          <Button variant="default" onClick={onBack}>
            Atrás
          </Button>
        )}
        <Button disabled={pending > 0} onClick={onDone}>
          Continuar
        </Button>
        {pending > 0 && (
          <span role="status">{pending === 1 ? 'Falta un documento.' : `Faltan ${pending} documentos.`} Lo subido ya está guardado.</span>
        )}
      </div>
    </section>
  )
}

/** Text that the holder reads to the camera (O-81). */
export const TextoVideo = ({ texto }: { texto: string }) => (
  <section className={classes.texto} aria-labelledby="texto-video">
    <h2 id="texto-video">Texto del video</h2>
    <blockquote>{texto}</blockquote>
    <p>
      El titular debe decirlo completo, sin que se lo dicten palabra por palabra ni por audífonos. Puede leerlo de un dispositivo o de un
      papel. El correo que diga debe ser el de la solicitud.
    </p>
  </section>
)

function Documento({ solicitud: { id, estado, texto_video }, documento }: { solicitud: SolicitudFirma; documento: DocumentoSolicitud }) {
  const [isShown, setShown] = useState(false)
  const { clase, archivo, observacion } = documento
  const label = DOCUMENTO_FIRMA_LABEL[clase]
  const formato = FORMATO_DOCUMENTO[clase]
  const upload = async (file: File, onProgress: (sent: number, total: number) => void): Promise<string | void> => {
    if (formato === 'VIDEO') return uploadVideo(id, file, onProgress)
    const ready = formato === 'FOTO' ? await prepareFoto(file) : file
    if (typeof ready === 'string') return ready
    return uploadDocumento(id, clase, ready, onProgress)
  }
  return (
    <section className={classes.documento} aria-label={label}>
      {observacion !== null && (
        <p className={classes.observacion}>
          <Chip tone="warning">Observado</Chip> {observacion}
        </p>
      )}
      {archivo && observacion === null && (
        <p className={classes.subido}>
          <Chip tone="success">Subido</Chip> {archivo.nombre} · {fileSizeText(archivo.tamano)}
        </p>
      )}
      {(estado === 'BORRADOR' || isObservado(documento)) && (
        <UploadNow
          label={archivo ? `${label}: reemplazar` : label}
          kind={formato === 'FOTO' ? 'image' : 'file'}
          {...PIDE[formato]}
          onUpload={upload}
        />
      )}
      {formato === 'VIDEO' && texto_video !== null && (estado === 'BORRADOR' || isObservado(documento)) && (
        <div className={classes.botones}>
          <GrabarVideo texto={texto_video} onUpload={(file, onProgress) => uploadVideo(id, file, onProgress)} />
        </div>
      )}
      {archivo && (
        <div className={classes.botones}>
          <Button variant="default" onClick={() => setShown(true)} aria-label={`Ver: ${label}`}>
            Ver
          </Button>
          <Button variant="default" onClick={() => void untilRefused(downloadDocumento(id, clase))} aria-label={`Descargar: ${label}`}>
            Descargar
          </Button>
        </div>
      )}
      {isShown && (
        <Dialog opened title={label} size={860} onClose={() => setShown(false)}>
          <DocumentoVista clase={clase} label={label} load={() => fetchDocumento(id, clase)} />
        </Dialog>
      )}
    </section>
  )
}
