import { IconBell } from '@tabler/icons-react'
import type { Session } from '@yupana/contract'
import { useQuery } from '@tanstack/react-query'
import { ROL } from '@yupana/fiscal'
import { Link } from 'react-router'

import { Button } from '../../components/button.tsx'
import { PopoverButton } from '../../components/popover/popover-button.tsx'
import { AsuntoEntrada } from '../../domain/pendientes/asunto-entrada.tsx'
import { asuntosDeMesa, asuntosOf, type Asunto } from '../../domain/pendientes/asuntos.ts'
import { pendientesMesaQuery, pendientesQuery } from '../../domain/pendientes/pendientes.queries.ts'
import { availableQuery, dismiss } from '../../features/notificacion/notificacion.queries.ts'
import { TIPO } from '../../features/notificacion/tipo-notificacion.ts'
import { momentoText } from '../../lib/formato/format.ts'
import { forgetNotices, pastNoticeStore } from '../../lib/pagina/notices.ts'
import { useStore } from '../../lib/pagina/store.ts'
import classes from './notice-bell.module.css'

const SEVERITY = { success: 'Hecho', error: 'Error', warn: 'Advertencia', info: 'Información' } as const

/** Pending matters from the server, and past toasts. */
function Panel({ asuntos, onGone }: { asuntos: readonly Asunto[]; onGone: () => void }) {
  const { data: avisos = [] } = useQuery(availableQuery())
  const activity = useStore(pastNoticeStore)
  if (asuntos.length + avisos.length + activity.length === 0) return <p className={classes.empty}>No tiene notificaciones.</p>
  return (
    <div className={classes.panel}>
      {asuntos.length > 0 && (
        <section aria-labelledby="campana-atencion">
          <h2 id="campana-atencion">Requiere su atención</h2>
          <ul className={classes.asuntos}>
            {asuntos.map((asunto) => (
              <li key={asunto.id}>
                <AsuntoEntrada asunto={asunto} onFollow={onGone} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {avisos.length > 0 && (
        <section aria-labelledby="campana-avisos">
          <h2 id="campana-avisos">Avisos</h2>
          <ul className={classes.list}>
            {avisos.map(({ id, type, message, ruta }) => (
              <li key={id} data-severity={TIPO[type].severity}>
                <strong>{TIPO[type].label}</strong>
                <p>{message}</p>
                {ruta !== undefined && (
                  <Link to={ruta} onClick={() => (onGone(), void dismiss(id))}>
                    Abrir
                  </Link>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      {activity.length > 0 && (
        <section aria-labelledby="campana-actividad">
          <h2 id="campana-actividad">Actividad</h2>
          <ul className={classes.list}>
            {activity.map(({ n, severity, summary, detail, at, action }) => (
              <li key={n} data-severity={severity}>
                <strong>{summary === 'Sistema' ? SEVERITY[severity] : summary}</strong>
                <time dateTime={at}>{momentoText(at)}</time>
                <p>{detail}</p>
                {action && (
                  <Button variant="subtle" onClick={() => (onGone(), action.run())}>
                    {action.label}
                  </Button>
                )}
              </li>
            ))}
          </ul>
          <Button variant="subtle" onClick={forgetNotices}>
            Borrar la actividad
          </Button>
        </section>
      )}
    </div>
  )
}

/** Counts the pending matters of the server that need a person; past toasts are kept without a count. */
export function NoticeBell({ session }: { session: Session }) {
  const { data: pendientes } = useQuery({ ...pendientesQuery(), enabled: session.businessId !== null })
  const { data: avisos = [] } = useQuery(availableQuery())
  const { data: mesa } = useQuery({ ...pendientesMesaQuery(), enabled: session.rol.id === ROL.SUPER_ADMIN })
  const asuntos = [...(mesa ? asuntosDeMesa(mesa) : []), ...(pendientes ? asuntosOf(pendientes, true) : [])]
  const count = asuntos.filter(({ isSelfSettling }) => !isSelfSettling).length + avisos.length
  const icon = (
    <span className={classes.icon}>
      <IconBell size={20} stroke={1.8} aria-hidden="true" />
      {count > 0 && (
        <span className={classes.count} aria-hidden="true">
          {count > 9 ? '9+' : count}
        </span>
      )}
    </span>
  )
  return (
    <PopoverButton label={count === 0 ? 'Notificaciones' : `Notificaciones: ${count} por atender`} target={icon} width={360}>
      {(close) => <Panel asuntos={asuntos} onGone={close} />}
    </PopoverButton>
  )
}
