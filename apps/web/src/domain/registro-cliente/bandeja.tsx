import type { RegistroCliente } from '@yupana/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import dialog from '../../components/dialog/dialog.module.css'
import { Skeleton } from '../../components/skeleton.tsx'
import { momentoText } from '../../lib/formato/format.ts'
import { untilRefused } from '../../lib/http/http-error.ts'
import { useBusy } from '../../lib/pagina/use-busy.ts'
import { registrosQuery, revokeEnlace } from './registro.queries.ts'
import classes from './registro.module.css'

interface BandejaProps {
  onPick: (id: string) => void
  onClose: () => void
}

/** Received data that nobody has decided on, and links that still wait for their client. */
export function Bandeja({ onPick, onClose }: BandejaProps) {
  const { data, isError } = useQuery(registrosQuery())
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  if (isError) return <Alert title="No se pudieron cargar los datos por aceptar." details={['Cierre y vuelva a intentar.']} />
  if (!data) return <Skeleton label="Cargando" lines={['60%', '100%', '100%']} />
  const recibidos = data.filter(({ recibido }) => recibido !== null)
  const abiertos = data.filter(({ recibido }) => recibido === null)
  return (
    <>
      <h3 ref={title} tabIndex={-1} className={classes.seccion}>
        Por aceptar
      </h3>
      {recibidos.length === 0 && <p className={classes.espera}>Nadie ha enviado datos que esperen.</p>}
      <ul className={classes.lista}>
        {recibidos.map(({ id, recibido, vence_en: vence }) => (
          <li key={id}>
            <span>
              <strong>{recibido?.razon_social}</strong>
              <small>
                {recibido?.identificacion} · enviado el {momentoText(recibido?.en ?? '')} · se elimina el {momentoText(vence)}
              </small>
            </span>
            <Button variant="default" aria-label={`Revisar los datos de ${recibido?.razon_social}`} onClick={() => onPick(id)}>
              Revisar
            </Button>
          </li>
        ))}
      </ul>
      {abiertos.length > 0 && <h3 className={classes.seccion}>Enlaces que esperan a su cliente</h3>}
      <ul className={classes.lista}>
        {abiertos.map((registro) => (
          <Abierto key={registro.id} registro={registro} />
        ))}
      </ul>
      <div className={dialog.actions}>
        <Button variant="default" onClick={onClose}>
          Cerrar
        </Button>
      </div>
    </>
  )
}

function Abierto({ registro: { id, creo, creado_en: creado, vence_en: vence } }: { registro: RegistroCliente }) {
  const [isBusy, revoke] = useBusy(() => untilRefused(revokeEnlace(id)))
  const cuando = momentoText(creado)
  return (
    <li>
      <span>
        Creado el {cuando}
        <small>
          {creo && `${creo} · `}sirve hasta el {momentoText(vence)}
        </small>
      </span>
      <Button
        variant="subtle"
        busy={isBusy}
        busyLabel="Anulando…"
        aria-label={`Anular el enlace creado el ${cuando}`}
        onClick={() => void revoke()}
      >
        Anular
      </Button>
    </li>
  )
}
