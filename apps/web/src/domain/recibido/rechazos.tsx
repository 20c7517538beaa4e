import { clearRechazosRecibido, rechazosRecibido, type RechazoRecibido } from '@yupana/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { Button } from '../../components/button.tsx'
import { DeleteDialog } from '../../components/dialog/delete-dialog.tsx'
import { momentoText } from '../../lib/formato/format.ts'
import { fetchData, send } from '../../lib/http/http.ts'
import { queryClient } from '../../lib/http/query-client.ts'
import { copyText } from '../../lib/pagina/copy-text.ts'
import { noticeSuccess } from '../../lib/pagina/notices.ts'
import { KEY } from './recibido.queries.ts'
import classes from './recibir.module.css'

const rechazosQuery = () =>
  queryOptions({ queryKey: [KEY, 'rechazos'], queryFn: ({ signal }) => fetchData(rechazosRecibido, { signal, background: true }) })

/** @throws HttpError */
async function borrar(): Promise<void> {
  noticeSuccess(await send(clearRechazosRecibido), clearRechazosRecibido.msg)
  await queryClient.invalidateQueries({ queryKey: rechazosQuery().queryKey })
}

const origenText = ({ en, usuario }: RechazoRecibido): string => [momentoText(en), usuario].filter(Boolean).join(' · ')

const tituloText = (count: number) =>
  count === 1 ? 'Un archivo no entró en los últimos 30 días' : `${count} archivos no entraron en los últimos 30 días`

/** Files that were refused, whoever brought them and by any way, until a user clears the list. */
export function Rechazos() {
  const { data = [] } = useQuery(rechazosQuery())
  const [isAsked, setAsked] = useState(false)
  if (data.length === 0) return null
  const copy = () => {
    const text = data.map((one) => `${one.archivo}\t${one.motivo}\t${origenText(one)}`).join('\n')
    void copyText(text, 'Copió la lista de lo que no entró.', 'No se pudo copiar: seleccione la lista y use Ctrl C.')
  }
  return (
    <details className={classes.rechazos}>
      <summary>{tituloText(data.length)}</summary>
      <ul className={classes.motivos} aria-label="Lo que no entró" tabIndex={0}>
        {data.map((one) => (
          <li key={`${one.archivo}|${one.motivo}`}>
            <strong>{one.archivo}</strong>: {one.motivo} <small>{origenText(one)}</small>
          </li>
        ))}
      </ul>
      <div className={classes.acciones}>
        <Button variant="default" onClick={copy}>
          Copiar la lista
        </Button>
        <Button variant="default" onClick={() => setAsked(true)}>
          Borrar la lista
        </Button>
      </div>
      {isAsked && (
        <DeleteDialog title="Borrar lo que no entró" confirmLabel="Borrar" onDelete={borrar} onClose={() => setAsked(false)}>
          <p>Se borra para toda la empresa. Lo que entró queda en la bandeja.</p>
        </DeleteDialog>
      )}
    </details>
  )
}
