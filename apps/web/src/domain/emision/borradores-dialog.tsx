import type { Borrador } from '@yupana/contract'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { Button, IconButton } from '../../components/button.tsx'
import { DeleteDialog } from '../../components/dialog/delete-dialog.tsx'
import { Dialog } from '../../components/dialog/dialog.tsx'
import { LoadFailure } from '../../components/load-failure.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { momentoText } from '../../lib/formato/format.ts'
import type { Borradores } from './borrador.queries.ts'
import type { ValoresEmision } from './tipo-documento.ts'
import classes from './dialogos.module.css'
import hoja from './hoja.module.css'

interface BorradoresProps {
  borradores: Pick<Borradores<ValoresEmision>, 'nombre' | 'contenidoOf' | 'list' | 'remove'>
  /** Id of the draft on the screen. */
  present: string
  onOpen: (id: string) => void
  onClose: () => void
}

/** The drafts that wait: open one, or delete it. */
export function BorradoresDialog({ borradores, present, onOpen, onClose }: BorradoresProps) {
  const { nombre, contenidoOf } = borradores
  const textOf = ({ contenido, editado_en }: Borrador) => `${contenidoOf(contenido)?.resumen.cliente ?? ''}, ${momentoText(editado_en)}`
  const { data, error, refetch } = useQuery(borradores.list())
  const [doomed, setDoomed] = useState<Borrador>()
  const rows = (data?.content ?? []).filter(({ id, contenido }) => id !== present && contenidoOf(contenido))
  if (doomed) {
    return (
      <DeleteDialog
        title="Eliminar el borrador"
        confirmLabel="Eliminar borrador"
        onDelete={() => borradores.remove(doomed.id)}
        onClose={() => setDoomed(undefined)}
      >
        <p>{textOf(doomed)}. Se borrará lo que tiene escrito.</p>
      </DeleteDialog>
    )
  }
  return (
    <Dialog opened title="Borradores" onClose={onClose} size={560}>
      {!data && !error && <Skeleton label="Cargando los borradores" lines={['100%', '100%', '80%']} />}
      {error && <LoadFailure reason="No se pudieron cargar los borradores." onRetry={() => void refetch()} onBack={onClose} />}
      {data && rows.length === 0 && (
        <p className={hoja.nota}>No hay otros borradores. «Guardar borrador» deja aquí la {nombre} que está escribiendo.</p>
      )}
      <ul className={classes.borradores}>
        {rows.map((row) => (
          <li key={row.id}>
            <Button variant="subtle" onClick={() => onOpen(row.id)} className={classes.borrador}>
              <span>
                <strong>{contenidoOf(row.contenido)?.resumen.cliente}</strong>
                <span>{[momentoText(row.editado_en), row.autor].filter(Boolean).join(' · ')}</span>
              </span>
              <span>{contenidoOf(row.contenido)?.resumen.total}</span>
            </Button>
            {row.modificable && (
              <IconButton label={`Eliminar el borrador de ${textOf(row)}`} onClick={() => setDoomed(row)}>
                <IconTrash size={18} />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
