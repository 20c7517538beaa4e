import type { DefectoDeclaracion, Papel } from '@yupana/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { Dialog } from '../../components/dialog/dialog.tsx'
import { fechaText } from '../../lib/formato/format.ts'
import classes from './declaracion.module.css'
import { cualOf, defectoQuery } from './declaracion.queries.ts'
import { DocumentoLink, ListaDocumentos } from './documentos.tsx'

interface DefectoDialogProps {
  papel: Papel
  defecto: DefectoDeclaracion
  onClose: () => void
}

/** The documents of a defect, each linked to the place of its correction. */
export function DefectoDialog({ papel, defecto: { codigo, texto }, onClose }: DefectoDialogProps) {
  const [page, setPage] = useState(0)
  const answer = useQuery(defectoQuery(cualOf(papel), codigo, page))
  return (
    <Dialog opened title="Lo que falta corregir" onClose={onClose} size={720}>
      <div className={classes.detalle}>
        <p>{texto}</p>
        <ListaDocumentos answer={answer} page={page} onPage={setPage} none="Ya no queda ninguno.">
          {(documento) => (
            <tr key={`${documento.origen} ${documento.id}`}>
              <th scope="row">
                <DocumentoLink documento={documento} />
              </th>
              <td>{fechaText(documento.fecha)}</td>
            </tr>
          )}
        </ListaDocumentos>
      </div>
    </Dialog>
  )
}
