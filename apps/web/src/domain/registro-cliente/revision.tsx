import type { CambioRegistro, RegistroRecibido } from '@yupana/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import { ActionDialog } from '../../components/dialog/action-dialog.tsx'
import dialog from '../../components/dialog/dialog.module.css'
import { Skeleton } from '../../components/skeleton.tsx'
import { momentoText } from '../../lib/formato/format.ts'
import { untilRefused } from '../../lib/http/http-error.ts'
import { createSendingKey } from '../../lib/http/sending-key.ts'
import { useBusy } from '../../lib/pagina/use-busy.ts'
import { hasRight } from '../../lib/sesion/rights.ts'
import { acceptRecibido, recibidoQuery, refuseRecibido } from './registro.queries.ts'
import classes from './registro.module.css'

const CAMPO: Readonly<Record<CambioRegistro['campo'], string>> = {
  identificacion: 'Identificación',
  razon_social: 'Nombre',
  correos: 'Correos',
  telefonos: 'Teléfonos',
  direccion: 'Dirección',
  roles: 'Rol',
}

/** The client's data, for accepting or refusing. */
export function Revision({ id, onDone }: { id: string; onDone: () => void }) {
  const { data, isError } = useQuery(recibidoQuery(id))
  if (isError) return <Alert title="No se pudieron cargar los datos." details={['Quizá otra persona ya los aceptó o los rechazó.']} />
  if (!data) return <Skeleton label="Cargando" lines={['60%', '100%', '100%']} />
  return <Recibido recibido={data} onDone={onDone} />
}

/** Effect of the data on the company's records. */
function dichoOf({ persona, cambios }: RegistroRecibido): string {
  if (!persona) return 'No consta en sus personas: si acepta, se registra como cliente.'
  const quien = `Ya consta como ${persona.razon_social}, ${persona.identificacion}${persona.activo ? '' : ', inactiva'}.`
  return cambios.length === 0 ? `${quien} Todo coincide: no hay nada que cambiar.` : `${quien} Si acepta, cambia lo que sigue.`
}

function Recibido({ recibido, onDone }: { recibido: RegistroRecibido; onDone: () => void }) {
  const { id, en, datos, avisos, persona, cambios } = recibido
  const [keyOf] = useState(createSendingKey)
  const [isRefusing, setRefusing] = useState(false)
  const [isBusy, accept] = useBusy(() => untilRefused(acceptRecibido(recibido, keyOf(recibido)).then(onDone)))
  // The focused element went with the code, or with the list.
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  const canAccept = persona === null || hasRight('persona:editar')
  return (
    <>
      <div className={classes.hoja}>
        <h3 ref={title} tabIndex={-1} className={classes.titulo}>
          {datos.razon_social}
        </h3>
        <p role="status">
          Envió sus datos el {momentoText(en)}. {dichoOf(recibido)}
        </p>
        {avisos.map(({ message }) => (
          <p key={message} className={classes.aviso}>
            {message}
          </p>
        ))}
        {cambios.length > 0 && <Cambios cambios={cambios} isNew={persona === null} />}
        {!canAccept && <p>Para cambiar los datos de una persona necesita el permiso de editarlas.</p>}
      </div>
      <div className={dialog.actions}>
        <Button variant="default" onClick={() => setRefusing(true)}>
          Rechazar
        </Button>
        {canAccept && (
          <Button busy={isBusy} busyLabel="Aceptando…" onClick={() => void accept()}>
            Aceptar
          </Button>
        )}
      </div>
      {isRefusing && (
        <ActionDialog
          title="Rechazar los datos"
          confirmLabel="Rechazar y eliminar"
          busyLabel="Eliminando…"
          onConfirm={() => refuseRecibido(id).then(onDone)}
          onClose={() => setRefusing(false)}
        >
          <p>Lo que escribió {datos.razon_social} se elimina y no cambia nada.</p>
        </ActionDialog>
      )}
    </>
  )
}

const Cambios = ({ cambios, isNew }: { cambios: readonly CambioRegistro[]; isNew: boolean }) => (
  <table className={classes.tabla} aria-label={isNew ? 'Datos' : 'Cambios'}>
    <thead>
      <tr>
        <th scope="col">Campo</th>
        {!isNew && <th scope="col">Consta</th>}
        <th scope="col">{isNew ? 'Escribió' : 'Quedaría'}</th>
      </tr>
    </thead>
    <tbody>
      {cambios.map(({ campo, antes, despues }) => (
        <tr key={campo}>
          <th scope="row">{CAMPO[campo]}</th>
          {!isNew && <td>{antes === '' ? 'Vacío' : <del>{antes}</del>}</td>}
          <td>
            <ins>{despues}</ins>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)
