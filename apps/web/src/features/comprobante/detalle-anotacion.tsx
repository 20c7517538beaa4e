import { ADJUNTO_MAX_BYTES, MAX_ADJUNTOS, MAX_NOTA_INTERNA, NotaInternaForm, type Adjunto, type Anotacion } from '@yupana/contract'
import { IconPaperclip, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { Button, IconButton } from '../../components/button.tsx'
import { DeleteDialog } from '../../components/dialog/delete-dialog.tsx'
import { FormDialog } from '../../components/form/form-dialog.tsx'
import { TextAreaField } from '../../components/form/text-area-field.tsx'
import { PartFailure } from '../../components/part-failure.tsx'
import { fileSizeText } from '../../components/upload/file-size.ts'
import { UploadNow } from '../../components/upload/upload-now.tsx'
import { momentoText } from '../../lib/formato/format.ts'
import { untilRefused } from '../../lib/http/http-error.ts'
import { hasRight } from '../../lib/sesion/rights.ts'
import { anotacionQuery, attach, download, removeAdjunto, writeNota } from './anotacion.queries.ts'
import classes from './comprobante.module.css'

const porQuien = ({ autor, en }: { autor: string | null; en: string }) =>
  autor === null ? momentoText(en) : `${autor} · ${momentoText(en)}`

/** Internal note and files of the company for a document. */
export function DetalleAnotacion({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(anotacionQuery(id))
  return (
    <section className={classes.card} aria-labelledby="anotacion">
      <h2 id="anotacion">Nota interna y adjuntos</h2>
      {data ? (
        <div className={classes.anotacion}>
          <Nota id={id} anotacion={data} />
          <Adjuntos id={id} adjuntos={data.adjuntos} />
        </div>
      ) : (
        error && <PartFailure reason="No se pudieron cargar la nota ni los adjuntos." onRetry={refetch} />
      )}
    </section>
  )
}

function Nota({ id, anotacion: { nota, version } }: { id: string; anotacion: Anotacion }) {
  const [isOpen, setOpen] = useState(false)
  const canWrite = hasRight('documento:crear')
  return (
    <div>
      {nota ? (
        <>
          <p className={classes.nota}>{nota.texto}</p>
          <p className={classes.muted}>{porQuien(nota)}</p>
        </>
      ) : (
        <p className={classes.muted}>Solo la ve su empresa: no se imprime ni se envía.</p>
      )}
      {canWrite && (
        <Button variant="default" onClick={() => setOpen(true)}>
          {nota ? 'Cambiar la nota' : 'Escribir una nota'}
        </Button>
      )}
      {isOpen && (
        <FormDialog
          title="Nota interna"
          schema={NotaInternaForm}
          initial={{ nota: nota?.texto ?? '' }}
          hasRequired={false}
          onSubmit={(form) => writeNota(id, form.nota ?? '', version)}
          onClose={() => setOpen(false)}
        >
          <TextAreaField
            name="nota"
            label="Nota"
            rows={5}
            description={`Solo la ve su empresa: no se imprime ni se envía. Hasta ${MAX_NOTA_INTERNA} caracteres.`}
          />
        </FormDialog>
      )}
    </div>
  )
}

function Adjuntos({ id, adjuntos }: { id: string; adjuntos: readonly Adjunto[] }) {
  const [doomed, setDoomed] = useState<Adjunto>()
  const canWrite = hasRight('documento:crear')
  return (
    <div>
      <h3>Adjuntos</h3>
      {adjuntos.length === 0 && <p className={classes.muted}>No tiene adjuntos.</p>}
      <ul className={classes.adjuntos}>
        {adjuntos.map((adjunto) => (
          <li key={adjunto.id}>
            <Button
              variant="subtle"
              leftSection={<IconPaperclip size={16} aria-hidden="true" />}
              onClick={() => void untilRefused(download(adjunto))}
            >
              {adjunto.nombre}
            </Button>
            <span className={classes.muted}>
              {fileSizeText(adjunto.tamano)} · {porQuien(adjunto)}
            </span>
            {canWrite && (
              <IconButton label={`Eliminar ${adjunto.nombre}`} onClick={() => setDoomed(adjunto)}>
                <IconTrash size={18} aria-hidden="true" />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
      {canWrite && adjuntos.length < MAX_ADJUNTOS && (
        <UploadNow
          label="Adjuntar un archivo"
          kind="file"
          accept=".pdf,application/pdf,image/png,image/jpeg"
          maxBytes={ADJUNTO_MAX_BYTES}
          description={`PDF, PNG o JPG, hasta ${MAX_ADJUNTOS} archivos.`}
          onUpload={(file) => attach(id, file)}
        />
      )}
      {doomed && (
        <DeleteDialog
          title={`Eliminar ${doomed.nombre}`}
          confirmLabel="Eliminar adjunto"
          onDelete={() => removeAdjunto(id, doomed)}
          onClose={() => setDoomed(undefined)}
        >
          <p>Se elimina el archivo y no se podrá recuperar.</p>
        </DeleteDialog>
      )}
    </div>
  )
}
