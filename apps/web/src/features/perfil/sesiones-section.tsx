import type { SesionDeUsuario } from '@yupana/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { Button } from '../../components/button.tsx'
import { ActionDialog } from '../../components/dialog/action-dialog.tsx'
import { FormSection } from '../../components/form/form-parts.tsx'
import { PartFailure } from '../../components/part-failure.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { momentoText } from '../../lib/formato/format.ts'
import { closeOtherSessions, closeSession, sesionesQuery } from './perfil.queries.ts'
import classes from './perfil.module.css'

/** Sessions of this user, and a button that ends all others. */
export function SesionesSection() {
  const { data, error, refetch } = useQuery(sesionesQuery())
  const [isClosing, setClosing] = useState(false)
  const others = data?.filter(({ actual }) => !actual).length ?? 0
  return (
    <FormSection title="Sesiones abiertas">
      {error && <PartFailure reason="No se pudieron leer sus sesiones." onRetry={refetch} />}
      {!data && !error && <Skeleton label="Cargando sus sesiones" lines={['100%', '100%']} />}
      {data && (
        <ul className={classes.sesiones} aria-label="Sesiones abiertas">
          {data.map((sesion) => (
            <Sesion key={sesion.id} sesion={sesion} />
          ))}
        </ul>
      )}
      {others > 1 && (
        <div>
          <Button variant="default" onClick={() => setClosing(true)}>
            Cerrar las demás
          </Button>
        </div>
      )}
      {isClosing && (
        <ActionDialog
          title="Cerrar las demás sesiones"
          confirmLabel={`Cerrar ${others} sesiones`}
          busyLabel="Cerrando…"
          onConfirm={closeOtherSessions}
          onClose={() => setClosing(false)}
        >
          <p>En esos dispositivos habrá que iniciar sesión de nuevo. Esta sesión continúa.</p>
        </ActionDialog>
      )}
    </FormSection>
  )
}

function Sesion({ sesion: { id, dispositivo, red, empresas, desde, ultimo_uso, actual, segundo_factor } }: { sesion: SesionDeUsuario }) {
  const close = useMutation({ mutationFn: closeSession })
  return (
    <li className={classes.sesion}>
      <div>
        <p>
          <strong>{dispositivo}</strong> {actual && <span className={classes.actual}>Esta sesión</span>}
        </p>
        <p className={classes.quiet}>
          {empresas.join(', ')}
          {red !== null && ` · red ${red}`}
          {segundo_factor && ' · con verificación en dos pasos'}
        </p>
        <p className={classes.quiet}>
          Desde {momentoText(desde)} · último uso {momentoText(ultimo_uso)}
        </p>
      </div>
      {!actual && (
        <Button
          variant="default"
          disabled={close.isPending}
          aria-label={`Cerrar la sesión de ${dispositivo} desde ${momentoText(desde)}`}
          onClick={() => close.mutate(id)}
        >
          Cerrar
        </Button>
      )}
    </li>
  )
}
